// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/analyses/answer.hpp"

#include <QBoxLayout>
#include <QFileDialog>
#include <QFrame>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QShowEvent>
#include <QStackedWidget>
#include <QTableWidget>
#include <QToolButton>
#include <atomic>
#include <stop_token>
#include <utility>

#include "app/base/background.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/base/display_unit.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/document/check_steps.hpp"
#include "app/plots/plot_export.hpp"
#include "app/workspace/workspace.hpp"
#include "core/session/run_setup.hpp"

namespace momentree::app {
namespace {

constexpr int askEvery = 100;      ///< for progress [ms]
constexpr int quickWithin = 2000;  ///< an answer that follows the model [ms]
constexpr int answerSteps = 1000, progressWidth = 240;

/// Columns of angles and their rates, which reports have in radians, in the unit of the settings.
TextTable inDisplayUnits(TextTable table) {
    for (std::size_t column = 0; column < table.front().size(); ++column) {
        std::string& heading = table.front()[column];
        const std::size_t unit = heading.find("[rad");
        if (unit == std::string::npos || heading.back() != ']') continue;
        const DisplayUnit shown = displayUnit(
            QString::fromStdString(heading.substr(unit + 1, heading.size() - unit - 2)));
        heading = heading.substr(0, unit) + '[' + shown.label.toStdString() + ']';
        for (std::size_t row = 1; row < table.size(); ++row) {
            std::string& cell = table[row][column];
            bool number = false;
            const double value = QString::fromStdString(cell).toDouble(&number);
            if (number) cell = shortNumber(value * shown.perSi);
        }
    }
    return table;
}

}  // namespace

/// What a computation and this panel share.
struct Answer::Underway {
    std::stop_source stop;
    std::atomic<double> share{0.0};
    bool cancelled = false;
};

Answer::Answer(AnalysisKind kind, Workspace& workspace, PoseStage& stage, const QString& title)
    : workspace_(workspace),
      stage_(stage),
      title_(new QLabel(title)),
      subtitle_(new QLabel),
      remark_(new QLabel),
      head_(new QHBoxLayout),
      kind_(kind),
      pages_(new QStackedWidget),
      message_(new QLabel),
      progress_(new QProgressBar),
      cancel_(new QPushButton(tr("Cancel"))),
      retry_(new QPushButton(tr("Compute again"))),
      export_(new QToolButton) {
    title_->setFont(textFont(TextSize::Title, font()));
    for (QLabel* label : {remark_, message_}) label->setWordWrap(true);
    message_->setObjectName("answerMessage");
    message_->setAlignment(Qt::AlignCenter);
    message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    remark_->setObjectName("answerRemark");
    remark_->hide();
    export_->setObjectName("exportAnswer");
    export_->setIcon(themedIcon("export"));
    export_->setAutoRaise(true);
    export_->setToolTip(tr("Save the results as a table (CSV) or for scripts (JSON)"));
    export_->setAccessibleName(tr("Save the results"));
    head_->addWidget(title_);
    head_->addWidget(subtitle_);
    head_->addStretch(1);
    head_->addWidget(export_);
    auto* content = new QWidget;
    body_ = new QVBoxLayout(content);
    body_->setContentsMargins(0, 0, 0, 0);
    pages_->addWidget(content);
    pages_->addWidget(makeMessage());
    makeStrip();
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(metric::panelPadding, 8, metric::panelPadding, 8);
    all->addLayout(head_);
    all->addWidget(strip_);
    all->addWidget(remark_);
    all->addWidget(pages_, 1);
    connect(export_, &QToolButton::clicked, this, &Answer::askForFile);
    connect(&workspace.live, &LiveModel::changed, this, &Answer::followModel);
    // A window that is destroyed ends what it computes, and hides its panels after its workspace is
    // gone.
    connect(&workspace.live, &QObject::destroyed, this, [this] {
        shown_ = false;
        if (underway_) underway_->stop.request_stop();
    });
    say({});
}

/// Words in the middle of the panel, while it computes with its progress.
QWidget* Answer::makeMessage() {
    progress_->setObjectName("answerProgress");
    progress_->setAccessibleName(tr("Progress of the analysis"));
    progress_->setRange(0, answerSteps);
    progress_->setTextVisible(false);
    progress_->setFixedWidth(progressWidth);
    cancel_->setObjectName("cancelAnswer");
    retry_->setObjectName("retryAnswer");
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->addStretch(1);
    column->addWidget(message_);
    for (QWidget* widget : std::initializer_list<QWidget*>{progress_, cancel_, retry_}) {
        widget->hide();
        column->addWidget(widget, 0, Qt::AlignHCenter);
    }
    column->addStretch(1);
    connect(cancel_, &QPushButton::clicked, this, &Answer::cancel);
    connect(retry_, &QPushButton::clicked, this, &Answer::compute);
    follow_.setInterval(askEvery);
    connect(&follow_, &QTimer::timeout, this, &Answer::showProgress);
    return page;
}

void Answer::showProgress() {
    const bool underway = computing_ && underway_ && !underway_->cancelled;
    if (!underway) follow_.stop();
    const double share = underway ? underway_->share.load() : 0.0;
    // Analyses that cannot tell how far they are show only that they go on.
    progress_->setRange(0, share > 0.0 ? answerSteps : 0);
    progress_->setValue(static_cast<int>(answerSteps * share));
    progress_->setVisible(underway);
    cancel_->setVisible(underway);
    retry_->setVisible(!computing_ && underway_ && underway_->cancelled);
}

void Answer::cancel() {
    if (!computing_ || !underway_) return;
    underway_->stop.request_stop();
    underway_->cancelled = true;
    again_ = false;
    say(tr("The analysis was cancelled."));
    showProgress();
}

void Answer::makeStrip() {
    strip_ = new QFrame;
    strip_->setObjectName("outOfDate");
    auto* text = new QLabel(tr("The model or its run has changed since."));
    auto* again = new QPushButton(tr("Compute again"));
    again->setObjectName("computeAgain");
    auto* row = new QHBoxLayout(strip_);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(text, 1);
    row->addWidget(again);
    strip_->hide();
    connect(again, &QPushButton::clicked, this, &Answer::compute);
}

void Answer::showTitle(bool shown) { title_->setVisible(shown); }

bool Answer::isCurrent() const { return asked_ == workspace_.live.checked().model; }

void Answer::markOutOfDate() {
    asked_.reset();
    showStrip();
}

QString Answer::problem() const { return outcome_ ? QString() : message_->text(); }

void Answer::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!event->spontaneous()) setShown(true);
}

