// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/runs/run_picture.hpp"

#include <algorithm>

#include "app/base/number_text.hpp"
#include "app/base/theme/theme.hpp"
#include "app/runs/live_model.hpp"
#include "app/runs/reference_set.hpp"
#include "app/runs/run_controller.hpp"
#include "app/runs/run_set.hpp"
#include "app/runs/shown_row.hpp"
#include "app/scene/viewport.hpp"

namespace momentree::app {
namespace {

int idOfRecording(std::size_t index) { return -1 - static_cast<int>(index); }

}  // namespace

RunPicture::RunPicture(Viewport& viewport, RunSet& runs, ReferenceSet& references,
                       RunController& onScreen, const LiveModel& live)
    : QObject(&viewport),
      viewport_(viewport),
      runs_(runs),
      references_(references),
      onScreen_(onScreen),
      live_(live) {
    viewport_.addLayer(&microscope_);
    viewport_.addLayer(&legend_);
    connect(&runs_, &RunSet::listChanged, this, &RunPicture::remake);
    connect(&references_, &ReferenceSet::changed, this, &RunPicture::remake);
    connect(&runs_, &RunSet::progressed, this, [this] {
        // A ghost drawn at an earlier time catches up, even if the shown time does not change.
        if (std::ranges::any_of(drawn_, [this](const Drawn& ghost) {
                const RunItem* run = runs_.find(ghost.id);
                return ghost.newest < onScreen_.playback().shownTime() && run &&
                       run->computedTime() > ghost.newest;
            }))
            show();
    });
    connect(new ThemeWatcher(this), &ThemeWatcher::changed, this, &RunPicture::remake);
}

void RunPicture::setGhosts(bool on) {
    ghostsOn_ = on;
    remake();
}

void RunPicture::setDrawing(bool on) {
    drawing_ = on;
    remake();
}

void RunPicture::setMicroscope(bool on) {
    microscope_.setShown(on);
    show();
}

void RunPicture::remake() {
    const bool shown = ghostsOn_ && !drawing_;
    std::vector<render::Ghost> ghosts;
    const auto add = [&ghosts](int id, std::shared_ptr<const Model> model,
                               std::span<const double> start, int style) {
        // Of the application's palette: widgets learn of a new one later.
        const QColor color = themeColors().style(style).colour;
        const auto channel = [](int value) { return static_cast<std::uint8_t>(value); };
        ghosts.push_back({id,
                          std::move(model),
                          std::vector<double>(start.begin(), start.end()),
                          {channel(color.red()), channel(color.green()), channel(color.blue())}});
    };
    drawn_.clear();
    for (const RunItem& run : runs_.items()) {
        if (!shown || run.id == runs_.currentId() || !run.visible || !run.session()) continue;
        const auto start = run.session()->recording()->row(0);
        add(run.id, run.model, start, run.style);
        drawn_.push_back({run.id, start[0]});
    }
    recordings_.clear();
    model_ = onScreen_.hasRun() ? onScreen_.sharedModel() : nullptr;
    if (shown && model_) recordings_ = references_.moving(*model_, onScreen_.session().layout());
    for (std::size_t k = 0; k < recordings_.size(); ++k)
        add(idOfRecording(k), model_, recordings_[k].recording->row(0), recordings_[k].style);
    viewport_.edit().setGhosts(ghosts);
    show();
}

/// A fitted view leaves the strip of the legend free.
void RunPicture::setLegend(std::vector<RunLegend::Entry> entries) {
    legend_.setEntries(std::move(entries));
    render::SceneOptions options = viewport_.scene().options();
    const double strip = legend_.strip(viewport_.font());
    if (options.freeRight == strip) return;
    options.freeRight = strip;
    viewport_.setOptions(options);
}

void RunPicture::show() {
    if (!live_.runIsCurrent()) {  // the picture shows a drawing that has not run
        setLegend({});
        return viewport_.update();
    }
    if (!references_.empty() && onScreen_.hasRun() && onScreen_.sharedModel() != model_)
        return remake();
    const auto shown = onScreen_.playback().shownRow();
    std::vector<RunLegend::Entry> entries;
    std::vector<DriftMicroscope::Subject> subjects;
    subjects.push_back({0,
                        &onScreen_.model(),
                        &onScreen_.session().layout(),
                        std::vector<double>(shown.begin(), shown.end()),
                        {}});
    if (const RunItem* current = runs_.current())
        entries.push_back({current->name, tr("shown"), current->style, true});
    for (Drawn& ghost : drawn_) {
        const RunItem* run = runs_.find(ghost.id);
        if (!run || !run->session()) continue;
        ghost.newest = run->computedTime();
        const QColor color = themeColors().style(run->style).colour;
        subjects.push_back({ghost.id, run->model.get(), &run->session()->layout(),
                            run->rowAt(onScreen_.playback().shownTime()), color});
        const double begin = run->session()->recording()->at(0, 0);
        const QString note = runs_.isBehind(*run) ? tr("at %1").arg(timeText(run->computedTime()))
                             : onScreen_.playback().shownTime() < begin
                                 ? tr("begins at %1").arg(timeText(begin))
                                 : QString();
        entries.push_back({run->name, note, run->style, false});
    }
    for (std::size_t k = 0; k < recordings_.size(); ++k) {
        const PlotSource& source = recordings_[k];
        std::vector<double> row(static_cast<std::size_t>(source.layout.width()));
        rowForDisplay(*source.recording, source.layout, static_cast<int>(model_->bodies.size()),
                      onScreen_.playback().shownTime(), row);
        subjects.push_back({idOfRecording(k), model_.get(), &source.layout, std::move(row),
                            themeColors().style(source.style).colour});
        entries.push_back({source.name, tr("recording"), source.style, false});
    }
    if (drawing_) entries.clear();
    setLegend(std::move(entries));
    if (microscope_.shown()) microscope_.look(subjects);
    for (const auto& subject : subjects) {
        if (subject.ghost == 0)
            viewport_.showRow(*subject.layout, subject.row,
                              microscope_.shown() ? shown : std::span<const double>());
        else
            viewport_.edit().showGhost(subject.ghost, subject.row);
    }
}

}  // namespace momentree::app
