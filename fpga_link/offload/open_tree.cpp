// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/open_tree.hpp"

#include <algorithm>
#include <cmath>

#include "core/formulations/hdca/hdca.hpp"
#include "core/generate/equations.hpp"
#include "core/kinematics/turns.hpp"
#include "core/math/index.hpp"
#include "fpga_link/offload/refusals.hpp"
#include "fpga_link/offload/tree_loops.hpp"

namespace momentree::fpga {

namespace {

constexpr double shortestSpring = 1e-9;  // of a spring at the start [m]

class TreeRefusals {
public:
    TreeRefusals(const Model& model, const InitialState& start)
        : model_(model), start_(start), reasons_(neverOnBoard(model)) {}

    Diagnostics all() {
        if (model_.tree.nu == 0)
            add(Place::model(""), MOMENTREE_TEXT("accelerator-nothing-free",
                                                 "has nothing that can move freely, so that the "
                                                 "accelerator has nothing to compute"));
        addClosures();
        for (const MotionElement& motion : model_.motions)
            add(Place::motion(motion.name), refusalOf(motion.law));
        for (const SpringDamper& spring : model_.springs) {
            add(Place::force(spring.name), refusalOf(spring));
            if ((pointOf(spring.A) - pointOf(spring.B)).norm() < shortestSpring)
                add(Place::force(spring.name), noSpringLength());
        }
        for (const AxialLoad& load : model_.axialLoads) {
            if (load.side != 0) continue;  // a limit, which is refused
            add(Place::force(load.name), refusalOf(load));
            add(Place::force(load.name), refusalOf(load.law));
        }
        for (const AppliedLoad& load : model_.appliedLoads) {
            add(Place::force(load.name), refusalOf(load));
            add(Place::force(load.name), refusalOf(load.law));
        }
        for (const Drag& drag : model_.drags) add(Place::force(drag.name), refusalOf(drag));
        if (reasons_.empty()) addAngles();
        return std::move(reasons_);
    }

private:
    void add(Place place, std::optional<Message> reason) {
        if (reason) reasons_.push_back(error(std::move(place), *std::move(reason)));
    }

    void addClosures() {
        for (const int cut : model_.tree.cutJoints) addLoop(cut);
        for (const CouplingElement& coupling : model_.couplings) {
            if (coupling.described < 0) {  // the thread of a screw
                addJoint(coupling.joints.front());
                continue;
            }
            add(Place::coupling(coupling.name),
                MOMENTREE_TEXT("accelerator-spatial-coupling",
                               "couples joints; in space the accelerator runs independent ones"));
        }
        for (const int index : model_.tree.closures) {
            const Constraint& closure = model_.constraints[toIndex(index)];
            if (closure.motion >= 0)
                add(Place::motion(model_.motions[toIndex(closure.motion)].name),
                    MOMENTREE_TEXT("accelerator-spatial-motion",
                                   "prescribes a part of the motion of its joint; in space the "
                                   "accelerator runs motions of revolute and prismatic joints"));
            else if (closure.joint >= 0 && !isCut(closure.joint))
                addJoint(closure.joint);
        }
    }
    /// Loops that end in points, angles, offsets or distances between two bodies.
    void addLoop(int cut) {
        for (const int index : model_.tree.closures) {
            const Constraint& closure = model_.constraints[toIndex(index)];
            if (closure.joint != cut || closure.motion >= 0 || hasRecordedRows(closure)) continue;
            const JointElement& joint = model_.joints[toIndex(cut)];
            add(Place::joint(joint.name),
                MOMENTREE_TEXT(
                    "accelerator-spatial-loop",
                    "closes a loop by %1; in space the accelerator closes loops by "
                    "joints without curves, contacts and constant velocity")(joint.type));
            return;
        }
    }
    void addJoint(int index) {
        const JointElement& joint = model_.joints[toIndex(index)];
        add(Place::joint(joint.name),
            MOMENTREE_TEXT("accelerator-spatial-joint",
                           "is %1, which constrains the tree; in space the accelerator runs joints "
                           "without such constraints")(joint.type));
    }
    Vector3d pointOf(const Marker& marker) const {
        if (marker.body == ground) return marker.frame.r;
        const BodyState& body = start_.bodies[toIndex(marker.body)];
        return body.r + rotationOf<double>(body.e) * marker.frame.r;
    }
    bool isCut(int joint) const {
        return std::ranges::find(model_.tree.cutJoints, joint) != model_.tree.cutJoints.end();
    }

