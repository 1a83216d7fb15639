// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board/board_panel.hpp"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QTableWidget>
#include <QTime>
#include <QVBoxLayout>

#include "app/run/background.hpp"
#include "app/run/run_controller.hpp"
#include "app/theme/themed_icon.hpp"

namespace momentree::app {
namespace {

constexpr int mostLogLines = 500;
const QString ownBoard = QStringLiteral("virtual-board");

QString sourceText(fpga::wire::TimingSource source) {
    switch (source) {
        case fpga::wire::TimingSource::MeasuredBoard:
            return BoardPanel::tr("measured on the board");
        case fpga::wire::TimingSource::MeasuredHost:
            return BoardPanel::tr("measured on the agent's machine");
        default:
            return BoardPanel::tr("modelled");
    }
}

QString fabricText(int fabric) {
    switch (fabric) {
        case 1:
            return BoardPanel::tr("software model, bit for bit");
        case 2:
            return BoardPanel::tr("simulated hardware");
        case 3:
            return BoardPanel::tr("programmable logic (UIO)");
        case 4:
            return BoardPanel::tr("programmable logic (/dev/mem)");
        default:
            return BoardPanel::tr("unknown");
    }
}

}  // namespace

BoardPanel::BoardPanel(RunController& run, QWidget* parent) : QWidget(parent), run_(run) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(makeHead());
    facts_ = new QTableWidget(0, 2, this);
    facts_->setObjectName("boardFacts");
    facts_->setAccessibleName(tr("What the board said"));
    facts_->horizontalHeader()->hide();
    facts_->verticalHeader()->hide();
    facts_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    facts_->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    facts_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    facts_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    facts_->setAlternatingRowColors(true);
    facts_->setShowGrid(false);
    facts_->setFrameShape(QFrame::NoFrame);
    facts_->setIconSize({16, 16});
    layout->addWidget(facts_, 3);
    log_ = new QPlainTextEdit(this);
    log_->setObjectName("boardLog");
    log_->setAccessibleName(tr("Log of the board"));
    log_->setReadOnly(true);
    log_->setMaximumBlockCount(mostLogLines);
    log_->setFrameShape(QFrame::NoFrame);
    log_->setPlaceholderText(tr("What happens between this program and the board is noted here."));
    layout->addWidget(log_, 1);
    setAddress(QSettings().value("board/address", ownBoard).toString());
    showState(tr("not asked yet"), "info");
    connect(&run_, &RunController::runChanged, this, &BoardPanel::followRun);
    connect(&run_, &RunController::stateChanged, this, &BoardPanel::followRun);
    connect(&run_, &RunController::refused, this, &BoardPanel::followRun);
    followRun();
}

BoardPanel::~BoardPanel() { stop_.request_stop(); }

QWidget* BoardPanel::makeHead() {
    auto* head = new QWidget(this);
    auto* column = new QVBoxLayout(head);
    column->setContentsMargins(0, 0, 0, 0);
    address_ = new QComboBox(head);
    address_->setObjectName("boardAddress");
    address_->setAccessibleName(tr("Address of the board"));
    address_->setEditable(true);
    address_->setInsertPolicy(QComboBox::NoInsert);
    address_->lineEdit()->setPlaceholderText(tr("HOST:PORT"));
    address_->setToolTip(
        tr("virtual-board: an agent that this program starts itself.\n"
           "HOST:PORT: a momentree-board on another machine, usually port 7420."));
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    const auto button = [&](const char* name, const QString& text, const QString& tip) {
        auto* made = new QPushButton(text, head);
        made->setObjectName(QString::fromLatin1(name));
        made->setToolTip(tip);
        row->addWidget(made);
        return made;
    };
    ask_ =
        button("boardAsk", tr("Connect"), tr("Asks the board who it is and how fast it answers"));
    test_ = button("boardTest", tr("Self test"), tr("Lets the board test itself"));
    use_ = button("boardUse", tr("Use for this run"),
                  tr("Computes the run on screen on this board, by hdca in single precision"));
    auto* stateRow = new QHBoxLayout;
    icon_ = new QLabel(head);
    state_ = new QLabel(head);
    state_->setObjectName("boardState");
    state_->setWordWrap(true);
    stateRow->addWidget(icon_, 0, Qt::AlignTop);
    stateRow->addWidget(state_, 1);
    column->addWidget(address_);
    column->addLayout(row);
    column->addLayout(stateRow);
    connect(ask_, &QPushButton::clicked, this, [this] { ask(false); });
    connect(test_, &QPushButton::clicked, this, [this] { ask(true); });
    connect(use_, &QPushButton::clicked, this, [this] { Q_EMIT useWanted(backend()); });
    connect(address_, &QComboBox::editTextChanged, this, [this] {
        ready_ = false;
        showState(tr("not asked yet"), "info");
    });
    findAgents();
    return head;
}

QString BoardPanel::address() const { return address_->currentText().trimmed(); }

void BoardPanel::setAddress(const QString& address) { address_->setEditText(address); }

QString BoardPanel::state() const { return state_->text(); }

QString BoardPanel::backend() const {
    return address() == ownBoard ? ownBoard : "board:" + address();
}

/// Agents that run on this machine stand in the list beside the virtual board.
void BoardPanel::findAgents() {
    inBackground(
        this, [] { return agentsHere(); },
        [this](const QStringList& here) {
            const QString present = address();
            const QSignalBlocker quiet(address_);
            address_->clear();
            address_->addItem(ownBoard);
            address_->addItems(here);
            address_->setEditText(present.isEmpty() ? ownBoard : present);
        });
}

