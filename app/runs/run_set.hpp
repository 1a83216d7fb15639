// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "app/runs/run_item.hpp"

namespace momentree::app {

class RunController;

/// All runs of the window: the one on screen, played by `RunController`, and others computed in the
/// background as fast as possible, as many in parallel as there are free cores. All are shown at
/// the same time.
class RunSet final : public QObject {
    Q_OBJECT
public:
    RunSet(std::shared_ptr<const Catalogue> catalogue, RunController& onScreen);
    ~RunSet() override;

    const std::vector<RunItem>& items() const { return items_; }  ///< in the order of creation
    const RunItem* find(RunId id) const;
    RunId currentId() const { return current_; }  ///< the run on screen, 0 if there is none
    const RunItem* current() const { return find(current_); }
    const Catalogue& catalogue() const { return *catalogue_; }
    std::shared_ptr<const Catalogue> sharedCatalogue() const { return catalogue_; }

    /// While one exists, `listChanged` waits: for several changes in one gesture.
    class Gesture {
    public:
        explicit Gesture(RunSet& runs) : runs_(runs) { ++runs_.gestures_; }
        ~Gesture() {
            if (--runs_.gestures_ == 0 && std::exchange(runs_.unannounced_, false))
                runs_.announce();
        }
        Gesture(const Gesture&) = delete;
        Gesture& operator=(const Gesture&) = delete;

    private:
        RunSet& runs_;
    };

    /// Prepares a run and computes it when a core is free. Returns 0 without a run on screen.
    RunId add(RunRequest request);
    RunId duplicate(RunId id);
    /// The recorded row of the run on screen nearest to the shown time.
    RunPoint shownPoint() const;
    void rename(RunId id, const QString& name);  ///< empty: names it by what differs
    void setVisible(RunId id, bool visible);
    void setStyle(RunId id, int style);  ///< of its curves and its ghost
    /// Puts another run on screen, at the shown time; the previous one continues in the background.
    void makeCurrent(RunId id);
    void remove(RunId id);  ///< not the one on screen
    void removeOthers();    ///< all but the one on screen
    /// What was removed last can be brought back, until more is removed or `forgetRemoved`.
    bool canRestore() const { return !removed_.empty(); }
    void restore();
    void forgetRemoved();
    /// The run with which others are compared; 0 none.
    RunId reference() const { return reference_; }
    void setReference(RunId id);
    /// Whether the shown time is later than its newest row.
    bool isBehind(const RunItem& item) const;
    bool computing() const;  ///< any run other than the one on screen is unfinished

Q_SIGNALS:
    void listChanged();  ///< runs added, removed, prepared, renamed or shown differently
    void referenceChanged();
    void removedChanged();  ///< what `restore` brings back
    void progressed();      ///< figures have changed; several times a second
    /// The run on screen has this model, which is not that of the document.
    void modelTaken(const std::shared_ptr<const momentree::Model>& model);

private:
    RunItem* item(RunId id);
    RunItem* removedItem(RunId id);
    RunItem& newItem();
    void announce();  ///< names the runs by what differs, and tells that the list has changed
    void setAside(const std::function<bool(const RunItem&)>& gone);
    int styleFor(const RunItem& run);
    void followCurrent();
    void prepare(RunId id, const RunRequest& request);
    void schedule();
    void watch();
    void letGo(std::shared_ptr<Session>& session);

    std::shared_ptr<const Catalogue> catalogue_;
    RunController& onScreen_;
    int gestures_ = 0;
    bool unannounced_ = false;  ///< changed during a gesture
    std::vector<RunItem> items_;
    std::vector<RunItem> removed_;
    std::map<RunId, RunId> parentsBefore_;  ///< of all runs, before the removal
    std::map<QString, std::vector<int>>
        styles_;  ///< by all settings of a run, for the life of a document
    int nextStyle_ = 0;
    QString file_;  ///< of the document
    RunId last_ = 0, current_ = 0, reference_ = 0, referenceBefore_ = 0;
    bool taking_ = false;
    QTimer watch_;
};

}  // namespace momentree::app
