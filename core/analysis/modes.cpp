// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/modes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/math/decompositions.hpp"
#include "core/math/eigenvalues.hpp"

namespace momentree {
namespace {

using Complex = std::complex<double>;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
using Eigen::VectorXd;

constexpr double asymmetry = 1e-9;      ///< relative asymmetry that is rounding
constexpr double zeroSquare = 1e-12;    ///< w^2 relative to the largest, symmetric problem
constexpr double zeroValue = 1e-6;      ///< |lambda| relative to the largest: zeros come as pairs,
                                        ///< which rounding parts by its square root
constexpr double noDamping = 1e-11;     ///< C_r relative to sqrt(K_r M_r)
constexpr double slowest = 1e-9;        ///< |lambda| of a mode that is not rounding [1/s]
constexpr double growingValue = 1e-9;   ///< real part relative to the largest |lambda|
constexpr double nothing = 1e-9;        ///< entries of a vector of length 1
constexpr double zeroSingular = 1e-11;  ///< singular value of a zero relative to the matrix

Mode modeOf(const Model& model, const Linearisation& about, Complex eigenvalue, VectorXcd z,
            bool rigid) {
    Mode mode;
    mode.eigenvalue = rigid ? Complex(0.0) : eigenvalue;
    mode.rigid = rigid;
    const double size = std::abs(mode.eigenvalue);
    mode.frequency = size / (2.0 * std::numbers::pi);
    mode.damping = rigid ? 0.0 : 0.0 - mode.eigenvalue.real() / size;
    const VectorXcd speeds = about.speeds.cast<Complex>() * z;
    Index largest = 0;
    if (speeds.size() > 0 && speeds.cwiseAbs().maxCoeff(&largest) > 0.0) z /= speeds[largest];
    const VectorXcd moves = about.N.cast<Complex>() * z;
    mode.z = std::move(z);
    for (std::size_t i = 0; i < model.bodies.size(); ++i)
        mode.bodies.push_back(moves.segment<6>(6 * static_cast<Index>(i)));
    return mode;
}

/// M_r = G G^T; returns G^-1.
MatrixXd whitening(const MatrixXd& M_r) {
    const SymmetricEigenvalues found = symmetricEigenvalues(M_r);
    return found.values.cwiseSqrt().cwiseInverse().asDiagonal() * found.vectors.transpose();
}

void addUndamped(const Model& model, const Linearisation& about, const MatrixXd& inverse,
                 const MatrixXd& K, Modes& out) {
    const SymmetricEigenvalues found = symmetricEigenvalues(K);
    const double largest = found.values.cwiseAbs().maxCoeff();
    for (Index k = 0; k < K.rows(); ++k) {
        const double square = found.values[k];
        const VectorXd z = inverse.transpose() * found.vectors.col(k);
        const bool rigid = std::abs(square) <= zeroSquare * largest + slowest * slowest;
        const double w = std::sqrt(std::abs(square));
        out.modes.push_back(modeOf(model, about, square > 0.0 ? Complex(0.0, w) : Complex(w),
                                   z.cast<Complex>(), rigid));
    }
}

void addGeneral(const Model& model, const Linearisation& about, const MatrixXd& inverse,
                const MatrixXd& K, const MatrixXd& C, Modes& out) {
    const Index f = K.rows();
    MatrixXd A = MatrixXd::Zero(2 * f, 2 * f);
    A.topRightCorner(f, f).setIdentity();
    A.bottomLeftCorner(f, f) = -K;
    A.bottomRightCorner(f, f) = -C;
    const GeneralEigenvalues found = generalEigenvalues(A);
    const double largest = found.values.cwiseAbs().maxCoeff();
    for (Index k = 0; k < 2 * f; ++k) {
        if (found.values[k].imag() < 0.0) continue;  // the other of a pair
        const bool rigid = std::abs(found.values[k]) <= zeroValue * largest + slowest;
        const VectorXcd z = inverse.transpose().cast<Complex>() * found.vectors.col(k).head(f);
        out.modes.push_back(modeOf(model, about, found.values[k], z, rigid));
    }
}

/// A matrix without its zero eigenvalues: a group of n equal zeros would scatter by the n-th root
/// of rounding. Its null vectors are taken out until there are none, so that the others stay as
/// they are: with orthonormal [S, Q], A S = S U and the eigenvalues of U are zero.
struct WithoutZeros {
    MatrixXd A, S, Q;  ///< Q^T A Q, zero space, its complement

