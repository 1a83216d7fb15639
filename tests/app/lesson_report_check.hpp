// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QTest>

#include "app/export/lab_page.hpp"
#include "app/panels/lessons/lesson_report.hpp"
#include "pictures.hpp"

namespace momentree::app {

/// The page to hand in has what was predicted, run and tried, and is complete in itself.
inline void checkReport(const LessonWork& work, Viewport& view, const QString& name) {
    const LabPage lab = lessonReport(work, paperPicture(view));
    const QString html = QString::fromUtf8(labHtml(lab));
    qsizetype pictures = 1;  // of the mechanism
    for (const LessonStep& step : work.lesson.steps) {
        pictures += std::ssize(step.plots) + std::ssize(step.graphs);
        if (step.kind == LessonStep::Kind::Run)
            for (const std::string& run : step.runs)
                QVERIFY(html.contains(
                    QString::fromStdString(work.lesson.run(run)->label).toHtmlEscaped()));
    }
    QCOMPARE(html.count("<img "), pictures);
    QCOMPARE(html.count("src=\"data:image/"), pictures);
    for (const char* part : {"Predicted:", "Found:", "step [s]", "What I conclude", "SHA-256"})
        QVERIFY2(html.contains(part), part);
    const QString text = QString(html).remove(QRegularExpression("\"data:[^\"]*\""));
    for (const char* strange : {"<script", "[[", "$", "nan", "–<", "http"})
        QVERIFY2(!text.contains(strange), qPrintable(name + ": " + strange));
    // One sheet; a student who tries often gets no second one.
    QCOMPARE(labPdf(lab).count("/Type /Page\n"), qsizetype{1});
    LessonWork more = work;
    for (auto& [step, attempts] : more.attempts)
        attempts.insert(attempts.end(), 20, attempts.front());
    QCOMPARE(labPdf(lessonReport(more, paperPicture(view))).count("/Type /Page\n"), qsizetype{1});
    for (const char* ending : {".html", ".pdf"})
        if (const QString file = pictureFile("report-" + name + ending); !file.isEmpty())
            QVERIFY(writeLabPage(lab, file.toStdString()));
}

}  // namespace momentree::app
