// SPDX-License-Identifier: Apache-2.0
// Vectors, turns and inertias of recorded numbers. Sums are written term by term, so that a
// compiler makes each product and its sum one instruction.
#pragma once

#include <Eigen/Core>

#include "core/generate/tape.hpp"

namespace momentree {

using RecordedVector = std::array<Recorded, 3>;
using RecordedMatrix = std::array<RecordedVector, 3>;  ///< by rows

/// [linear; angular].
struct RecordedPair {
    RecordedVector l, a;
    Recorded& operator[](std::size_t k) { return k < 3 ? l[k] : a[k - 3]; }
    const Recorded& operator[](std::size_t k) const { return k < 3 ? l[k] : a[k - 3]; }
    RecordedPair& operator+=(const RecordedPair& b) {
        for (std::size_t k = 0; k < 6; ++k) (*this)[k] += b[k];
        return *this;
    }
};

/// The numbers of a vector or rotation. What rounding leaves of a zero is a zero.
RecordedVector recordedOf(const Eigen::Vector3d& v);
RecordedMatrix recordedOf(const Eigen::Matrix3d& m);

/// v += a x b.
void addCross(RecordedVector& v, const RecordedVector& a, const RecordedVector& b);
RecordedVector crossOf(const RecordedVector& a, const RecordedVector& b);
Recorded dotOf(const RecordedVector& a, const RecordedVector& b);
RecordedVector operator+(const RecordedVector& a, const RecordedVector& b);
RecordedVector operator-(const RecordedVector& a, const RecordedVector& b);
RecordedVector operator*(const Recorded& s, const RecordedVector& v);
RecordedVector operator*(const RecordedMatrix& m, const RecordedVector& v);
RecordedMatrix operator*(const RecordedMatrix& a, const RecordedMatrix& b);
RecordedMatrix transposed(const RecordedMatrix& m);

/// A rotation from the axes of one frame to those of another: about an axis, or any.
struct RecordedTurn {
    int axis = -1;  ///< 0, 1, 2 for x, y, z; -1 for any
    Recorded c, s;  ///< cosine and sine about the axis
    RecordedMatrix any;

    static RecordedTurn about(int axis, const Recorded& c, const Recorded& s) {
        return {axis, c, s, {}};
    }
    RecordedMatrix matrix() const;
    RecordedVector operator*(const RecordedVector& v) const;
    RecordedVector back(const RecordedVector& v) const;  ///< R^T v
};

/// A spatial inertia [[A, B], [B^T, C]] about some point; A and C by their upper halves.
struct RecordedInertia {
    std::array<Recorded, 6> A, C;  ///< xx, xy, xz, yy, yz, zz
    RecordedMatrix B;

    static constexpr std::size_t half(std::size_t i, std::size_t j) {
        constexpr std::array<std::size_t, 9> at{0, 1, 2, 1, 3, 4, 2, 4, 5};
        return at[3 * i + j];
    }
    Recorded& operator()(std::size_t i, std::size_t j);
    RecordedInertia& operator+=(const RecordedInertia& b);
    /// M e_k.
    std::array<Recorded, 6> column(std::size_t k);
    /// R M R^T.
    void turn(const RecordedTurn& R);
    /// Moves the point from O + r to O: B -= A r~, C += r~ B' + (r~ B)^T.
    void shift(const RecordedVector& r);
};

}  // namespace momentree
