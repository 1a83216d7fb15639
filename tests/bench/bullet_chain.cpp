// SPDX-License-Identifier: Apache-2.0
#include <BulletDynamics/Featherstone/btMultiBody.h>

#include <algorithm>
#include <vector>

#include "bench/evaluation.hpp"

static_assert(sizeof(btScalar) == sizeof(double));

namespace momentree::bench {
namespace {

btVector3 vector(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

class BulletChain final : public Evaluation {
public:
    explicit BulletChain(const Chain& chain)
        : chain_(chain), body_(chain.links, 0.0, btVector3(0, 0, 0), true, false) {
        const btQuaternion straight(0, 0, 0, 1);
        const btVector3 half(0.5, 0, 0);
        for (int i = 0; i < chain.links; ++i) {
            const btVector3 toJoint = i == 0 ? btVector3(0, 0, 0) : half;
            if (chain.joint == ChainJoint::Revolute)
                body_.setupRevolute(i, 1.0, vector(linkInertia()), i - 1, straight,
                                    vector(linkAxis(i)), toJoint, half, true);
            else
                body_.setupSpherical(i, 1.0, vector(linkInertia()), i - 1, straight, toJoint, half,
                                     true);
        }
        body_.finalizeMultiDof();
        body_.setLinearDamping(0.0);
        body_.setAngularDamping(0.0);
        body_.setMaxCoordinateVelocity(1e9);
        body_.setUseGyroTerm(true);
        body_.setCanSleep(false);
        const auto states = evaluatedStates(chain);
        for (std::size_t k = 0; k < 2; ++k) {
            exact_[k] = exactMotion(chain, states[k]).udot;
            q_[k] = states[k].q;
            u_[k] = states[k].u;
            if (chain.joint == ChainJoint::Spherical)  // scalar last
                for (int i = 0; i < chain.links; ++i) {
                    const Eigen::Vector4d e = states[k].q.segment<4>(4 * i);
                    q_[k].segment<4>(4 * i) << e[1], e[2], e[3], e[0];
                }
        }
    }
    void call(int state) override {
        const auto k = static_cast<std::size_t>(state);
        for (int i = 0; i < chain_.links; ++i) {
            body_.setJointPosMultiDof(i, q_[k].data() + i * chain_.coordinates());
            body_.setJointVelMultiDof(i, u_[k].data() + i * chain_.speeds());
        }
        body_.clearForcesAndTorques();
        for (int i = 0; i < chain_.links; ++i) body_.addLinkForce(i, btVector3(0, -gravity, 0));
        body_.computeAccelerationsArticulatedBodyAlgorithmMultiDof(step, reals_, vectors_,
                                                                   matrices_, false, false, false);
    }
    /// Bullet returns speeds after a step: u + step udot.
    double error() override {
        double worst = 0.0;
        for (int k = 0; k < 2; ++k) {
            call(k);
            const auto s = static_cast<std::size_t>(k);
            Eigen::VectorXd udot(u_[s].size());
            const int nu = chain_.speeds();
            for (int i = 0; i < chain_.links; ++i)
                for (int j = 0; j < nu; ++j)
                    udot[nu * i + j] = (body_.getJointVelMultiDof(i)[j] - u_[s][nu * i + j]) / step;
            worst = std::max(worst, relativeError(udot, exact_[s]));
        }
        return worst;
    }

private:
    static constexpr double step = 1e-3;
    Chain chain_;
    btMultiBody body_;
    std::array<Eigen::VectorXd, 2> q_, u_, exact_;
    btAlignedObjectArray<btScalar> reals_;
    btAlignedObjectArray<btVector3> vectors_;
    btAlignedObjectArray<btMatrix3x3> matrices_;
};

}  // namespace

std::unique_ptr<Evaluation> makeBulletChain(const Chain& chain) {
    return std::make_unique<BulletChain>(chain);
}

}  // namespace momentree::bench
