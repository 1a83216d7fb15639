// SPDX-License-Identifier: Apache-2.0
#include "core/math/row_space.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace momentree {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {
constexpr double surely = 1e-5;  ///< part of a row that counts without doubt
}  // namespace

RowSpace::RowSpace(const MatrixXd& A, double threshold)
    : factors_(A.transpose()),
      diagonal_(VectorXd::Zero(std::min(A.rows(), A.cols()))),
      order_(static_cast<std::size_t>(A.rows())) {
    std::iota(order_.begin(), order_.end(), Index{0});
    const Index n = factors_.rows(), m = factors_.cols();
    double longest = 0.0;
    for (; rank_ < diagonal_.size(); ++rank_) {
        const Index k = rank_, left = n - k;
        Index best = k;
        double square = -1.0;
        for (Index j = k; j < m; ++j)
            if (const double own = factors_.col(j).tail(left).squaredNorm(); own > square)
                square = own, best = j;
        const double length = std::sqrt(square);
        if (k == 0) longest = length;
        if (!(length > threshold * longest)) {
            // What is rounding in the size of the rows is no doubt.
            clear_ = length <= 1e-2 * threshold * longest;
            break;
        }
        clear_ = clear_ && length > surely * longest;
        if (best != k) {
            factors_.col(k).swap(factors_.col(best));
            std::swap(order_[static_cast<std::size_t>(k)], order_[static_cast<std::size_t>(best)]);
        }
        // v = x -+ |x| e, of length sqrt(2), turns x into +-|x| e.
        auto v = factors_.col(k).tail(left);
        const double sign = v[0] > 0.0 ? -1.0 : 1.0;
        diagonal_[k] = sign * length;
        v[0] -= diagonal_[k];
        v *= std::sqrt(2.0) / v.norm();
        for (Index j = k + 1; j < m; ++j) {
            auto other = factors_.col(j).tail(left);
            other -= v.dot(other) * v;
        }
    }
}

template <typename Columns>
void RowSpace::reflectBack(Columns&& columns) const {
    for (Index k = rank_; k-- > 0;) {
        const auto v = factors_.col(k).tail(factors_.rows() - k);
        for (Index j = 0; j < columns.cols(); ++j) {
            auto x = columns.col(j).tail(v.size());
            x -= v.dot(x) * v;
        }
    }
}

VectorXd RowSpace::shortest(const VectorXd& b) const {
    VectorXd x = VectorXd::Zero(factors_.rows());
    for (Index k = 0; k < rank_; ++k)
        x[k] = (b[order_[static_cast<std::size_t>(k)]] - factors_.col(k).head(k).dot(x.head(k))) /
               diagonal_[k];
    reflectBack(x);
    return x;
}

MatrixXd RowSpace::nullSpace() const {
    const Index n = factors_.rows();
    MatrixXd N = MatrixXd::Zero(n, n - rank_);
    N.bottomRows(n - rank_).setIdentity();
    reflectBack(N);
    return N;
}

}  // namespace momentree
