// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/analyses/pose_answer.hpp"

#include <QBoxLayout>
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <algorithm>

#include "app/base/number_text.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/panels/analyses/mode_list.hpp"
#include "app/scene/viewport.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {
namespace {

/// Modes are shown slowly enough to be seen, the faster ones faster.
constexpr double slowest_s = 2.4, fastest_s = 0.8;
constexpr int tableHeight = 180;

QString verdictOf(const Modes& modes) {
    switch (modes.stability) {
        case Stability::Stable:
            return PoseAnswer::tr("Stable: small movements stay small.");
        case Stability::Neutral:
            return PoseAnswer::tr("Neutral: nothing drives some movements back.");
        case Stability::Unstable:
            return PoseAnswer::tr("Unstable: a small movement grows.");
        case Stability::Fixed:
            break;
    }
    return PoseAnswer::tr("Nothing can move.");
}

double secondsOf(const Modes& modes, int index) {
    double least = 0.0, largest = 0.0;
    for (const Mode& mode : modes.modes) {
        if (mode.frequency <= 0.0) continue;
        least = least > 0.0 ? std::min(least, mode.frequency) : mode.frequency;
        largest = std::max(largest, mode.frequency);
    }
    const double own = modes.modes[static_cast<std::size_t>(index)].frequency;
    return own > 0.0 && largest > 0.0 ? std::max(fastest_s, slowest_s * least / own) : slowest_s;
}

}  // namespace

PoseAnswer::PoseAnswer(AnalysisKind kind, Workspace& workspace, PoseStage& stage,
                       const Viewport& viewport)
    : Answer(kind, workspace, stage, kind == AnalysisKind::Modes ? tr("Modes") : tr("Equilibrium")),
      kind_(kind),
      viewport_(viewport),
      release_(new QCheckBox(tr("Release the motors"))),
      verdict_(new QLabel),
      table_(nullptr),
      modes_(new ModeList),
      play_(new QPushButton),
      start_(new QPushButton(tr("Start here"))) {
    setObjectName(kind == AnalysisKind::Modes ? "modesAnswer" : "equilibriumAnswer");
    release_->setObjectName("releaseMotors");
    release_->setToolTip(
        tr("As if the motors were disconnected. Otherwise they hold their joints."));
    verdict_->setObjectName("verdict");
    verdict_->setWordWrap(true);
    play_->setObjectName("playMode");
    play_->setCheckable(true);
    start_->setObjectName("startHere");
    start_->setToolTip(tr("Makes this pose the start of the model"));
    start_->setVisible(kind == AnalysisKind::Equilibrium);
    static_cast<QBoxLayout*>(layout())->insertWidget(1, release_);
    body_->addWidget(verdict_);
    body_->addWidget(modes_, 1);
    auto* row = new QHBoxLayout;
    row->addWidget(play_);
    row->addWidget(start_);
    row->addStretch(1);
    body_->addLayout(row);
    connect(release_, &QCheckBox::clicked, this, &PoseAnswer::compute);
    connect(modes_, &QListWidget::currentRowChanged, this, [this] {
        follow();
        if (stage_.playing() || !workspace_.run.playback().playing()) playMode(true);
    });
    connect(play_, &QPushButton::clicked, this, &PoseAnswer::playMode);
    connect(&stage, &PoseStage::playingChanged, this, &PoseAnswer::follow);
    connect(start_, &QPushButton::clicked, this,
            [this] { Q_EMIT startWanted(aboutPose(*outcome()).state->bodies); });
    // Motors that hold everything leave nothing to answer.
    const auto choose = [this] {
        const CheckedModel& checked = workspace_.live.checked();
        const bool driven = checked.assembled && !checked.model->motions.empty();
        release_->setVisible(driven);
        if (driven && checked.report.degreesOfFreedom == 0) release_->setChecked(true);
    };
    connect(&workspace.live, &LiveModel::changed, this, choose);
    choose();
    follow();
}

bool PoseAnswer::released() const { return release_->isVisibleTo(this) && release_->isChecked(); }

void PoseAnswer::present() {
    const AboutPose about = aboutPose(*outcome());
    QString verdict = verdictOf(*about.modes);
    if (const auto* rest = std::get_if<Equilibrium>(&outcome()->found)) {
        if (about.modes->stability != Stability::Fixed)
            verdict += ' ' + tr("Potential energy %1 J.").arg(shortText(rest->potential, 4));
        delete table_;
        table_ = makeTable(outcome()->output.tables.front(), this);
        table_->setMaximumHeight(tableHeight);
        body_->insertWidget(1, table_);
    } else {
        verdict = tr("About the start.") + ' ' + verdict;
    }
    verdict_->setText(verdict);
    modes_->show(outcome(), viewport_.scene().viewpoint().axes);
    follow();
}

void PoseAnswer::follow() {
    const bool playing = stage_.playing();
    const int mode = modes_->chosen();
    play_->setChecked(playing);
    play_->setIcon(themedIcon(playing ? "stop" : "play"));
    play_->setText(playing ? tr("Stop") : tr("Play mode %1").arg(std::max(0, mode) + 1));
    play_->setEnabled(outcome() && mode >= 0 && mode < static_cast<int>(outcome()->shapes.size()));
    start_->setEnabled(outcome() != nullptr && !isOutOfDate());
}

void PoseAnswer::showPoses() {
    if (outcome()) stage_.show(aboutPose(*outcome()).state->bodies);
}

void PoseAnswer::playMode(bool play) {
    const int mode = modes_->chosen();
    if (!play || !outcome() || mode < 0 || mode >= static_cast<int>(outcome()->shapes.size())) {
        stage_.stop();
        return showPoses();
    }
    stage_.play(outcome()->shapes[static_cast<std::size_t>(mode)],
                secondsOf(*aboutPose(*outcome()).modes, mode), true);
}

}  // namespace momentree::app
