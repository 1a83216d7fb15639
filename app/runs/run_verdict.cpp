// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_verdict.hpp"

#include <QStringList>
#include <algorithm>
#include <cmath>

#include "app/base/diagnostic_text.hpp"
#include "app/base/number_text.hpp"
#include "app/base/text.hpp"
#include "app/runs/run_controller.hpp"

namespace momentree::app {
namespace {

constexpr double rounding = 1e-17;  ///< [J or m]; smaller values are shown as this

QString boundOf(double value, const char* unit) {
    return shortText(std::max(std::abs(value), rounding), 2) + ' ' + QLatin1String(unit);
}

QString energySentence(const Model& model, const RunExtremes& extremes) {
    const double figure = energyFigure(model, extremes);
    if (!(figure >= 0.0)) return {};
    const QString bound = boundOf(figure, "J");
    return keepsEnergy(model) ? tr("Energy changes by at most %1.").arg(bound)
                              : tr("Energy and work agree to %1.").arg(bound);
}

}  // namespace

const RunExtremes& LiveExtremes::of(const RunController& run) {
    if (session_.lock() != run.sharedSession()) extremes_ = {};
    session_ = run.sharedSession();
    const Session& session = run.session();
    takeIn(extremes_, session.model(), session.layout(), *session.recording());
    return extremes_;
}

bool keepsEnergy(const Model& model) {
    return model.motions.empty() && model.stops.empty() && model.contactLoads.empty() &&
           model.axialLoads.empty() && model.appliedLoads.empty() && model.drags.empty() &&
           std::ranges::all_of(model.bushings, [](const Bushing& b) { return b.C.isZero(0.0); }) &&
           std::ranges::all_of(model.elasticCouplings,
                               [](const ElasticCoupling& e) { return e.c == 0.0; }) &&
           std::ranges::all_of(model.springs, [](const SpringDamper& s) { return s.c == 0.0; });
}

double energyFigure(const Model& model, const RunExtremes& extremes) {
    return keepsEnergy(model) ? extremes.energyError : extremes.balance;
}

RunVerdict verdictOf(const Session& session, const RunExtremes& extremes) {
    const RunFigures figures = session.figures();
    if (figures.state == RunState::Failed && figures.message)
        return {RunVerdict::Kind::Bad, messageText(*figures.message)};
    const auto warns = std::ranges::find_if(figures.notes, &RunNote::warns);
    if (warns != figures.notes.end()) return {RunVerdict::Kind::Caution, messageText(warns->text)};
    QStringList sentences;
    if (session.model().tree.closureRows > 0 && extremes.driftPosition >= 0.0)
        sentences << tr("Loops are closed to %1.").arg(boundOf(extremes.driftPosition, "m"));
    if (const QString energy = energySentence(session.model(), extremes); !energy.isEmpty())
        sentences << energy;
    return {RunVerdict::Kind::Good, sentences.join(' ')};
}

}  // namespace momentree::app
