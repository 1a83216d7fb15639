// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "app/panels/analyses/answer.hpp"

namespace momentree::app {

class Host;

/// The analyses of the mechanism, with a panel each.
class Analyses final : public QObject {
    Q_OBJECT
public:
    Analyses(Workspace& workspace, Host& host);

    Answer& answerOf(AnalysisKind kind) const { return *answers_[static_cast<std::size_t>(kind)]; }
    PoseStage& stage() { return stage_; }
    /// A few words on why a question cannot be answered for this model; empty if it can be.
    QString missing(AnalysisKind kind) const;

Q_SIGNALS:
    void poseLeft();  ///< the picture should show the model or the run again

private:
    void startFrom(const std::vector<BodyState>& pose);

    Workspace& workspace_;
    Host& host_;
    PoseStage stage_;
    std::array<Answer*, analysisKinds> answers_{};  ///< by AnalysisKind
};

}  // namespace momentree::app
