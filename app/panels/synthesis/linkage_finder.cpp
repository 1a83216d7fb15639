// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/synthesis/linkage_finder.hpp"

#include <QBoxLayout>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTextDocumentFragment>

#include "app/analyses/number_columns.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/base/display_unit.hpp"
#include "app/base/scrolling.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/workspace/workspace.hpp"
#include "core/io/text_file.hpp"

namespace momentree::app {

LinkageFinder::LinkageFinder(Workspace& workspace, const QString& title, QWidget* picture)
    : controls_(new QVBoxLayout),
      said_(new QLabel),
      workspace_(workspace),
      title_(new QLabel(title)),
      values_(new QHBoxLayout),
      use_(new QPushButton(tr("Use this linkage"))) {
    title_->setFont(textFont(TextSize::Title, font()));
    said_->setAccessibleName(tr("Result"));
    said_->setWordWrap(true);
    said_->setTextInteractionFlags(Qt::TextBrowserInteraction);
    said_->hide();
    use_->setObjectName("useLinkage");
    use_->setProperty("role", "primary");
    use_->setToolTip(tr("Replaces the drawing by the linkage; this can be undone"));
    use_->setEnabled(false);
    connect(use_, &QPushButton::clicked, this, &LinkageFinder::use);
    auto* contents = new QWidget;
    auto* side = new QVBoxLayout(contents);
    side->setContentsMargins(0, 0, 0, 0);
    side->addWidget(title_);
    side->addLayout(controls_);
    side->addWidget(said_);
    side->addWidget(use_);
    side->addStretch(1);
    auto* values = new QHBoxLayout;
    values->addLayout(values_);
    values->addStretch(1);
    auto* left = new QVBoxLayout;
    left->addWidget(picture, 1);
    left->addLayout(values);
    auto* all = new QHBoxLayout(this);
    all->setContentsMargins(metric::panelPadding, 8, metric::panelPadding, 8);
    all->addLayout(left, 2);
    QScrollArea* scrolled = scrolling(contents);
    scrolled->setAccessibleName(title);
    all->addWidget(scrolled, 1);
}

void LinkageFinder::showTitle(bool shown) { title_->setVisible(shown); }

void LinkageFinder::showFound(const std::vector<LargeValue>& values, const QString& text) {
    showLargeValues(*values_, values);
    said_->setText(text);
    const QString plain = QTextDocumentFragment::fromHtml(text).toPlainText();
    said_->setAccessibleName(plain.isEmpty() ? tr("Result") : plain);
    said_->setVisible(!text.isEmpty());
    use_->setEnabled(true);
}

void LinkageFinder::showNone(const QString& why) {
    showFound({}, why);
    use_->setEnabled(false);
}

/// As one step of the history, with the trace.
void LinkageFinder::use() {
    const Result<LinkageModel> found = model();
    if (!found) return showNone(editText(found.error().front()));
    // Links of the same names would go on from where they are.
    if (workspace_.run.hasRun()) {
        workspace_.run.playback().pause();
        workspace_.run.playback().seek(0.0);
    }
    QUndoStack& history = workspace_.document.history();
    history.beginMacro(tr("Use the linkage"));
    workspace_.document.adopt(tr("Use the linkage"),
                              std::make_shared<const ModelDescription>(found->description));
    Q_EMIT used(found->body, found->marker);
    history.endMacro();
}

QString lengthsText(const PlanarLinkage& linkage) {
    using L = PlanarLinkage;
    const auto length = [&](L::Parameter k) { return lengthText(linkage[k]); };
    QString text =
        LinkageFinder::tr("Crank %1, coupler %2").arg(length(L::LengthA), length(L::LengthB));
    text += (linkage.n == 0 ? LinkageFinder::tr(", rocker %1") : LinkageFinder::tr(", link %1"))
                .arg(length(L::LengthC));
    if (linkage.n != 0) text += LinkageFinder::tr(", second crank %1").arg(length(L::LengthE));
    return text + LinkageFinder::tr(", ground %1").arg(length(L::LengthD));
}

std::optional<std::vector<std::vector<double>>> readNumbers(const QString& path, int columns,
                                                            QString* why) {
    const auto text = readTextFile(path.toStdString());
    if (!text) {
        *why = editText(text.error().front());
        return {};
    }
    auto rows = numberColumns(*text, columns);
    if (rows) return *std::move(rows);
    const Diagnostic& problem = rows.error().front();
    *why = problem.line > 0
               ? LinkageFinder::tr("Line %1: %2").arg(problem.line).arg(editText(problem))
               : editText(problem);
    return {};
}

QDoubleSpinBox* makeAngleField(double from, double to, double degrees, const QString& name) {
    auto* field = new QDoubleSpinBox;
    field->setRange(from, to);
    field->setDecimals(0);
    field->setSuffix(LinkageFinder::tr("°"));
    field->setValue(degrees);
    field->setAccessibleName(name);
    return field;
}

}  // namespace momentree::app
