// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/notices.hpp"

#include <QFileInfo>
#include <utility>

#include "app/base/diagnostic_text.hpp"
#include "app/base/text.hpp"
#include "app/document/file_watch.hpp"
#include "app/document/recent_files.hpp"
#include "app/panels/messages/messages_panel.hpp"
#include "app/panels/xray/singularity.hpp"
#include "app/scene/viewport.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {
namespace {

constexpr std::size_t problemsInNotice = 4;

void announceChange(Workspace& workspace, Host& host, const QString& file) {
    host.notice.announce(Notice::Kind::Warning,
                         tr("%1 was changed by another program").arg(QFileInfo(file).fileName()),
                         workspace.document.modified()
                             ? tr("Reloading discards the changes made here since it was saved.")
                             : tr("The version shown here is the old one."),
                         {{tr("Reload"),
                           [&host] {
                               host.notice.hide();
                               host.files.reload();
                           }},
                          {tr("Keep this version"), [&host] { host.notice.hide(); }}});
}

}  // namespace

void announceFiles(Workspace& workspace, Host& host) {
    QObject::connect(&host.files, &FileCommands::done, &host, &Host::say);
    QObject::connect(&host.files, &FileCommands::noted, &host,
                     [&host](const QString& what, const QString&, const Diagnostics& notes) {
                         host.announceNotes(what, notes);
                     });
    const auto announceWith = [&host](const std::vector<Notice::Answer>& offers) {
        return [&host, offers](const QString& what, const QString&, const Diagnostics& problems) {
            host.notice.announce(Notice::Kind::Error, what, diagnosticText(problems.front()),
                                 offers);
        };
    };
    QObject::connect(&host.files, &FileCommands::failed, &host, announceWith({}));
    QObject::connect(&host.files, &FileCommands::notSaved, &host,
                     announceWith({{tr("Save as…"), [&host] { host.files.saveAs(); }}}));
    QObject::connect(
        new FileWatch(workspace.document, &host), &FileWatch::changedOutside, &host,
        [&workspace, &host](const QString& file) { announceChange(workspace, host, file); });
    QObject::connect(&workspace, &Workspace::modelChanged, &host.notice, [&host](bool fresh) {
        if (fresh) host.notice.pass();
    });
}

RunNotices::RunNotices(Workspace& workspace, Host& host, MessagesPanel& messages,
                       const SingularityWatch& watch)
    : QObject(&host), workspace_(workspace), host_(host), messages_(messages), watch_(watch) {
    const RunController& run = workspace.run;
    connect(&run, &RunController::runChanged, this, &RunNotices::startRun);
    connect(&run.playback(), &Playback::stateChanged, this, [this, &run] {
        const RunState state = run.hasRun() ? run.playback().figures().state : RunState::Paused;
        if (state == RunState::Failed && !failureTold_) tellFailure();
        if (state == RunState::Finished || state == RunState::Failed) tellNotes();
        if (state == RunState::Running && std::exchange(failureTold_, false)) host_.notice.hide();
    });
    connect(&run, &RunController::refused, this, &RunNotices::tellRefusal);
    connect(&watch, &SingularityWatch::changed, this, &RunNotices::tellTorn);
    connect(&host, &Host::lessonShown, this, [this](bool open) { inLesson_ = open; });
}

void RunNotices::startRun(bool newModel) {
    const RunController& run = workspace_.run;
    host_.notice.pass();
    failureTold_ = tornTold_ = notesTold_ = false;
    if (newModel && !run.file().isEmpty()) rememberFile(run.file());
    if (!run.warnings().empty()) tellWarnings(newModel);
}

/// Features of a robot's file that a model cannot represent are announced, not only listed.
void RunNotices::tellWarnings(bool newModel) {
    const RunController& run = workspace_.run;
    const QString file = QFileInfo(run.file()).fileName();
    messages_.add(tr("%1: warnings").arg(file), run.file(), run.warnings());
    if (!newModel || file.isEmpty() || file.endsWith(QLatin1String(".json"), Qt::CaseInsensitive))
        return;
    host_.announceNotes(tr("%1 was imported, but not all of it").arg(file), run.warnings());
}

/// Lists what the run has noticed, once it has ended.
void RunNotices::tellNotes() {
    const RunController& run = workspace_.run;
    Diagnostics notes;
    for (const RunNote& note : run.playback().figures().notes)
        if (note.warns) notes.push_back(warning(Place::run(), note.text));
    if (notes.empty() || std::exchange(notesTold_, true)) return;
    messages_.add(tr("%1: warnings").arg(QFileInfo(run.file()).fileName()), run.file(), notes);
}

