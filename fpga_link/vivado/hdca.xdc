# SPDX-License-Identifier: Apache-2.0
# NOT RUN BY THIS PROJECT. The processing system's IP constrains fabric clock 0 (100 MHz) itself. All
# registers of the accelerator are reset synchronously, by the reset block of the AXI interconnect and
# by SOFT_RESET, so that ordinary timing covers both and no exceptions are needed.
