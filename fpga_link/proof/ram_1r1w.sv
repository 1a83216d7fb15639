// SPDX-License-Identifier: Apache-2.0
// One word of the memory, any one, for properties of the modules that use it.
(* anyconst *) logic [ADDRESS_BITS-1:0] watched_address;
logic [WIDTH-1:0] watched_word;
assign watched_word = words[watched_address];
