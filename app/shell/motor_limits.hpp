// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSet>
#include <QTimer>
#include <atomic>
#include <memory>
#include <optional>

#include "app/document/edits/full_turn.hpp"
#include "app/scene/motor_ranges.hpp"
#include "app/workspace/notice.hpp"

namespace momentree::app {

class Host;
class Workspace;

/// Finds in the background how far motors can go, shows it in the picture, and offers remedies
/// when an edit lets a motor ask for more than that.
class MotorLimits final : public QObject {
    Q_OBJECT
public:
    MotorLimits(Workspace& workspace, Host& host);

    const std::vector<MotorRange>& ranges() const { return layer_.ranges(); }

private:
    struct Found {
        std::vector<MotorRange> ranges;
        int beyond = -1;  ///< index of the first range that its motor leaves
        std::optional<LengthChange> fullTurn;
    };
    static Found search(const CheckedModel& seen, double duration,
                        const std::function<bool()>& stopped);
    void searchFullTurn();

    void follow(bool fresh);
    void start();
    void take(const Found& found, const CheckedModel& seen);
    void offerWayOffDeadPoint(const CheckedModel& checked);
    std::optional<Notice::Answer> torqueInstead(const CheckedModel& seen, int motion);
    void followRun();
    void tellFailure();
    void announce(const QString& details);

    Workspace& workspace_;
    Host& host_;
    MotorRanges layer_;
    Found found_;
    CheckedModel seen_;       ///< in which it was found
    QSet<QString> told_;      ///< motors that ask for more than they can reach
    QString announced_;       ///< title of the last notice
    bool runFailed_ = false;  ///< as last announced by the playback
    bool failureTold_ = false;
    bool silent_ = true;  ///< a document that was opened: its run reports its end
    QTimer pause_;        ///< of edits, before a search
    std::shared_ptr<std::atomic<bool>> stop_;
};

}  // namespace momentree::app