void Answer::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    if (!event->spontaneous()) setShown(false);
}

/// A change of the theme draws the pose of the run.
void Answer::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || !stage_.shows() || stage_.playing()) return;
    const auto again = [this] {
        if (shown_ && outcome_ && isCurrent()) showPoses();
    };
    QMetaObject::invokeMethod(this, again, Qt::QueuedConnection);
}

void Answer::setShown(bool shown) {
    if (shown == std::exchange(shown_, shown)) return;
    if (!shown) return stage_.leave();
    if (!outcome_ && !isCurrent())
        compute();
    else if (outcome_ && isCurrent() && !workspace_.run.playback().playing())
        showPoses();
}

void Answer::followModel(bool fresh) {
    if (fresh) outcome_.reset();
    if (shown_) stage_.leave();
    if (!outcome_) {
        asked_.reset();
        if (shown_) return compute();
        say({});
    }
    if (shown_ && outcome_ && quick_) return begin(true);
    showStrip();
}

void Answer::showStrip() {
    strip_->setVisible(isOutOfDate() && !computing_);
    export_->setEnabled(outcome_ != nullptr);
}

void Answer::say(const QString& text) {
    message_->setText(text);
    pages_->setCurrentIndex(1);
    remark_->hide();
    showStrip();
}

void Answer::compute() { begin(false); }

/// @param keepShown whether the last answer stays until there is a new one
void Answer::begin(bool keepShown) {
    const CheckedModel& checked = workspace_.live.checked();
    again_ = computing_;
    if (computing_ && keepShown && follows_) return;
    if (computing_) {
        // What is computed now is of a model or a run that has changed, or was cancelled.
        underway_->stop.request_stop();
        underway_->cancelled = false;
        follows_ = false;
        return say(tr("Computing …"));
    }
    const bool canBuild = checked.assembled && !isBeingAssembled(checked);
    follows_ = keepShown && canBuild;
    asked_ = checked.model;
    if (!follows_) outcome_.reset();
    stage_.leave();
    if (isBeingAssembled(checked)) {
        asked_.reset();  // asked again when the loops are closed
        return say(tr("The loops are being closed …"));
    }
    if (!checked.assembled)
        return say(checked.problems.empty()
                       ? tr("The drawing is empty. Draw a mechanism, or open an example.")
                       : editText(checked.problems.front()));
    Inquiry inquiry;
    inquiry.kind = kind_;
    inquiry.model = checked.model;
    inquiry.description = workspace_.document.shared();
    inquiry.released = released();
    if (const QString missing = ask(inquiry); !missing.isEmpty()) {
        outcome_.reset();
        return say(missing);
    }
    inquiry.spec = specOf(Catalogue(), *checked.model, workspace_.document.description().run);
    const RunSpec onScreen = workspace_.run.settings().value_or(inquiry.spec);
    inquiry.instants = instantsOf(*checked.model, onScreen);
    if (kind_ == AnalysisKind::Error) inquiry.spec = onScreen;
    computing_ = true;
    clock_.start();
    underway_ = std::make_shared<Underway>();
    inquiry.watch = {underway_->stop.get_token(),
                     [underway = underway_](double share) { underway->share = share; }};
    if (follows_) {
        showStrip();
    } else {
        say(tr("Computing …"));
        follow_.start();
    }
    inBackground(
        this, [inquiry] { return answer(inquiry); },
        [this](Result<std::shared_ptr<const Outcome>> found) { finish(std::move(found)); });
}

