// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/accelerator/accelerator_panel.hpp"

#include <QComboBox>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QTableWidget>
#include <QTime>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/base/background.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/panels/accelerator/accelerators.hpp"
#include "app/panels/accelerator/board_secrets.hpp"
#include "app/runs/run_controller.hpp"
#include "fpga_link/offload/board_stepper.hpp"

namespace momentree::app {
namespace {

constexpr int mostLogLines = 500;
const QString ownBoard = QStringLiteral("virtual-board");

QString sourceText(fpga::wire::TimingSource source) {
    switch (source) {
        case fpga::wire::TimingSource::MeasuredBoard:
            return AcceleratorPanel::tr("measured on the board, clocks at the frequency above");
        case fpga::wire::TimingSource::MeasuredHost:
            return AcceleratorPanel::tr("measured on the agent's machine");
        default:
            return AcceleratorPanel::tr("modelled");
    }
}

QString fabricText(int fabric) {
    switch (fabric) {
        case 1:
            return AcceleratorPanel::tr("software model, bit for bit");
        case 2:
            return AcceleratorPanel::tr("simulated hardware");
        case 3:
            return AcceleratorPanel::tr("programmable logic (UIO)");
        case 4:
            return AcceleratorPanel::tr("programmable logic (/dev/mem)");
        default:
            return AcceleratorPanel::tr("unknown");
    }
}

/// The capabilities in register CAPS: bit 0 functions, bit 1 engine, then fields of four bits from
/// bit 8.
QString capabilityText(const fpga::wire::HelloAck& board) {
    const std::uint32_t caps = board.capabilities;
    const auto field = [caps](unsigned shift) { return caps >> shift & 0xFu; };
    QStringList able;
    if ((caps & 1u) != 0) able << AcceleratorPanel::tr("single update, assembly and inverse");
    if ((caps & 2u) != 0)
        able << AcceleratorPanel::tr("batches with %1 adders and %2 multipliers")
                    .arg(field(8))
                    .arg(field(12));
    if (board.allowsRegisters != 0) able << AcceleratorPanel::tr("register access");
    return able.isEmpty() ? AcceleratorPanel::tr("nothing") : able.join("; ");
}

}  // namespace

AcceleratorPanel::AcceleratorPanel(RunController& run, QWidget* parent)
    : QWidget(parent), run_(run) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(makeHead());
    facts_ = new QTableWidget(0, 2, this);
    facts_->setObjectName("boardFacts");
    facts_->setAccessibleName(tr("Description of the board"));
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
    facts_->setMinimumHeight(44);  // the panel may have to share the side of a low window
    layout->addWidget(facts_, 3);
    log_ = new QPlainTextEdit(this);
    log_->setObjectName("boardLog");
    log_->setAccessibleName(tr("Log of the board"));
    log_->setReadOnly(true);
    log_->setMaximumBlockCount(mostLogLines);
    log_->setFrameShape(QFrame::NoFrame);
    log_->setMinimumHeight(36);
    log_->setPlaceholderText(tr("This log shows the communication with the board."));
    layout->addWidget(log_, 1);
    setAddress(QSettings().value("board/address", ownBoard).toString());
    showState(tr("not asked yet"), "info");
    connect(&run_, &RunController::runChanged, this, &AcceleratorPanel::followRun);
    connect(&run_.playback(), &Playback::stateChanged, this, &AcceleratorPanel::followRun);
    connect(&run_, &RunController::refused, this, &AcceleratorPanel::followRun);
    connect(&run_.playback(), &Playback::figuresChanged, this, &AcceleratorPanel::followRun);
    followRun();
}

AcceleratorPanel::~AcceleratorPanel() { stop_.request_stop(); }

