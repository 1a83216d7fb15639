// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/summary_texts.hpp"

#include <QCoreApplication>

namespace momentree::app {
namespace {

constexpr const char* context = "momentree::study";

/// For the translators, since core does not use Qt.
[[maybe_unused]] constexpr const char* texts[] = {
    QT_TRANSLATE_NOOP("momentree::study", "steps"),
    QT_TRANSLATE_NOOP("momentree::study", "Steps taken."),
    QT_TRANSLATE_NOOP("momentree::study", "wall"),
    QT_TRANSLATE_NOOP("momentree::study", "Time that the steps took."),
    QT_TRANSLATE_NOOP("momentree::study", "x real time"),
    QT_TRANSLATE_NOOP("momentree::study", "Simulated time over the time that it took."),
    QT_TRANSLATE_NOOP("momentree::study", "energy error"),
    QT_TRANSLATE_NOOP("momentree::study", "Largest change of the total energy since the start."),
    QT_TRANSLATE_NOOP("momentree::study", "drift"),
    QT_TRANSLATE_NOOP("momentree::study", "Largest violation of the constraints, Euclidean norm."),
    QT_TRANSLATE_NOOP("momentree::study", "velocity drift"),
    QT_TRANSLATE_NOOP("momentree::study", "The same of the constraints' first derivatives."),
    QT_TRANSLATE_NOOP("momentree::study", "acceleration drift"),
    QT_TRANSLATE_NOOP("momentree::study", "The same of the constraints' second derivatives."),
    QT_TRANSLATE_NOOP("momentree::study", "newton/step"),
    QT_TRANSLATE_NOOP("momentree::study", "Newton iterations per step, implicit methods."),
    QT_TRANSLATE_NOOP("momentree::study", "differs"),
    QT_TRANSLATE_NOOP("momentree::study",
                      "Largest distance of a centre of mass from where the reference has it."),
    QT_TRANSLATE_NOOP("momentree::study", "forces differ"),
    QT_TRANSLATE_NOOP("momentree::study",
                      "Largest difference of a joint's reaction force from the reference."),
    QT_TRANSLATE_NOOP("momentree::study", "moments differ"),
    QT_TRANSLATE_NOOP("momentree::study",
                      "Largest difference of a joint's reaction moment from the reference."),
};

}  // namespace

QString summaryText(const char* english) { return QCoreApplication::translate(context, english); }

QString summaryHeading(const SummaryColumn& column) {
    const QString title = summaryText(column.title);
    const QString unit = QString::fromUtf8(column.unit);
    return unit.isEmpty() ? title : QStringLiteral("%1 [%2]").arg(title, unit);
}

}  // namespace momentree::app