void Answer::finish(Result<std::shared_ptr<const Outcome>> found) {
    computing_ = false;
    showProgress();
    if (underway_->cancelled) return;
    quick_ = clock_.elapsed() < quickWithin;
    const bool late = again_ || (!isCurrent() && shown_);
    // While a slider moves, every answer is late: each is shown, and the next one is asked for.
    if (late && !follows_) return compute();
    if (late && found) {
        take(std::move(found));
        return begin(quick_);
    }
    if (late) return compute();
    take(std::move(found));
}

void Answer::take(Result<std::shared_ptr<const Outcome>> found) {
    if (!found) {
        outcome_.reset();
        say(editText(found.error().front()));
        Q_EMIT answered();
        return;
    }
    outcome_ = std::move(*found);
    pages_->setCurrentIndex(0);
    QStringList remarks;
    if (outcome_->output.ended) remarks << editText(*outcome_->output.ended);
    for (const Diagnostic& one : outcome_->output.warnings) remarks << editText(one);
    remark_->setText(remarks.join('\n'));
    remark_->setVisible(!remarks.isEmpty());
    present();
    showStrip();
    if (shown_ && isCurrent() && !workspace_.run.playback().playing()) showPoses();
    Q_EMIT answered();
}

bool Answer::exportTo(const QString& path, QString* why) const {
    if (!outcome_) return false;
    const AnalysisOutput& output = outcome_->output;
    const bool json = path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive);
    const std::string text = json ? reportOf(idOf(kind_), *outcome_->model, output,
                                             workspace_.document.file().toStdString())
                                        .print()
                                  : output.csv;
    return saveText(QByteArray::fromStdString(text), path, why);
}

void Answer::askForFile() {
    const QString name = QString::fromLatin1(idOf(kind_));
    QString chosen;
    QString file = QFileDialog::getSaveFileName(this, tr("Save the results"), name + ".csv",
                                                tr("Table (*.csv);;For scripts (*.json)"), &chosen);
    if (file.isEmpty()) return;
    if (!file.endsWith(".csv", Qt::CaseInsensitive) && !file.endsWith(".json", Qt::CaseInsensitive))
        file += chosen.contains("json") ? ".json" : ".csv";
    QString why;
    if (!exportTo(file, &why)) QMessageBox::warning(this, tr("The results were not saved"), why);
}

QTableWidget* makeTable(const TextTable& si, QWidget* parent) {
    const TextTable table = inDisplayUnits(si);
    const auto columns = static_cast<int>(table.front().size());
    auto* view = new QTableWidget(static_cast<int>(table.size()) - 1, columns, parent);
    view->setAccessibleName(
        Answer::tr("Results, by %1").arg(QString::fromStdString(table.front().front())));
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setSelectionMode(QAbstractItemView::NoSelection);
    view->setFrameShape(QFrame::NoFrame);
    view->setShowGrid(false);
    view->verticalHeader()->hide();
    view->verticalHeader()->setDefaultSectionSize(metric::tableRow);
    const auto alignment = [columns](int column) {
        return Qt::Alignment(column == 0 || column + 1 == columns
                                 ? Qt::AlignLeft | Qt::AlignVCenter
                                 : Qt::AlignRight | Qt::AlignVCenter);
    };
    for (int row = 0; row < static_cast<int>(table.size()); ++row)
        for (int column = 0; column < columns; ++column) {
            const auto& cells = table[static_cast<std::size_t>(row)];
            auto* item = new QTableWidgetItem(
                QString::fromStdString(cells[static_cast<std::size_t>(column)]));
            item->setTextAlignment(alignment(column));
            row == 0 ? view->setHorizontalHeaderItem(column, item)
                     : view->setItem(row - 1, column, item);
        }
    view->resizeColumnsToContents();
    return view;
}

}  // namespace momentree::app