void RunNotices::tellFailure() {
    RunController& run = workspace_.run;
    failureTold_ = true;
    const RunFigures figures = run.playback().figures();
    const QString why = messageText(*figures.message);
    const auto sight = host_.viewport.sight();
    QString advice = tr("Everything computed so far is kept; drag the time slider to look at it.");
    std::vector<Notice::Answer> answers;
    if (figures.linkLost) {
        advice += QLatin1Char(' ') +
                  tr("When the board can be reached again, the run continues from there.");
        answers.push_back({tr("Reconnect and continue"), [&run] {
                               run.playback().goLive();
                               run.play();
                           }});
    } else if (sight && !openJoints(*sight).empty()) {
        advice += QLatin1Char(' ') + tornAdvice();
    }
    answers.push_back({tr("Start again"), [this, &run] {
                           host_.notice.hide();
                           run.restart();
                       }});
    host_.notice.announce(Notice::Kind::Error, tr("The run stopped: %1").arg(why), advice,
                          std::move(answers));
}

QString RunNotices::tornAdvice() const {
    return workspace_.live.checked().model->motions.empty()
               ? tr("The loops came apart. Halve the step, or choose another formulation.")
               : tr("A motion drives the mechanism beyond what its lengths allow; change the "
                    "lengths or the motion.");
}

/// Loops that have opened are not a motion of the mechanism; driven ones never close again. In
/// lessons they open on purpose.
void RunNotices::tellTorn() {
    const auto& torn = watch_.torn();
    if (inLesson_ || !torn || tornTold_ || failureTold_ || !workspace_.live.runIsCurrent()) return;
    tornTold_ = true;
    RunController& run = workspace_.run;
    if (!workspace_.live.checked().model->motions.empty()) run.playback().pause();
    host_.notice.announce(
        Notice::Kind::Warning,
        tr("The loops have come apart at %1").arg(QString::fromStdString(torn->name)),
        tornAdvice() + ' ' +
            tr("From here on, the picture does not show a motion of this mechanism."),
        {{tr("Back to the start"),
          [this, &run] {
              host_.notice.hide();
              run.toStart();
          }},
         {tr("Close"), [this] { host_.notice.hide(); }}});
}

void RunNotices::tellRefusal(const Refusal& refusal) {
    const bool opening = refusal.what == Refusal::What::Open;
    const bool goingOn = refusal.what == Refusal::What::GoOn;
    const QString name = QFileInfo(refusal.file).fileName();
    if (refusal.description) workspace_.document.replace(refusal.description, refusal.file);
    const QString title = refusal.description ? tr("%1 is open, but it cannot run yet").arg(name)
                          : opening           ? tr("%1 could not be opened").arg(name)
                          : goingOn           ? tr("The motion cannot continue with this change")
                                              : tr("This setting cannot be used");
    QStringList lines;
    for (std::size_t k = 0; k < std::min(refusal.problems.size(), problemsInNotice); ++k)
        lines << diagnosticText(refusal.problems[k]);
    if (refusal.problems.size() > problemsInNotice)
        lines << tr("… and %1 more").arg(refusal.problems.size() - problemsInNotice);
    if (opening) lines << refusal.file;
    const bool ofModel = goingOn || refusal.description;
    ofModel ? messages_.addFault(title, refusal.file, refusal.problems)
            : messages_.add(title, refusal.file, refusal.problems);

    std::vector<Notice::Answer> answers;
    if (opening)
        answers.push_back(
            {tr("Try again"), [this, file = refusal.file] { host_.files.open(file); }});
    if (refusal.what == Refusal::What::Settings && !workspace_.run.hasRun())
        answers.push_back({tr("Use the default settings"), [this] {
                               host_.notice.hide();
                               workspace_.run.applyUsualSpec();
                           }});
    if (goingOn) {
        workspace_.run.playback().pause();
        answers.push_back({tr("Start again"), [this] {
                               host_.notice.hide();
                               workspace_.run.applyModel(workspace_.live.checked().model,
                                                         workspace_.document.file());
                           }});
    }
    answers.push_back({tr("Show in messages"), [this] { host_.raise("messagesDock"); }});
    host_.notice.announce(Notice::Kind::Error, title, lines.join('\n'), std::move(answers));
}

}  // namespace momentree::app