    /// Turns are those of coordinates, or of rates about the axes of joints that close loops.
    void addAngles() {
        const CountedAngles angles = countedAngles(model_);
        for (std::size_t a = 0; a < angles.all.size(); ++a) {
            const CountedAngle& own = angles.all[a];
            const bool ofLoop = !model_.tree.cutJoints.empty() &&
                                (own.joint >= 0 || own.hinge >= 0) && !isRead(angles, a);
            if (!own.ofTree && own.motion < 0 && !ofLoop)
                add(placeOf(angles, static_cast<int>(a)),
                    MOMENTREE_TEXT("accelerator-turns",
                                   "counts turns about an axis that is not that of joints, which "
                                   "the accelerator cannot"));
        }
    }
    /// Whether a load depends on it.
    static bool isRead(const CountedAngles& angles, std::size_t angle) {
        return std::ranges::find(angles.ofLoad, static_cast<int>(angle)) != angles.ofLoad.end();
    }
    Place placeOf(const CountedAngles& angles, int angle) const {
        const CountedAngle& own = angles.all[toIndex(angle)];
        if (own.joint >= 0) return Place::joint(model_.joints[toIndex(own.joint)].name);
        for (std::size_t k = 0; k < model_.axialLoads.size(); ++k)
            if (angles.ofLoad[k] == angle) return Place::force(model_.axialLoads[k].name);
        for (std::size_t k = 0; k < model_.probes.size(); ++k)
            if (angles.ofProbe[k] == angle)
                return {Place::Kind::Probe, model_.probes[k].what.column};
        return Place::model("");
    }

    const Model& model_;
    const InitialState& start_;
    Diagnostics reasons_;
};

class TreeOnBoard final : public OnBoard {
public:
    explicit TreeOnBoard(const Model& model)
        : model_(model),
          turns_(model, true),
          hdca_(makeHdcaSpatial<double>(
              std::shared_ptr<const Model>(std::shared_ptr<void>(), &model), RunSpec())) {
        sample_.resize(model);
    }
    Result<void> begin(const InitialState& start) {
        y_.resize(hdca_->size());
        if (auto started = hdca_->start(start, y_); !started) return started;
        Eigen::VectorXd q = y_.head(model_.tree.nq);
        numbers_ = startNumbers(model_, start, q);
        turns_.start(start, q.data(), thetas());
        bodies_ = start.bodies;
        return {};
    }

    Result<void> fill(BatchOrder& order, double time) const override {
        const double *first = y_.data(), *momenta = first + hdca_->positionSize(),
                     *angles = first + model_.tree.nq;
        const OpenState state{{first, angles},
                              {momenta, momenta + model_.tree.nu},
                              numbers_,
                              time,
                              {angles, momenta}};
        const auto loops = loopsOf(model_, bodies_, state, order.step);
        if (!loops)
            return fail(error(Place::model(""),
                              MOMENTREE_TEXT("accelerator-singular-start",
                                             "starts in a singular pose, where some conditions of "
                                             "its loops follow from others; the accelerator needs "
                                             "another start")));
        auto compiled =
            compileTree(model_, state, {.method = order.method, .step = order.step}, *loops);
        if (!compiled.program)
            return fail(error(Place::model(""), MOMENTREE_TEXT("accelerator-tree-refused",
                                                               "does not fit the accelerator: %1")(
                                                    compiled.refusal)));
        order.system = std::make_shared<const CompiledSystem>(std::move(compiled));
        return {};
    }
    std::size_t rowWidth() const override { return 2 * toIndex(hdca_->positionSize()); }
    bool take(std::span<const double> row, double time, std::vector<BodyState>& bodies) override {
        const auto finite = [](double value) { return std::isfinite(value); };
        if (!std::ranges::all_of(row, finite)) return false;
        std::copy_n(row.begin(), y_.size(), y_.data());
        if (model_.tree.closures.empty())
            hdca_->retract(time, time, y_);
        else
            normalise();
        hdca_->observe(time, y_, sample_);
        for (const BodyState& body : sample_.bodies)
            if (!body.r.allFinite() || !body.v.allFinite() || !body.w.allFinite()) return false;
        bodies = bodies_ = sample_.bodies;
        time_ = time;
        return true;
    }
    std::span<const double> angles() override { return turns_.all(time_, y_.data(), thetas()); }

private:
    double* thetas() { return y_.data() + model_.tree.nq; }
    /// A retraction would hide the gaps of loops.
    void normalise() {
        for (const TreeBody& body : model_.tree.bodies)
            visitJoint([&](auto joint) { joint.normalise(y_.data() + body.firstQ); }, body.joint);
    }

    const Model& model_;
    Turns<double> turns_;
    std::unique_ptr<OdeSystem<double>> hdca_;
    Eigen::VectorXd y_;
    std::vector<double> numbers_;
    std::vector<BodyState> bodies_;  // of the last row
    Sample sample_;
    double time_ = 0.0;
};

}  // namespace

Diagnostics treeRefusals(const Model& model, const InitialState& start) {
    return TreeRefusals(model, start).all();
}

bool readsPowersOfTime(const Model& model) {
    const auto reads = [](const auto& element) {
        const std::vector<double>& c = element.law.polynomial;
        return std::any_of(c.begin() + (c.empty() ? 0 : 1), c.end(),
                           [](double k) { return k != 0.0; });
    };
    return std::ranges::any_of(model.motions, reads) ||
           std::ranges::any_of(model.axialLoads, reads) ||
           std::ranges::any_of(model.appliedLoads, reads);
}

Result<std::unique_ptr<OnBoard>> treeOnBoard(const Model& model, const InitialState& start) {
    auto tree = std::make_unique<TreeOnBoard>(model);
    if (auto begun = tree->begin(start); !begun) return tl::unexpected(std::move(begun.error()));
    return tree;
}

}  // namespace momentree::fpga
