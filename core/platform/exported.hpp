// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Before a function that programs look up by its name in a library of ours.
#ifdef _WIN32
#define MOMENTREE_EXPORTED extern "C" __declspec(dllexport)
#else
#define MOMENTREE_EXPORTED extern "C" __attribute__((visibility("default")))
#endif
