// SPDX-License-Identifier: Apache-2.0
#include <Eigen/LU>
#include <limits>

#include "core/integrators/fixed_step.hpp"

namespace momentree {
namespace {

constexpr int mostIterations = 50;
constexpr int paceInterval = 64;     // steps from one estimate of the pace to the next
constexpr int largestNewton = 1000;  // states; the dense Jacobian and its factors then take 16 MB

/// y' = 2 Y - y with Y = y + h/2 f(t + h/2, Y). Order 2, symplectic in canonical coordinates,
/// A-stable. Solved by fixed-point iteration while it contracts well, then by Newton's method with
/// a difference Jacobian that is kept as long as it converges. Systems larger than `largestNewton`
/// use only fixed-point iteration.
template <typename S>
class ImplicitMidpoint final : public FixedStep<S> {
public:
    using Vector = typename FixedStep<S>::Vector;
    using FixedStep<S>::FixedStep;
    std::int64_t newtonIterations() const override { return iterations_; }
    std::int64_t newtonIterationsMax() const override { return mostIterations_; }

protected:
    void resize(int size) override {
        for (Vector* v : {&middle_, &slope_, &change_, &moved_}) v->setZero(size);
        units_ = this->system().units();
        newton_ = false;
        factorisedFor_ = 0.0;
        iterations_ = mostIterations_ = steps_ = 0;
        if (size > largestNewton) return;
        jacobian_.setZero(size, size);
        factors_ = Eigen::PartialPivLU<Matrix>(size);
    }

    StepStatus step(double t, double h, const Vector& y, Vector& next, PhaseClock& clock) override {
        const std::int64_t before = iterations_;
        // Rates where steps begin, which are on the constraints, cost evaluations of their own.
        if (steps_++ % paceInterval < PaceMeter<S>::states) {
            const StepStatus known = this->derivative(t, y, slope_, clock);
            if (known != StepStatus::Reached) return known;
            this->pace_.take(t, y, slope_);
        }
        StepStatus status = StepStatus::NotConverged;
        if (!newton_) status = iterate(t, h, y, clock);
        if (status == StepStatus::NotConverged && y.size() <= largestNewton) {
            newton_ = true;
            if (factorisedFor_ == h) status = iterate(t, h, y, clock);
            if (status == StepStatus::NotConverged) {
                status = factorise(t, h, y, clock);
                if (status == StepStatus::Reached) status = iterate(t, h, y, clock);
            }
        }
        mostIterations_ = std::max(mostIterations_, iterations_ - before);
        next = S(2) * middle_ - y;
        return status;
    }

private:
    using Matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;
    static constexpr S epsilon = std::numeric_limits<S>::epsilon();
    static constexpr S tolerance = S(1000) * epsilon;  ///< of an entry

    /// Newton or fixed-point iteration from y; ends when the remaining change is tolerable.
    StepStatus iterate(double t, double h, const Vector& y, PhaseClock& clock) {
        middle_ = y;
        S before = S(0);
        for (int k = 0; k < mostIterations; ++k) {
            const StepStatus status = this->derivative(t + h / 2, middle_, slope_, clock);
            if (status == StepStatus::NotFinite && k > 0) return StepStatus::NotConverged;
            if (status != StepStatus::Reached) return status;
            ++iterations_;
            change_ = y + S(h / 2) * slope_ - middle_;
            if (newton_) {
                moved_ = factors_.solve(change_);  // solving in place would allocate
                change_.swap(moved_);
            }
            middle_ += change_;
            const S size = sizeOf(change_);
            if (k > 0 && size > S(newton_ ? 0.9 : 0.3) * before && size > S(1))
                return StepStatus::NotConverged;
            if (size <= S(1)) return StepStatus::Reached;
            before = size;
        }
        return StepStatus::NotConverged;
    }

    /// Largest entry relative to its tolerance.
    S sizeOf(const Vector& change) const {
        if (change.size() == 0) return S(0);
        return (change.array().abs() / (units_.array() + middle_.array().abs())).maxCoeff() /
               tolerance;
    }

    /// I - h/2 df/dy at the beginning of the step, column by column.
    StepStatus factorise(double t, double h, const Vector& y, PhaseClock& clock) {
        StepStatus status = this->derivative(t + h / 2, y, slope_, clock);
        moved_ = y;
        for (Eigen::Index k = 0; k < y.size() && status == StepStatus::Reached; ++k) {
            const S dy = std::sqrt(epsilon) * (units_[k] + std::abs(y[k]));
            moved_[k] = y[k] + dy;
            status = this->derivative(t + h / 2, moved_, change_, clock);
            jacobian_.col(k) = S(-h / 2) / dy * (change_ - slope_);
            jacobian_(k, k) += S(1);
            moved_[k] = y[k];
        }
        if (status != StepStatus::Reached) return status;
        factors_.compute(jacobian_);
        factorisedFor_ = h;
        return StepStatus::Reached;
    }

    Vector units_;  ///< `OdeSystem::units`
    Vector middle_, slope_, change_, moved_;
    Matrix jacobian_;
    Eigen::PartialPivLU<Matrix> factors_;
    bool newton_ = false;         ///< set after the fixed-point iteration has failed
    double factorisedFor_ = 0.0;  ///< step of the current factors [s], 0 none
    std::int64_t iterations_ = 0, mostIterations_ = 0, steps_ = 0;
};

}  // namespace

template <typename S>
std::unique_ptr<Integrator<S>> makeImplicitMidpoint(const IntegratorSettings& settings) {
    return std::make_unique<ImplicitMidpoint<S>>(settings);
}
template std::unique_ptr<Integrator<double>> makeImplicitMidpoint(const IntegratorSettings&);
template std::unique_ptr<Integrator<float>> makeImplicitMidpoint(const IntegratorSettings&);

}  // namespace momentree