QWidget* AcceleratorPanel::makeHead() {
    auto* head = new QWidget(this);
    auto* column = new QVBoxLayout(head);
    column->setContentsMargins(0, 0, 0, 0);
    address_ = new QComboBox(head);
    address_->setObjectName("boardAddress");
    address_->setAccessibleName(tr("Address of the board"));
    address_->setEditable(true);
    address_->setInsertPolicy(QComboBox::NoInsert);
    address_->lineEdit()->setPlaceholderText(tr("HOST:PORT"));
    address_->setToolTip(tr(
        "virtual-board: a local agent, started by Momentree.\nHOST:PORT: a momentree-board on "
        "another machine, usually port 7420.\nWith :error=0.001 after either, the board must have "
        "the bits of the fraction that this error of the energy [J] needs; virtual-board gets "
        "them."));
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    const auto button = [&](const char* name, const QString& text, const QString& tip) {
        auto* made = new QPushButton(text, head);
        made->setObjectName(QString::fromLatin1(name));
        made->setToolTip(tip);
        row->addWidget(made);
        return made;
    };
    ask_ = button("boardAsk", tr("Connect"), tr("Shows what the board is and how fast it answers"));
    test_ = button("boardTest", tr("Self test"), tr("Runs the self test of the board"));
    compare_ = button("boardCompare", tr("Compare…"),
                      tr("Compares software and board: times, waterfall, trajectories, report"));
    use_ = new QPushButton(tr("Use for this run"), head);
    use_->setObjectName("boardUse");
    use_->setToolTip(tr("Computes the run on screen on this board, with hdca in single precision"));
    auto* useRow = new QHBoxLayout;
    useRow->setSpacing(6);
    mode_ = new QComboBox(head);
    mode_->setObjectName("boardMode");
    mode_->setAccessibleName(tr("Mode of the board"));
    mode_->addItem(tr("In one batch"));
    mode_->addItem(tr("Phase by phase"));
    mode_->setToolTip(
        tr("In one batch: the board computes the whole run and sends samples.\nPhase by phase: "
           "this PC calls update, assembly and inverse of every step separately, for comparison."));
    useRow->addWidget(use_);
    useRow->addWidget(mode_, 1);
    reconnect_ = new QPushButton(tr("Reconnect and continue"), head);
    reconnect_->setObjectName("boardReconnect");
    reconnect_->setToolTip(tr("Reconnects and computes the rest of the run"));
    reconnect_->hide();
    auto* stateRow = new QHBoxLayout;
    icon_ = new QLabel(head);
    state_ = new QLabel(head);
    state_->setObjectName("boardState");
    state_->setWordWrap(true);
    stateRow->addWidget(icon_, 0, Qt::AlignTop);
    stateRow->addWidget(state_, 1);
    auto* place = new QHBoxLayout;
    place->setSpacing(4);
    place->addWidget(address_, 1);
    auto* look = new QToolButton(head);
    look->setObjectName("boardLook");
    look->setIcon(themedIcon("search"));
    look->setAutoRaise(true);
    look->setToolTip(tr("Searches for agents on this machine"));
    look->setAccessibleName(look->toolTip());
    connect(look, &QToolButton::clicked, this, [this] { findAgents(true); });
    place->addWidget(look);
    auto* secret = new QToolButton(head);
    secret->setObjectName("boardSecret");
    secret->setText(tr("Secret…"));
    secret->setAutoRaise(true);
    secret->setToolTip(tr("Keeps the shared secret of the board at this address"));
    connect(secret, &QToolButton::clicked, this, &AcceleratorPanel::askForSecret);
    place->addWidget(secret);
    column->addLayout(place);
    column->addLayout(row);
    column->addLayout(useRow);
    column->addLayout(stateRow);
    column->addWidget(reconnect_, 0, Qt::AlignLeft);
    connect(compare_, &QPushButton::clicked, this, &AcceleratorPanel::compareWanted);
    connect(reconnect_, &QPushButton::clicked, this, [this] {
        run_.playback().goLive();
        run_.play();
    });
    connect(ask_, &QPushButton::clicked, this, [this] { ask(false); });
    connect(test_, &QPushButton::clicked, this, [this] { ask(true); });
    connect(use_, &QPushButton::clicked, this, [this] {
        const std::string_view suffix = fpga::perPhaseSuffix;
        const bool phases = mode_->currentIndex() == 1;
        Q_EMIT useWanted(phases ? backend() + QLatin1String(suffix.data(), suffix.size())
                                : backend());
    });
    connect(address_, &QComboBox::editTextChanged, this, [this] {
        ready_ = false;
        showState(tr("not asked yet"), "info");
    });
    findAgents();
    return head;
}

