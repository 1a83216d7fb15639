// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/poll/poll_panel.hpp"

#include <qcustomplot.h>

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "app/base/theme/theme.hpp"
#include "app/base/when_shown.hpp"
#include "app/plots/plot_style.hpp"
#include "app/poll/poll_server.hpp"
#include "app/workspace/workspace.hpp"
#include "core/diagnostics/column_units.hpp"

namespace momentree::app {
namespace {

using Kind = PollQuestion::Kind;
constexpr int mostChoices = 8, longestText = 300, margin = 12;

QStringList choicesIn(const QString& text) {
    QStringList lines;
    for (const QString& line : text.split('\n'))
        if (const QString choice = line.simplified(); !choice.isEmpty()) lines << choice;
    return lines;
}

}  // namespace

PollPanel::PollPanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent), workspace_(workspace) {
    makeForm();
    makeResult();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->addWidget(form_);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(open_);
    buttons->addWidget(reveal_);
    buttons->addStretch(1);
    layout->addLayout(buttons);
    layout->addWidget(problem_);
    layout->addWidget(address_);
    layout->addWidget(count_);
    layout->addWidget(plot_, 1);
    layout->addStretch(0);
    connect(kind_, &QComboBox::currentIndexChanged, this, &PollPanel::followKind);
    connect(choices_, &QPlainTextEdit::textChanged, this, &PollPanel::followKind);
    connect(open_, &QPushButton::clicked, this, &PollPanel::openOrClose);
    connect(reveal_, &QPushButton::clicked, this, &PollPanel::reveal);
    auto* quantities = new WhenShown(this, [this] { fillQuantities(); });
    connect(&workspace_.run, &RunController::runChanged, quantities, &WhenShown::request);
    quantities->request();
    followKind();
}

PollPanel::~PollPanel() = default;

void PollPanel::makeForm() {
    form_ = new QWidget(this);
    auto* form = new QFormLayout(form_);
    form->setContentsMargins(0, 0, 0, 0);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    kind_ = new QComboBox;
    kind_->setObjectName("pollKind");
    kind_->addItems({tr("Choose an answer"), tr("Predict a number"), tr("Draw a curve")});
    text_ = new QLineEdit;
    text_->setObjectName("pollText");
    text_->setMaxLength(longestText);
    text_->setPlaceholderText(tr("What will happen?"));
    choices_ = new QPlainTextEdit;
    choices_->setObjectName("pollChoices");
    choices_->setPlaceholderText(tr("One answer a line"));
    choices_->setTabChangesFocus(true);
    choices_->setFixedHeight(5 * fontMetrics().lineSpacing());
    right_ = new QComboBox;
    right_->setObjectName("pollRight");
    quantity_ = new QComboBox;
    quantity_->setObjectName("pollQuantity");
    network_ = new QCheckBox(tr("Phones on this network may answer"));
    network_->setObjectName("pollNetwork");
    network_->setToolTip(
        tr("Otherwise only browsers on this computer can. Anyone on the network "
           "who knows the code can answer."));
    choicesLabel_ = new QLabel(tr("Answers"));
    rightLabel_ = new QLabel(tr("Right answer"));
    quantityLabel_ = new QLabel(tr("Quantity"));
    choicesLabel_->setBuddy(choices_);
    rightLabel_->setBuddy(right_);
    quantityLabel_->setBuddy(quantity_);
    form->addRow(tr("Task"), kind_);
    form->addRow(tr("Question"), text_);
    form->addRow(choicesLabel_, choices_);
    form->addRow(rightLabel_, right_);
    form->addRow(quantityLabel_, quantity_);
    form->addRow(network_);
    open_ = new QPushButton;
    open_->setObjectName("pollOpen");
    reveal_ = new QPushButton(tr("Reveal"));
    reveal_->setObjectName("pollReveal");
    reveal_->setToolTip(tr("Shows all answers, with the right one or the run"));
}

void PollPanel::makeResult() {
    const auto line = [this](const char* name) {
        auto* label = new QLabel(this);
        label->setObjectName(name);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        return label;
    };
    address_ = line("pollAddress");
    count_ = line("pollCount");
    problem_ = line("pollProblem");
    plot_ = new QCustomPlot(this);
    plot_->setObjectName("pollPlot");
    plot_->setAccessibleName(tr("Answers of the class"));
    preparePlot(*plot_);
    plot_->setMinimumHeight(220);
    plot_->hide();
    say({});
}

void PollPanel::say(const QString& problem) {
    problem_->setText(problem);
    problem_->setVisible(!problem.isEmpty());
    follow();
}

void PollPanel::offer(const PollQuestion& question, int right) {
    if (server_) return say(tr("A poll is open. Close it before you ask the next question."));
    kind_->setCurrentIndex(static_cast<int>(question.kind));
    text_->setText(question.text.simplified().left(longestText));
    choices_->setPlainText(question.choices.join('\n'));
    right_->setCurrentIndex(right + 1);
    revealed_ = false;
    plot_->hide();
    count_->clear();
    say({});
    open_->setFocus(Qt::OtherFocusReason);
}

