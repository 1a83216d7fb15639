// SPDX-License-Identifier: Apache-2.0
#include "core/study/report_facts.hpp"

#include "core/io/provenance.hpp"
#include "core/study/summary.hpp"

namespace momentree {
namespace {

bool isGoingOn(const RunFigures& figures) {
    return figures.state == RunState::Running || figures.state == RunState::Paused;
}

}  // namespace

ReportFacts factsOf(const Session& session, Diagnostics warnings) {
    const RunFigures figures = session.figures();
    ReportFacts facts;
    facts.modelName = session.model().name;
    facts.spec = session.spec();
    facts.steps = figures.steps;
    facts.wall = figures.wall;
    facts.simulated = figures.time - session.recording()->at(0, 0);
    facts.status = isGoingOn(figures) || (figures.state == RunState::Finished && figures.message)
                       ? statusName(StepStatus::Stopped)
                   : figures.state == RunState::Finished || figures.status != StepStatus::Reached
                       ? statusName(figures.status)
                       : "failed";
    if (figures.message) facts.problem = error(Place::run(), *figures.message);
    facts.newtonIterations = session.newtonIterations();
    facts.newtonIterationsMax = session.newtonIterationsMax();
    facts.phases = session.phases();
    facts.device = processorName();
    facts.board = session.boardTimes();
    facts.warnings = std::move(warnings);
    facts.notes = figures.notes;
    facts.balanceUncertainty = figures.balanceUncertainty;
    facts.errors = session.errors();
    return facts;
}

}  // namespace momentree