void AcceleratorPanel::askForSecret() {
    const auto board = fpga::parseAddress(address().toStdString());
    if (!board) return showState(QString::fromStdString(board.error()), "error");
    bool given = false;
    const QString secret = QInputDialog::getText(
        this, tr("Shared secret"),
        tr("Secret of %1, from the token file of its agent (nothing forgets it):").arg(address()),
        QLineEdit::Password, {}, &given);
    if (!given) return;
    const QString problem = keepBoardSecret(*board, secret.trimmed().toStdString());
    if (!problem.isEmpty()) return showState(problem, "error");
    showState(secret.trimmed().isEmpty() ? tr("secret forgotten") : tr("secret kept"), "info");
}

QString AcceleratorPanel::address() const { return address_->currentText().trimmed(); }

void AcceleratorPanel::setAddress(const QString& address) { address_->setEditText(address); }

QString AcceleratorPanel::state() const { return state_->text(); }

QString AcceleratorPanel::backend() const {
    return address().startsWith(ownBoard) ? address() : "board:" + address();
}

/// Adds agents running on this machine to the list, after the virtual board.
void AcceleratorPanel::findAgents(bool tell) {
    inBackground(
        this, [] { return agentsHere(); },
        [this, tell](const QStringList& here) {
            if (tell)
                log(here.isEmpty() ? tr("no agent found on this machine")
                                   : tr("agents on this machine: %1").arg(here.join(", ")));
            const QString present = address();
            const QSignalBlocker quiet(address_);
            address_->clear();
            address_->addItem(ownBoard);
            address_->addItems(here);
            address_->setEditText(present.isEmpty() ? ownBoard : present);
        });
}

void AcceleratorPanel::showEvent(QShowEvent* event) {
    findAgents();
    QWidget::showEvent(event);
}

void AcceleratorPanel::ask(bool selfTest) {
    if (asking_) return;
    asking_ = true;
    ask_->setEnabled(false);
    test_->setEnabled(false);
    const QString where = address();
    showState(selfTest ? tr("testing itself…") : tr("connecting…"), "recent");
    log(tr("%1: %2").arg(where,
                         selfTest ? tr("self test requested") : tr("description requested")));
    inBackground(
        this,
        [where, selfTest, stop = stop_.get_token()] {
            return askAccelerator(where, selfTest, stop);
        },
        [this, where](const AcceleratorAnswer& answer) { take(where, answer); });
}

void AcceleratorPanel::take(const QString& where, const AcceleratorAnswer& answer) {
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
    if (!answer.selfTest) showState(tr("ready"), "info");
    log(tr("%1: answers in %2 µs").arg(where).arg(answer.roundTrip_us, 0, 'f', 0));
    findAgents();
}

void AcceleratorPanel::showFacts(const AcceleratorAnswer& answer) {
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
    const bool modelled = board.timing == fpga::wire::TimingSource::Modelled;
    const bool measured = !modelled && board.minor >= fpga::wire::clockSince;
    add(tr("Clock"), (modelled   ? tr("%1 MHz (assumed)")
                      : measured ? tr("%1 MHz (measured)")
                                 : tr("%1 MHz (as the board states)"))
                         .arg(board.clock_Hz * 1e-6));
    add(tr("Its times are"), sourceText(board.timing));
    add(tr("Register access"),
        tr("write %1 ns, read %2 ns (modelled)").arg(board.write_ns).arg(board.read_ns));
    add(tr("Answers in"), tr("%1 µs (measured, round trip)").arg(answer.roundTrip_us, 0, 'f', 1));
    add(tr("Can do"), capabilityText(board));
    add(tr("Bodies"), tr("up to %1").arg(board.bodies));
    if (answer.status)
        add(tr("Session"), tr("%1 frames, %2 bytes received; %3 errors")
                               .arg(answer.status->framesReceived)
                               .arg(answer.status->bytesReceived)
                               .arg(answer.status->errors));
    add(tr("Protocol"), QStringLiteral("%1.%2").arg(board.major).arg(board.minor));
}