void PollPanel::followKind() {
    const bool choice = kind_->currentIndex() == static_cast<int>(Kind::Choice);
    for (QWidget* part :
         std::initializer_list<QWidget*>{choices_, choicesLabel_, right_, rightLabel_})
        part->setVisible(choice);
    for (QWidget* part : std::initializer_list<QWidget*>{quantity_, quantityLabel_})
        part->setVisible(!choice);
    const int before = right_->currentIndex();
    right_->clear();
    right_->addItem(tr("not known"));
    for (qsizetype k = 1; k <= choicesIn(choices_->toPlainText()).size(); ++k)
        right_->addItem(QString::number(k));
    right_->setCurrentIndex(std::clamp(before, 0, right_->count() - 1));
}

void PollPanel::fillQuantities() {
    const QString before = quantity_->currentText();
    quantity_->clear();
    if (!workspace_.run.hasRun()) return;
    const RowLayout& layout = workspace_.run.session().layout();
    const std::vector<std::string> units = columnUnits(workspace_.run.model(), layout);
    for (int k = 1; k < layout.csvWidth(); ++k) {
        const auto at = static_cast<std::size_t>(k);
        quantity_->addItem(QString::fromStdString(layout.names()[at]),
                           QString::fromStdString(units[at]));
    }
    quantity_->setCurrentIndex(std::max(0, quantity_->findText(before)));
}

void PollPanel::openOrClose() {
    if (server_) {
        server_.reset();
        return say({});
    }
    open();
}

PollTruth PollPanel::recorded() const {
    PollTruth found;
    if (!workspace_.run.hasRun()) return found;
    const int column =
        workspace_.run.session().layout().column(quantity_->currentText().toStdString());
    const auto rows = workspace_.run.session().recording();
    if (column < 0) return found;
    for (std::size_t k = 0; k < rows->size(); ++k) {
        found.time << rows->at(k, 0);
        found.curve << rows->at(k, column);
    }
    if (!found.curve.isEmpty()) found.number = found.curve.back();
    return found;
}

PollQuestion PollPanel::asked() const {
    PollQuestion question;
    question.kind = static_cast<Kind>(kind_->currentIndex());
    question.text = text_->text().simplified();
    if (question.kind == Kind::Choice) {
        question.choices = choicesIn(choices_->toPlainText());
        return question;
    }
    question.quantity = quantity_->currentText();
    question.unit = quantity_->currentData().toString();
    const PollTruth run = recorded();
    if (run.curve.isEmpty()) return question;
    question.duration = run.time.back();
    // The axis hides whether the curve uses all of it.
    const auto [low, high] = std::ranges::minmax(run.curve);
    const double room = high > low ? 0.5 * (high - low) : std::max(1.0, std::abs(low));
    question.from = low - room;
    question.to = high + room;
    return question;
}

void PollPanel::open() {
    const PollQuestion question = asked();
    if (question.text.isEmpty()) return say(tr("Write a question first."));
    if (question.kind == Kind::Choice &&
        (question.choices.size() < 2 || question.choices.size() > mostChoices))
        return say(tr("Give 2 to %1 answers, one a line.").arg(mostChoices));
    if (question.kind != Kind::Choice && !(question.duration > 0.0 && recorded().time.size() > 1))
        return say(tr("Open a model and run it to the end first: its run is the right answer."));
    const QHostAddress address(network_->isChecked() ? QHostAddress::AnyIPv4
                                                     : QHostAddress::LocalHost);
    auto server = std::make_unique<PollServer>(question, address);
    if (!server->listening())
        return say(tr("The poll cannot be opened: %1").arg(server->problem()));
    server_ = std::move(server);
    revealed_ = false;
    plot_->hide();
    connect(server_.get(), &PollServer::answered, this, &PollPanel::follow);
    say({});
}

PollTruth PollPanel::truth() const {
    if (server_->poll().question().kind != Kind::Choice) return recorded();
    PollTruth found;
    if (right_->currentIndex() > 0) found.choice = right_->currentIndex() - 1;
    return found;
}

void PollPanel::reveal() {
    if (!server_) return;
    revealed_ = true;
    plot_->show();
    follow();
}

void PollPanel::follow() {
    const bool on = server_ != nullptr;
    form_->setEnabled(!on);
    form_->setVisible(!on);
    open_->setText(on ? tr("Close the poll") : tr("Open the poll"));
    reveal_->setVisible(on);
    reveal_->setEnabled(on && !revealed_);
    address_->setVisible(on);
    if (!on) return;
    QStringList hosts{QStringLiteral("localhost")};
    if (network_->isChecked()) hosts = networkAddresses();
    QStringList lines{
        QStringLiteral("<b>%1</b>").arg(server_->poll().question().text.toHtmlEscaped())};
    for (const QString& host : hosts)
        lines << QStringLiteral("<span style='font-size:large'>http://%1:%2/%3</span>")
                     .arg(host)
                     .arg(server_->port())
                     .arg(server_->code());
    lines << tr("Code: <b>%1</b>").arg(server_->code());
    address_->setText(lines.join("<br>"));
    if (!revealed_) {
        count_->setText(tr("Answers: %1").arg(server_->poll().size()));
        return;
    }
    count_->setText(pollSummary(server_->poll(), truth()));
    draw();
}

void PollPanel::draw() {
    const QFont letters = plotFont();
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) axis->setTickLabelFont(letters);
    // Larger on a projector.
    const double scale = font().pointSizeF() / QGuiApplication::font().pointSizeF();
    scaleTexts(*plot_, scale);
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis})
        axis->setLabelFont(scaledFont(letters, scale));
    drawPoll(*plot_, server_->poll(), truth(), themeColors(isDark(palette())));
}

void PollPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) &&
        revealed_ && server_)
        draw();
}

}  // namespace momentree::app
