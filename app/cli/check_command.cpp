// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iostream>

#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/load_model.hpp"
#include "core/io/diagnostic_text.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/number_text.hpp"
#include "core/session/friction_advice.hpp"

namespace momentree::cli {
namespace {

/// Relative singular value below which the closure equations are nearly dependent, and small errors
/// are amplified by its inverse.
constexpr double nearlySingular = 1e-3;
/// Names and lines of a list that are shown without --verbose.
constexpr std::size_t fewShown = 12;

std::string count(std::size_t number, const std::string& one, const std::string& many) {
    return std::to_string(number) + " " + (number == 1 ? one : many);
}
std::string count(int number, const std::string& one, const std::string& many) {
    return count(static_cast<std::size_t>(number), one, many);
}

void line(const std::string& label, const std::string& text) {
    std::cout << "  " << label << std::string(22 - std::min<std::size_t>(label.size(), 21), ' ')
              << text << '\n';
}

/// The names after each other, the first ones unless all are wanted.
std::string listed(const std::vector<std::string>& names, bool all) {
    std::string text;
    const std::size_t shown = all ? names.size() : std::min(names.size(), fewShown);
    for (std::size_t k = 0; k < shown; ++k) text += (k == 0 ? "" : ", ") + names[k];
    const std::size_t more = names.size() - shown;
    return more == 0 ? text : text + " and " + std::to_string(more) + " more (-v lists all)";
}

void showStructure(const Model& model, bool all) {
    const std::size_t loads = model.description.forces.size();
    std::size_t limits = 0;
    for (const JointDescription& joint : model.description.joints) limits += joint.limits.size();
    line("parts",
         count(model.bodies.size(), "body", "bodies") + ", " +
             count(model.joints.size(), "joint", "joints") + ", " +
             count(loads, "force", "forces") + ", " +
             count(model.motions.size(), "motion", "motions") +
             (model.description.couplings.empty()
                  ? std::string()
                  : ", " + count(model.description.couplings.size(), "coupling", "couplings")) +
             (limits == 0 ? std::string()
                          : ", " + count(limits, "limited coordinate", "limited coordinates")));
    std::vector<std::string> cut;
    for (const int joint : model.tree.cutJoints)
        cut.push_back(model.joints[static_cast<std::size_t>(joint)].name);
    line("structure", cut.empty() ? "tree, no closed loop"
                                  : count(cut.size(), "joint cuts", "joints cut") +
                                        " the closed loops: " + listed(cut, all));
}

/// Prints the redundant equations of each joint with remedies.
/// @param decides whether a friction depends on reactions that are not unique
void showRedundancies(const Model& model, const AssemblyReport& report, bool decides, bool all) {
    const std::vector<Redundancy>& list = report.redundancies;
    const std::size_t shown = all ? list.size() : std::min(list.size(), fewShown);
    for (std::size_t k = 0; k < shown; ++k) line("", textOf(model, list[k]));
    if (shown < list.size())
        line("", "and " + std::to_string(list.size() - shown) + " more (-v lists all)");
    if (report.redundant == 0) return;
    if (decides) {
        line("", "Other joints of the loop already constrain these directions. The reactions in");
        line("", "these directions are not unique, nor is the motion: friction depends on them.");
        return;
    }
    line("", "Other joints of the loop already constrain these directions. The motion is unique;");
    line("", "the reactions in these directions are not, unless a joint of the loop frees them.");
}

/// Prints the bodies that move freely until the joints that only close loops, if any, are counted.
void showFloating(const Model& model, bool all) {
    std::vector<std::string> held, loose;
    for (const TreeBody& tree : model.tree.bodies) {
        if (tree.element >= 0) continue;
        const bool rods = std::ranges::any_of(model.joints, [&](const JointElement& joint) {
            return joint.closes && (joint.A.body == tree.body || joint.B.body == tree.body);
        });
        (rods ? held : loose).push_back(model.bodies[static_cast<std::size_t>(tree.body)].name);
    }
    if (!held.empty()) line("held by closures", listed(held, all));
    if (!loose.empty()) line("without joint", listed(loose, all));
}

/// Prints how exactly the loops close and how clearly their equations are independent.
void showAssembly(const Model& model, const AssemblyReport& report) {
    const auto number = [](double value) { return numberText(value, 3); };
    line("assembly", "residual " + number(report.residual) + " (" + number(report.poseGap) +
                         " of the mechanism's size), velocity residual " +
                         number(report.velocityResidual) + ", after " +
                         count(report.iterations, "iteration", "iterations"));
    if (report.largestChange > 0.0)
        line("", "given joint coordinates changed by up to " + number(report.largestChange));
    if (model.tree.closureRows == 0) return;
    line("singular values", "smallest that counts " + number(report.smallestKept) +
                                ", largest that does not " + number(report.largestDropped) +
                                ", relative to the largest");
    if (report.smallestKept < nearlySingular)
        line("", "the start is near a singular pose, in which the motion is not determined");
}

void showMobility(const Model& model, const AssemblyReport& report, bool decides, bool all) {
    const bool restricted = report.speedsOfFreedom != report.degreesOfFreedom;
    line(
        "degrees of freedom",
        std::to_string(report.degreesOfFreedom) +
            (restricted ? " of position, " + std::to_string(report.speedsOfFreedom) + " of velocity"
                        : std::string()) +
            " (" + count(model.tree.nu, "joint speed", "joint speeds") + ", " +
            count(report.rank, "independent closure equation", "independent closure equations") +
            ")");
    if (report.degreesOfFreedom == 0 && model.motions.empty())
        line("", "nothing can move: remove a joint, or choose one with more freedom");
    showFloating(model, all);
    line("redundant", count(report.redundant, "closure equation", "closure equations"));
    showRedundancies(model, report, decides, all);
    showAssembly(model, report);
}

void showFormulations(const Catalogue& catalogue, const Model& model) {
    for (const Choice& choice : catalogue.formulations(&model))
        line(choice.id, choice.refusal ? "not supported: " + choice.refusal->str() : "supported");
}

/// What a run would say before its first step. On this machine, whatever the backend: neither a
/// board nor a compiler is needed to see that a start lies beyond a limit.
Result<RunSetup> tryToBegin(const Catalogue& catalogue, const std::shared_ptr<const Model>& model,
                            Diagnostics& warnings) {
    const RunSpec spec = catalogue.defaults(*model);
    RunSpec here = spec;
    here.backend = "sequential";
    auto stepper = catalogue.make(model, here);
    // A budget thins the rows of an endless run, which would be refused otherwise.
    return setUpRun(catalogue, model, spec,
                    {.budget = 1, .warnings = &warnings, .stepper = stepper ? &*stepper : nullptr});
}

/// @param shows whether to print the structure in addition to problems
int check(const Catalogue& catalogue, const CheckOptions& options, bool shows,
          const Report& report) {
    const auto model = loadModel(options, report);
    if (!model) return exitBadUse;
    AssemblyReport assembly;
    const auto start = assemble(*model, &assembly);
    Diagnostics ofFriction;
    if (start) adviseForReactions(*model, *start, ofFriction);
    if (shows) {
        std::cout << model->name << '\n';
        showStructure(*model, options.verbose);
        if (start) {
            showMobility(*model, assembly, !ofFriction.empty(), options.verbose);
            showFormulations(catalogue, *model);
        }
        std::cout.flush();
    }
    if (!start) {
        report(start.error(), shownName(options.file));
        return exitBadUse;
    }
    Diagnostics warnings;
    const auto begun = tryToBegin(catalogue, model, warnings);
    report(warnings, shownName(options.file));
    if (begun) return exitDone;
    report(begun.error(), shownName(options.file));
    return exitBadUse;
}

}  // namespace

int checkCommand(const Catalogue& catalogue, const CheckOptions& options) {
    if (!options.json) return check(catalogue, options, true, printing(options));
    JsonItem all = JsonItem::list();
    const int code =
        check(catalogue, options, false, [&all](const Diagnostics& found, const std::string& of) {
            for (const Diagnostic& one : found) all.add(diagnosticItem(one, of));
        });
    std::cout << all.print() << std::flush;
    return code;
}

}  // namespace momentree::cli
