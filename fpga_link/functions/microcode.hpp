// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "fpga_link/functions/pivoted_rows.hpp"

namespace momentree::fpga::functions {

/// Operation of one word of a function's program. Order exchanges two row numbers if the magnitude
/// of its second operand is larger than that of its first.
enum class Unit { None, Add, Move, Multiply, Reciprocal, Order };

/// Location of a number: a word of the window, the same with the row or column exchanged by
/// pivoting, or the result of an operation. Row and column are address bits 3:2 and 1:0, in space
/// 5:3 and 2:0.
struct Location {
    enum class Kind { Word, Row, Column, Result };
    Kind kind = Kind::Word;
    int number = 0;  ///< word address (byte offset / 4), or number of the operation
    bool operator==(const Location&) const = default;
};

struct Operand {
    Location place;
    bool negative = false;
};

struct MicroOperation {
    Unit unit = Unit::None;
    Operand a, b;
    Location target;  ///< Result with its own number: any place
};

/// The operations of a function in the order of its template.
class Recorder;

/// A scalar that records its operations.
struct Recorded {
    Recorder* recorder = nullptr;
    Operand operand;

    friend Recorded operator-(Recorded a) {
        a.operand.negative = !a.operand.negative;
        return a;
    }
};
Recorded operator+(const Recorded& a, const Recorded& b);
Recorded operator*(const Recorded& a, const Recorded& b);
Recorded reciprocal(const Recorded& a);
inline Recorded operator-(const Recorded& a, const Recorded& b) { return a + (-b); }

class Recorder {
public:
    Recorded word(int address) { return {this, {{Location::Kind::Word, address}, false}}; }
    Recorded push(Unit unit, const Operand& a, const Operand& b);
    /// Stores the value at `target`: the operation that just computed it writes there, otherwise a
    /// move does.
    void store(const Recorded& value, Location target);
    /// The same for a fixed word, to which an earlier operation may also write.
    void output(const Recorded& value, int address);

    const std::vector<MicroOperation>& operations() const { return operations_; }

private:
    std::vector<MicroOperation> operations_;
};

/// Records the exchange of rows as performed by the hardware: in the addresses. A 4x4 matrix is
/// first in the window; entries of a 6x6 one are set before they are used.
template <int n>
class PivotedRows<Recorded, n> {
public:
    explicit PivotedRows(Recorder& recorder) : recorder_(recorder) {}

    Recorded at(int row, int column) const;
    void set(int row, int column, const Recorded& value);
    void order(int k, int i);
    void setInverse(int row, int column, const Recorded& value);
    Recorded inverseAt(int row, int column) const;

private:
    static constexpr int stride = n == 4 ? 4 : 8;

    Recorder& recorder_;
    /// Moved from the window to the words used by the elimination.
    std::array<bool, static_cast<std::size_t>(n* stride)> moved_{};
};

/// Time of issue of each operation, and location of its result.
struct Schedule {
    std::vector<MicroOperation> operations;  ///< in order of issue; all places are addresses
    std::vector<int> issue;                  ///< clock of each, the first at 0
    int length = 0;                          ///< clocks until everything has been written
};

/// Static schedule with one issue and one write per clock and one set of units.
Schedule scheduled(const Recorder& recorder);

/// The programs of all functions: the text of `rtl/function_pkg.sv` and `rtl/function_rom.sv`.
struct FunctionPrograms {
    Schedule update, assembly, inverse, spatialUpdate, spatialAssembly;
};
FunctionPrograms functionPrograms();
std::string packageText(const FunctionPrograms& programs);
std::string romText(const FunctionPrograms& programs);

}  // namespace momentree::fpga::functions
