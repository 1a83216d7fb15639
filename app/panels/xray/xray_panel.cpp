// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/xray/xray_panel.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/base/number_text.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/panels/xray/motion_player.hpp"

namespace momentree::app {
namespace {

constexpr int jointsRole = Qt::UserRole;

QToolButton* button(const char* name, const char* icon, const QString& tip, QWidget* parent) {
    auto* made = new QToolButton(parent);
    made->setObjectName(QString::fromLatin1(name));
    made->setIcon(themedIcon(icon));
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    made->setAutoRaise(true);
    return made;
}

}  // namespace

XrayPanel::XrayPanel(MotionPlayer& player, QWidget* gauge, QWidget* parent)
    : QWidget(parent), player_(player) {
    setObjectName("xrayPanel");
    summary_ = new QLabel(this);
    summary_->setObjectName("xraySummary");
    summary_->setWordWrap(true);
    QFont bold = font();
    bold.setBold(true);
    summary_->setFont(bold);
    list_ = new QListWidget(this);
    list_->setObjectName("xrayList");
    list_->setAccessibleName(tr("Redundant constraints and remedies"));
    list_->setWordWrap(true);
    list_->setResizeMode(QListView::Adjust);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setSpacing(1);
    connect(list_, &QListWidget::currentItemChanged, this, &XrayPanel::choose);
    connect(list_, &QListWidget::itemClicked, this, &XrayPanel::choose);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(summary_);
    layout->addWidget(gauge);
    layout->addWidget(makeMotionBar());
    layout->addWidget(list_, 1);
    connect(&player_, &MotionPlayer::changed, this, &XrayPanel::followPlayer);
    followPlayer();
}

QWidget* XrayPanel::makeMotionBar() {
    auto* bar = new QWidget(this);
    previous_ = button("previousMotion", "step-back", tr("Shows the previous free motion"), bar);
    play_ = button("playMotion", "play", tr("Plays the free motion back and forth"), bar);
    play_->setCheckable(true);
    next_ = button("nextMotion", "step-forward", tr("Shows the next free motion"), bar);
    motion_ = new QLabel(bar);
    motion_->setObjectName("motionText");
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    for (QWidget* part : std::initializer_list<QWidget*>{previous_, play_, next_})
        layout->addWidget(part);
    layout->addWidget(motion_, 1);
    connect(previous_, &QToolButton::clicked, this, [this] { player_.show(player_.index() - 1); });
    connect(next_, &QToolButton::clicked, this, [this] { player_.show(player_.index() + 1); });
    connect(play_, &QToolButton::clicked, this, &XrayPanel::playWanted);
    return bar;
}

void XrayPanel::followPlayer() {
    const bool playing = player_.playing();
    play_->setChecked(playing);
    play_->setIcon(themedIcon(playing ? "stop" : "play"));
    for (QToolButton* other : {previous_, next_}) other->setEnabled(playing && player_.count() > 1);
    motion_->setText(playing              ? player_.text()
                     : play_->isEnabled() ? tr("Press play to see the free motions")
                                          : tr("There are no free motions"));
}

void XrayPanel::addHeading(const QString& text) {
    auto* item = new QListWidgetItem(text, list_);
    item->setFlags(Qt::ItemIsEnabled);
    QFont bold = font();
    bold.setBold(true);
    item->setFont(bold);
}

void XrayPanel::addText(const QString& text, const QList<int>& joints) {
    auto* item = new QListWidgetItem(text, list_);
    QVariantList stored;
    for (const int joint : joints) stored << joint;
    item->setData(jointsRole, stored);
    if (joints.isEmpty()) item->setFlags(Qt::ItemIsEnabled);
}

void XrayPanel::choose(const QListWidgetItem* item) {
    if (!item) return;
    std::vector<Element> joints;
    for (const QVariant& joint : item->data(jointsRole).toList())
        joints.push_back({Element::Kind::Joint, joint.toInt()});
    if (!joints.empty()) Q_EMIT jointsChosen(joints);
}

void XrayPanel::showMessage(const QString& text) {
    const QSignalBlocker quiet(list_);
    list_->clear();
    summary_->setText(text);
    play_->setEnabled(false);
}

void XrayPanel::showReport(const Model& model, const XrayReport& report) {
    const QSignalBlocker quiet(list_);
    list_->clear();
    const int dof = report.degreesOfFreedom;
    const QString motions =
        dof == 1 ? tr("1 degree of freedom") : tr("%1 degrees of freedom").arg(dof);
    const QString redundant = report.redundant == 0 ? tr("nothing redundant")
                              : report.redundant == 1
                                  ? tr("1 redundant constraint")
                                  : tr("%1 redundant constraints").arg(report.redundant);
    const QString when = report.time > 0.0 ? tr("At %1: ").arg(timeText(report.time)) : QString();
    summary_->setText(when + QStringLiteral("%1 · %2").arg(motions, redundant));
    play_->setEnabled(dof > 0);
    followPlayer();
    if (!report.problem.isEmpty()) addText(report.problem);
    if (report.redundant == 0) {
        addText(tr("Every reaction of the joints is determined by the motion."));
        return;
    }
    addHeading(tr("Redundant constraints"));
    for (const OverheldJoint& joint : report.overheld)
        addText(sentenceOf(model, joint), {joint.joint});
    addText(
        tr("The motion is not affected, but these reactions are not unique, and a real mechanism "
           "jams unless it is built exactly."));
    addHeading(tr("Remedies that keep the motion"));
    if (report.cures.empty()) addText(tr("Changing the type of a single joint is not enough."));
    for (const Cure& cure : report.cures) {
        QList<int> joints;
        for (const JointChange& change : cure.changes) joints << change.joint;
        addText(sentenceOf(model, cure, report.redundant), joints);
    }
}

}  // namespace momentree::app