void BoardPanel::ask(bool selfTest) {
    if (asking_) return;
    asking_ = true;
    ask_->setEnabled(false);
    test_->setEnabled(false);
    const QString where = address();
    showState(selfTest ? tr("testing itself…") : tr("connecting…"), "recent");
    log(tr("%1: %2").arg(where, selfTest ? tr("self test asked for") : tr("asked who it is")));
    inBackground(
        this,
        [where, selfTest, stop = stop_.get_token()] { return askBoard(where, selfTest, stop); },
        [this, where](const BoardAnswer& answer) { take(where, answer); });
}

void BoardPanel::take(const QString& where, const BoardAnswer& answer) {
    asking_ = false;
    ask_->setEnabled(true);
    test_->setEnabled(true);
    ask_->setText(tr("Ask again"));
    if (answer.identity) showFacts(answer);
    if (answer.selfTest) showChecks(*answer.selfTest);
    ready_ = answer.problem.isEmpty();
    if (!ready_) {
        showState(answer.problem, "error");
        log(tr("%1: %2").arg(where, answer.problem));
        return;
    }
    QSettings().setValue("board/address", where);
    showState(tr("ready"), "info");
    log(tr("%1: answers in %2 µs").arg(where).arg(answer.roundTrip_us, 0, 'f', 0));
    findAgents();
}

void BoardPanel::showFacts(const BoardAnswer& answer) {
    const fpga::wire::HelloAck& board = *answer.identity;
    facts_->setRowCount(0);
    const auto add = [this](const QString& name, const QString& value) {
        const int row = facts_->rowCount();
        facts_->insertRow(row);
        auto* caption = new QTableWidgetItem(name);
        caption->setForeground(palette().placeholderText());
        facts_->setItem(row, 0, caption);
        facts_->setItem(row, 1, new QTableWidgetItem(value));
    };
    add(tr("Agent"), QString::fromStdString(board.agent));
    add(tr("Machine"), QString::fromStdString(board.machine));
    add(tr("Computes on"), QString::fromStdString(board.device));
    add(tr("Fabric"), fabricText(board.fabric));
    add(tr("Clock"), tr("%1 MHz").arg(board.clock_Hz * 1e-6));
    add(tr("Its times are"), sourceText(board.timing));
    add(tr("Register access"),
        tr("write %1 ns, read %2 ns (modelled)").arg(board.write_ns).arg(board.read_ns));
    add(tr("Answers in"), tr("%1 µs (measured, round trip)").arg(answer.roundTrip_us, 0, 'f', 1));
    add(tr("Bodies"), tr("up to %1").arg(board.bodies));
    add(tr("Protocol"), QStringLiteral("%1.%2").arg(board.major).arg(board.minor));
}

void BoardPanel::showChecks(const fpga::wire::SelfTestResult& result) {
    const auto add = [this](const QString& name, const QString& value, const char* icon) {
        const int row = facts_->rowCount();
        facts_->insertRow(row);
        facts_->setItem(row, 0, new QTableWidgetItem(themedIcon(icon), name));
        facts_->setItem(row, 1, new QTableWidgetItem(value));
    };
    for (const fpga::wire::Check& check : result.checks) {
        const QString name = QString::fromStdString(check.name);
        const QString detail = QString::fromStdString(check.detail);
        add(name, check.passed ? tr("passed. %1").arg(detail) : tr("failed: %1").arg(detail),
            check.passed ? "info" : "error");
        if (!check.passed) log(tr("self test: %1 failed: %2").arg(name, detail));
    }
    add(tr("Register access"),
        tr("write %1 ns, read %2 ns (%3)")
            .arg(result.write_ns, 0, 'f', 0)
            .arg(result.read_ns, 0, 'f', 0)
            .arg(sourceText(result.source)),
        "info");
    log(tr("self test done"));
}

void BoardPanel::showState(const QString& text, const char* icon) {
    iconName_ = QString::fromLatin1(icon);
    icon_->setPixmap(themedIcon(iconName_).pixmap(16, 16));
    state_->setText(text);
    state_->setAccessibleName(text);
}

void BoardPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && !iconName_.isEmpty())
        icon_->setPixmap(themedIcon(iconName_).pixmap(16, 16));
    QWidget::changeEvent(event);
}

void BoardPanel::log(const QString& text) {
    log_->appendPlainText(QTime::currentTime().toString("HH:mm:ss  ") + text);
}

/// Notes when the run on screen is computed by a board, and how it went.
void BoardPanel::followRun() {
    const bool hasRun = run_.hasRun();
    use_->setEnabled(hasRun && !run_.preparing());
    if (!hasRun) return;
    const QString backend = QString::fromStdString(run_.session().spec().backend);
    if (backend != ownBoard && !backend.startsWith("board:")) {
        lastRun_.clear();
        return;
    }
    const RunFigures figures = run_.figures();
    QString now;
    switch (figures.state) {
        case RunState::Running:
            now = tr("computing the run");
            break;
        case RunState::Finished:
            now = tr("has computed the run");
            break;
        case RunState::Failed:
            now = tr("the run stopped: %1").arg(QString::fromStdString(figures.message));
            break;
        default:
            now = tr("holds the run");
    }
    if (now == lastRun_) return;
    lastRun_ = now;
    showState(now, figures.state == RunState::Failed ? "error" : "info");
    log(tr("%1: %2").arg(backend, now));
}

}  // namespace momentree::app
