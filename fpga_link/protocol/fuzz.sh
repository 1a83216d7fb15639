#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh [RUNS]: feeds random bytes to the frame parser and all decoders under the address and
# undefined-behaviour sanitizers (clang with libFuzzer). Inputs found are kept in build/fuzz;
# "fuzz.sh keep" then updates fpga_link/protocol/corpus.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

command -v clang++ >/dev/null || {
    echo "fuzz.sh: there is no clang++; install the package clang" >&2
    exit 1
}
mkdir -p build/fuzz/found
program=build/fuzz/fuzz_protocol
clang++ -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -I. \
    fpga_link/protocol/{fuzz_protocol,frame,messages,crc32}.cpp -lz -o "$program"

corpus=fpga_link/protocol/corpus
if [ "${1-}" = keep ]; then
    mkdir -p build/fuzz/kept
    "$program" -merge=1 build/fuzz/kept "$corpus" build/fuzz/found 2>/dev/null
    rm -f "$corpus"/*
    cp build/fuzz/kept/* "$corpus"
    rm -r build/fuzz/kept
    echo "$(find "$corpus" -type f | wc -l) inputs, $(du -sh --apparent-size "$corpus" | cut -f 1)"
    exit
fi
exec nice -n 19 "$program" -runs="${1-10000000}" -max_len=4096 -timeout=300 -rss_limit_mb=1024 \
    -artifact_prefix=build/fuzz/ -print_final_stats=1 build/fuzz/found "$corpus"