/// Shows the results of checks below the facts.
void AcceleratorPanel::showChecks(const fpga::wire::SelfTestResult& result) {
    const int first = facts_->rowCount();
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
    facts_->scrollToItem(facts_->item(first, 0), QAbstractItemView::PositionAtTop);
    const auto failed = std::ranges::count(result.checks, 0, &fpga::wire::Check::passed);
    const auto all = static_cast<qsizetype>(result.checks.size());
    const QString said = failed == 0 ? tr("ready; self test passed, %1 checks").arg(all)
                                     : tr("%1 of %2 checks failed; see below").arg(failed).arg(all);
    showState(said, failed == 0 ? "info" : "error");
    log(said);
}

void AcceleratorPanel::showState(const QString& text, const char* icon) {
    iconName_ = QString::fromLatin1(icon);
    icon_->setPixmap(themedIcon(iconName_).pixmap(16, 16));
    state_->setText(text);
    state_->setAccessibleName(text);
}

void AcceleratorPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && !iconName_.isEmpty()) {
        icon_->setPixmap(themedIcon(iconName_).pixmap(16, 16));
        for (int row = 0; row < facts_->rowCount(); ++row)
            if (QTableWidgetItem* caption = facts_->item(row, 0); caption->icon().isNull())
                caption->setForeground(palette().placeholderText());
    }
    QWidget::changeEvent(event);
}

void AcceleratorPanel::log(const QString& text) {
    log_->appendPlainText(QTime::currentTime().toString("HH:mm:ss  ") + text);
}

/// Logs when a board computes the run on screen, and the result.
void AcceleratorPanel::followRun() {
    const bool hasRun = run_.hasRun();
    use_->setEnabled(hasRun && !run_.preparing());
    if (!hasRun) return;
    const std::string backend = run_.session().spec().backend;
    const QString board = QString::fromStdString(fpga::boardOf(backend));
    const RunFigures figures = run_.playback().figures();
    const bool ours = board.startsWith(ownBoard) || board.startsWith("board:");
    reconnect_->setVisible(ours && figures.linkLost);
    if (!ours) {
        lastRun_.clear();
        return;
    }
    if (figures.state == RunState::Running) showState(liveState(figures), "recent");
    QString now;
    switch (figures.state) {
        case RunState::Running:
            now = tr("computing the run");
            break;
        case RunState::Finished:
            now = tr("run finished");
            break;
        case RunState::Failed:
            now = tr("the run stopped: %1").arg(messageText(*figures.message));
            break;
        default:
            now = tr("holds the run");
    }
    if (now == lastRun_) return;
    lastRun_ = now;
    if (figures.state != RunState::Running)
        showState(now, figures.state == RunState::Failed ? "error" : "info");
    log(tr("%1: %2").arg(QString::fromStdString(backend), now));
}

/// Progress and rate of the samples.
QString AcceleratorPanel::liveState(const RunFigures& figures) const {
    const RunSpec& spec = run_.session().spec();
    const QString mode = fpga::isPerPhase(spec.backend) ? tr("phase by phase") : tr("in one batch");
    return tr("computing %1: %2 of %3 s, %4 steps taken, %5 steps/s")
        .arg(mode)
        .arg(figures.time, 0, 'f', 2)
        .arg(spec.duration)
        .arg(figures.steps)
        .arg(figures.stepsPerSecond, 0, 'f', 0);
}

}  // namespace momentree::app