    explicit WithoutZeros(const MatrixXd& all)
        : A(all), S(all.rows(), 0), Q(MatrixXd::Identity(all.rows(), all.rows())) {
        const double largest = all.norm();
        while (A.rows() > 0) {
            const VectorXd values = singularValues(A);
            // The threshold is relative to the whole matrix, not to what is left of it.
            const double threshold =
                values[0] > 0.0 ? std::min(zeroSingular * largest / values[0], 1.0) : 1.0;
            const MatrixXd zeros = rightNullSpace(A, threshold);
            if (zeros.cols() == 0) break;
            const MatrixXd rest = leftNullSpace(zeros, 0.5);
            MatrixXd more(S.rows(), S.cols() + zeros.cols());
            more << S, Q * zeros;
            S = std::move(more);
            Q = MatrixXd(Q * rest);
            A = MatrixXd(rest.transpose() * A * rest);
        }
    }
};

/// Modes of x' = A x.
void addRestricted(const Model& model, const Linearisation& about, Modes& out) {
    const MatrixXd& A = about.restricted->A;
    const Index f = about.N.cols();
    const WithoutZeros own(A);
    for (Index k = 0; k < own.S.cols(); ++k) {
        VectorXd z = own.S.col(k).head(f);
        if (z.norm() < nothing) z.setZero();  // of speeds alone
        out.modes.push_back(modeOf(model, about, Complex(0.0), z.cast<Complex>(), true));
    }
    const GeneralEigenvalues found = generalEigenvalues(own.A);
    const MatrixXd U = own.S.transpose() * A * own.S, V = own.S.transpose() * A * own.Q;
    for (Index k = 0; k < own.A.rows(); ++k) {
        const Complex value = found.values[k];
        if (value.imag() < 0.0) continue;  // the other of a pair
        // The part in the zero space: U is nilpotent, so that value - U is regular.
        const VectorXcd y = V.cast<Complex>() * found.vectors.col(k);
        VectorXcd part = VectorXcd::Zero(U.rows()), term = y / value;
        for (Index power = 0; power < U.rows(); ++power) {
            part += term;
            term = VectorXcd(U.cast<Complex>() * term / value);
        }
        const VectorXcd x =
            own.S.cast<Complex>() * part + own.Q.cast<Complex>() * found.vectors.col(k);
        out.modes.push_back(modeOf(model, about, value, x.head(f), false));
    }
}

/// Sorted, with their stability.
Modes finished(Modes out) {
    std::ranges::stable_sort(out.modes, {}, [](const Mode& mode) {
        return std::pair(mode.frequency, mode.eigenvalue.real());
    });
    double largest = 0.0;
    for (const Mode& mode : out.modes) largest = std::max(largest, std::abs(mode.eigenvalue));
    const auto grows = [&](const Mode& mode) {
        return mode.eigenvalue.real() > growingValue * largest;
    };
    out.growing = static_cast<int>(std::ranges::count_if(out.modes, grows));
    out.stability = out.growing > 0                                ? Stability::Unstable
                    : std::ranges::any_of(out.modes, &Mode::rigid) ? Stability::Neutral
                                                                   : Stability::Stable;
    return out;
}

}  // namespace

const char* stabilityId(Stability stability) {
    switch (stability) {
        case Stability::Stable:
            return "stable";
        case Stability::Neutral:
            return "neutral";
        case Stability::Unstable:
            return "unstable";
        case Stability::Fixed:
            break;
    }
    return "fixed";
}

Modes modesOf(const Model& model, const Linearisation& about) {
    Modes out;
    if (about.N.cols() == 0) return out;
    if (about.restricted) {
        addRestricted(model, about, out);
        return finished(std::move(out));
    }
    const MatrixXd inverse = whitening(about.M_r);
    const MatrixXd K = inverse * about.K_r * inverse.transpose();
    const MatrixXd C = inverse * about.C_r * inverse.transpose();
    const double rate = std::sqrt(K.norm());
    out.undamped = C.norm() <= noDamping * rate + slowest &&
                   (K - K.transpose()).norm() <= asymmetry * K.norm() + slowest * slowest;
    if (out.undamped)
        addUndamped(model, about, inverse, 0.5 * (K + K.transpose()), out);
    else
        addGeneral(model, about, inverse, K, C, out);
    return finished(std::move(out));
}

VectorXcd eigenvaluesOf(const Linearisation& about, const MatrixXd& A) {
    if (about.restricted) {
        const WithoutZeros own(A);
        VectorXcd values = VectorXcd::Zero(A.rows());
        values.head(own.A.rows()) = generalEigenvalues(own.A).values;
        return values;
    }
    VectorXcd values = generalEigenvalues(A).values;
    if (values.size() == 0) return values;
    const double zero = zeroValue * values.cwiseAbs().maxCoeff() + slowest;
    for (Complex& value : values)
        if (std::abs(value) <= zero) value = 0.0;
    return values;
}

}  // namespace momentree
