// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/synthesis/path_finder.hpp"

#include <QBoxLayout>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <numbers>
#include <thread>

#include "app/base/background.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/base/display_unit.hpp"
#include "app/base/number_text.hpp"
#include "app/panels/synthesis/curve_canvas.hpp"

namespace momentree::app {
namespace {

constexpr int progressSteps = 1000, chainCranks = 9, curvePoints = 400;
constexpr int often = 100;  ///< progress is shown [ms]

/// In the order of the list.
enum Family { AnyFamily, FourBars, FiveBars, Chain };

CurveCanvas::Points curveOf(const FoundPath& found) {
    CurveCanvas::Points points;
    for (int k = 0; k < curvePoints; ++k) {
        const double th = 2.0 * std::numbers::pi * k / curvePoints;
        if (const auto* chain = std::get_if<CrankChain>(&found.mechanism))
            points.push_back(chain->at(th));
        else if (const auto pose = poseOf(std::get<PlanarLinkage>(found.mechanism), th))
            points.push_back(pose->P);
    }
    return points;
}

QString percentText(double share) { return shortText(100.0 * share, 3); }

}  // namespace

/// What a search and this panel share.
struct PathFinder::Search {
    PathRequest request;
    std::stop_source stop;
    std::atomic<double> share{0.0};
    PathSearchState state;
    Result<FoundPath> path = fail(Diagnostic());
    Result<LinkageModel> model = fail(Diagnostic());
};

PathFinder::PathFinder(Workspace& workspace) : PathFinder(workspace, new CurveCanvas) {}

PathFinder::PathFinder(Workspace& workspace, CurveCanvas* canvas)
    : LinkageFinder(workspace, tr("Linkage for a curve"), canvas),
      canvas_(canvas),
      family_(new QComboBox),
      width_(new QDoubleSpinBox),
      transmission_(makeAngleField(0.0, 80.0, 20.0, tr("Least transmission angle"))),
      find_(new QPushButton(tr("Find a linkage"))),
      progress_(new QProgressBar) {
    setObjectName("pathFinder");
    family_->setObjectName("pathFamily");
    family_->addItems({tr("Any linkage"), tr("Four-bar"), tr("Geared five-bar"),
                       tr("Chain of %1 cranks").arg(chainCranks)});
    family_->setAccessibleName(tr("Kind of linkage"));
    width_->setRange(1e-3, 1e3);
    width_->setDecimals(3);
    width_->setSuffix(tr(" m"));
    width_->setValue(canvas_->fieldWidth());
    width_->setAccessibleName(tr("Width of the field"));
    find_->setObjectName("findLinkage");
    progress_->setRange(0, progressSteps);
    progress_->setAccessibleName(tr("Progress of the search"));
    progress_->hide();
    lay();
    timer_.setInterval(often);
    connect(&timer_, &QTimer::timeout, this, &PathFinder::follow);
    connect(find_, &QPushButton::clicked, this, [this] { searching() ? cancel() : start(); });
    connect(said_, &QLabel::linkActivated, this, &PathFinder::startChain);
    connect(family_, &QComboBox::currentIndexChanged, this, &PathFinder::follow);
    connect(transmission_, &QDoubleSpinBox::valueChanged, this, &PathFinder::follow);
    connect(width_, &QDoubleSpinBox::valueChanged, canvas_, &CurveCanvas::setFieldWidth);
    connect(canvas_, &CurveCanvas::drawn, this, [this] {
        const QSignalBlocker quiet(width_);
        width_->setValue(canvas_->fieldWidth());
        if (searching()) cancel();
        forget();
        follow();
    });
    follow();
}

void PathFinder::lay() {
    auto* read = new QPushButton(tr("Read a curve …"));
    read->setObjectName("readCurve");
    read->setToolTip(tr("Points x, y in metres around a closed curve, from a table (CSV)"));
    connect(read, &QPushButton::clicked, this, &PathFinder::askForCurve);
    auto* form = new QFormLayout;
    form->addRow(tr("Field"), width_);
    form->addRow(tr("Kind"), family_);
    form->addRow(tr("Transmission angle"), transmission_);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(read);
    buttons->addWidget(find_);
    controls_->addLayout(form);
    controls_->addLayout(buttons);
    controls_->addWidget(progress_);
}

PathFinder::~PathFinder() {
    if (search_) search_->stop.request_stop();
}

void PathFinder::follow() {
    find_->setText(searching() ? tr("Cancel") : goesOn() ? tr("Go on") : tr("Find a linkage"));
    find_->setEnabled(searching() || !canvas_->curve().empty());
    progress_->setVisible(searching());
    if (searching()) progress_->setValue(static_cast<int>(progressSteps * search_->share));
}

PathRequest PathFinder::asked() const {
    PathRequest request;
    request.curve = canvas_->curve();
    request.limits.transmissionAngle = transmission_->value() * std::numbers::pi / 180.0;
    request.limits.longest = 10.0;
    request.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    switch (family_->currentIndex()) {
        case FourBars:
            request.families = {0};
            break;
        case FiveBars:
            std::erase(request.families, 0);
            break;
        case Chain:
            request.arms = chainCranks;
            break;
        default:
            break;
    }
    return request;
}

bool PathFinder::goesOn() const { return paused_ != nullptr && paused_->request == asked(); }

void PathFinder::start() {
    auto search = std::make_shared<Search>();
    search->request = asked();
    if (goesOn()) search->state = paused_->state;
    paused_.reset();
    search_ = search;
    forget();
    canvas_->setFound({});
    timer_.start();
    follow();
    inBackground(
        this,
        [search] {
            search->path = synthesisePath(
                search->request, search->stop.get_token(),
                [&](const PathProgress& progress) { search->share = progress.share; },
                &search->state);
            if (search->path && !search->path->stopped)
                search->model = linkageModel(planOf(*search->path, "linkage"));
            return search;
        },
        [this](const std::shared_ptr<Search>& ended) { take(ended); });
}

void PathFinder::startChain() {
    family_->setCurrentIndex(Chain);
    start();
}

Result<LinkageModel> PathFinder::model() const { return *found_; }

void PathFinder::forget(const QString& why) {
    found_.reset();
    showNone(why);
}

void PathFinder::cancel() {
    search_->stop.request_stop();
    search_.reset();
    timer_.stop();
    forget(tr("Cancelled. The same search goes on from here."));
    follow();
}

void PathFinder::take(const std::shared_ptr<Search>& search) {
    if (search != search_) {  // cancelled
        if (!searching()) paused_ = search;
        follow();
        return;
    }
    search_.reset();
    timer_.stop();
    if (!search->path) {
        forget(editText(search->path.error().front()));
    } else if (!search->model) {
        forget(editText(search->model.error().front()));
    } else {
        found_ = std::make_unique<LinkageModel>(std::move(*search->model));
        canvas_->setFound(curveOf(*search->path));
        if (search->path->outOfTime) paused_ = search;
        present(*search->path, search->request.goodEnough);
    }
    follow();
    Q_EMIT ended();
}

void PathFinder::present(const FoundPath& path, double goodEnough) {
    const auto* linkage = std::get_if<PlanarLinkage>(&path.mechanism);
    const QString relative =
        tr("Of the largest radius of the curve, %1").arg(lengthText(path.size));
    std::vector<LargeValue> values{
        {tr("Off the curve (RMS)"), percentText(path.error.rms), "%", relative},
        {tr("Farthest off"), percentText(path.error.largest), "%", relative}};
    if (linkage != nullptr)
        values.push_back({tr("Least transmission angle"),
                          shortText(path.transmissionAngle / oneDegree, 3), "°"});
    QString family = QString::fromStdString(familyText(path.mechanism));
    family[0] = family[0].toUpper();
    QStringList said{QStringLiteral("<b>%1</b>").arg(family)};
    if (linkage != nullptr) said << lengthsText(*linkage);
    if (path.outOfTime) said << tr("The time was over before everything was tried.");
    if (linkage != nullptr && path.error.rms > goodEnough)
        said << tr("No linkage of this kind is within %1 % of the curve. "
                   "<a href=\"chain\">A chain of belt-driven cranks</a> follows any curve.")
                    .arg(percentText(goodEnough));
    showFound(values, said.join(QStringLiteral("<br>")));
}

bool PathFinder::readCurve(const QString& path, QString* why) {
    const auto rows = readNumbers(path, 2, why);
    if (!rows) return false;
    CurveCanvas::Points points;
    for (const auto& row : *rows) points.emplace_back(row[0], row[1]);
    canvas_->setCurve(std::move(points));
    return true;
}

void PathFinder::askForCurve() {
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Read a curve"), {}, tr("Tables (*.csv *.txt *.tsv);;All files (*)"));
    QString why;
    if (!file.isEmpty() && !readCurve(file, &why))
        QMessageBox::warning(this, tr("The curve was not read"), why);
}

}  // namespace momentree::app
