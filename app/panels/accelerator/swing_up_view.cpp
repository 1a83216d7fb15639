// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/accelerator/swing_up_view.hpp"

#include <qcustomplot.h>

#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>
#include <chrono>
#include <mutex>

#include "app/base/background.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/panels/accelerator/accelerator_panel.hpp"
#include "app/panels/accelerator/open_accelerator.hpp"
#include "app/plots/plot_style.hpp"
#include "fpga_link/offload/board_message.hpp"
#include "fpga_link/offload/swing_up.hpp"

namespace momentree::app {
namespace {

constexpr double swingDuration = 8.0;  // [s]

struct SwingUpFrame {
    QPolygonF joints;  // pivot, elbow, tip [m]
    struct Trace {
        QPolygonF tip;  // [m]
        double cost = 0.0;
    };
    std::vector<Trace> traces;  // the best one last
    double time = 0.0;          // [s]
    double clocks = 0.0, clockHz = 1.0;
    bool measured = false;  // the clock
    double period = 0.0;    // mean time of one with network and agent [s]
};

QPolygonF jointsOf(const fpga::PlanarMechanism& chain, const fpga::PlanarState& state) {
    QPolygonF joints({{0.0, 0.0}});
    for (std::size_t i = 0; i < chain.bodies.size(); ++i)
        joints.push_back(joints.back() +
                         chain.bodies[i].length *
                             QPointF(std::cos(state.angle[i]), std::sin(state.angle[i])));
    return joints;
}

SwingUpFrame frameOf(const fpga::SwingUp& swing, const fpga::PlanarState& before,
                     const fpga::SwingUpPeriod& period) {
    SwingUpFrame frame;
    frame.joints = jointsOf(swing.task.mechanism, before);
    for (std::size_t k = 0; k < period.paths.size(); ++k) {
        SwingUpFrame::Trace trace{{}, period.costs[k]};
        trace.tip << frame.joints.back();
        for (const fpga::PlanarState& state : period.paths[k])
            trace.tip << jointsOf(swing.task.mechanism, state).back();
        frame.traces.push_back(std::move(trace));
    }
    std::ranges::sort(frame.traces, std::ranges::greater{}, &SwingUpFrame::Trace::cost);
    return frame;
}

QString figuresText(const SwingUpFrame& frame) {
    if (frame.joints.isEmpty()) return SwingUpView::tr("Connecting…");
    const double seconds = frame.clocks / frame.clockHz;
    const auto rollouts = static_cast<double>(frame.traces.size());
    const QString rate =
        (frame.measured ? SwingUpView::tr("%1 rollouts a second, counted at %2 MHz")
                        : SwingUpView::tr("%1 rollouts a second, modelled at %2 MHz"))
            .arg(rollouts / seconds, 0, 'f', 0)
            .arg(frame.clockHz * 1e-6, 0, 'g', 4);
    return SwingUpView::tr("%1 s. Fabric: %2. Here, with network and agent: %3 a second.")
        .arg(frame.time, 0, 'f', 2)
        .arg(rate)
        .arg(rollouts / frame.period, 0, 'f', 0);
}

}  // namespace

/// What the worker found.
struct SwingUpNews {
    std::mutex mutex;
    SwingUpFrame frame;
    std::vector<double> time, cost;
};

/// The pendulum and the paths of its tip.
class SwingUpPicture final : public QWidget {
public:
    explicit SwingUpPicture(QWidget* parent) : QWidget(parent) {
        setMinimumSize(150, 150);
        setAccessibleName(SwingUpView::tr("Double pendulum and the rollouts of its tip"));
        frame.joints = QPolygonF({{0.0, 0.0}, {0.0, -0.4}, {0.0, -0.8}});
    }
    QSize sizeHint() const override { return {200, 200}; }
    SwingUpFrame frame;

protected:
    void paintEvent(QPaintEvent*) override {
        constexpr double reach = 0.9;  // [m]
        const ThemeColors& colors = themeColors(isDark(palette()));
        QPainter painter(this);
        painter.fillRect(rect(), colors.panel);
        painter.setRenderHint(QPainter::Antialiasing);
        const double scale = std::min(width(), QWidget::height()) / (2.0 * reach);
        painter.setTransform({scale, 0.0, 0.0, -scale, width() / 2.0, QWidget::height() / 2.0});
        const auto pen = [&](const QColor& colour, double pixels) {
            return QPen(colour, pixels / scale, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
        };
        painter.setPen(pen(colors.grid, 1.0));
        painter.drawEllipse(QPointF(), 0.8, 0.8);
        for (std::size_t k = 0; k < frame.traces.size(); ++k) {
            const bool best = k + 1 == frame.traces.size();
            painter.setPen(best ? pen(colors.series[1], 2.0)
                                : pen(faded(colors.series[0], 0.35), 1.0));
            painter.drawPolyline(frame.traces[k].tip);
        }
        painter.setPen(pen(colors.text, 5.0));
        painter.drawPolyline(frame.joints);
        painter.setBrush(colors.panel);
        painter.setPen(pen(colors.text, 2.0));
        for (const QPointF& joint : frame.joints)
            painter.drawEllipse(joint, 4.0 / scale, 4.0 / scale);
    }
};

SwingUpView::SwingUpView(AcceleratorPanel& accelerator, QWidget* parent)
    : QWidget(parent), accelerator_(accelerator) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(8, 6, 10, 4);
    head->setSpacing(10);
    start_ = new QPushButton(tr("Swing up"), this);
    start_->setObjectName("swingUpStart");
    start_->setToolTip(
        tr("Swings a double pendulum up by path integral control: the board "
           "computes 64 motions of 50 steps for each 10 ms"));
    state_ = new QLabel(tr("64 rollouts of 50 steps on the board decide each 10 ms of two motors "
                           "that are too weak to lift the bars."),
                        this);
    state_->setObjectName("swingUpState");
    state_->setWordWrap(true);
    head->addWidget(start_, 0, Qt::AlignTop);
    head->addWidget(state_, 1);
    layout->addLayout(head);
    picture_ = new SwingUpPicture(this);
    picture_->setObjectName("swingUpPicture");
    auto* views = new QHBoxLayout;
    views->addWidget(picture_, 1);
    layout->addLayout(views, 1);
    layout->addStretch(0);
    cost_ = new QCustomPlot(this);
    cost_->setObjectName("swingUpCost");
    cost_->setAccessibleName(tr("Cost over time"));
    preparePlot(*cost_);
    cost_->setMinimumSize(150, 150);
    cost_->addGraph();
    cost_->xAxis->setLabel(tr("time [s]"));
    cost_->yAxis->setLabel(tr("cost"));
    cost_->xAxis->setRange(0.0, swingDuration);
    cost_->yAxis->setRange(0.0, 60.0);
    views->addWidget(cost_, 1);
    colour();
    connect(start_, &QPushButton::clicked, this, &SwingUpView::toggle);
    constexpr int lookInterval_ms = 40;
    look_.setInterval(lookInterval_ms);
    connect(&look_, &QTimer::timeout, this, &SwingUpView::look);
}

SwingUpView::~SwingUpView() { stop_.request_stop(); }

QString SwingUpView::state() const { return state_->text(); }

double SwingUpView::height() const {
    const auto& joints = picture_->frame.joints;
    return joints.back().y() / 0.8;
}

void SwingUpView::toggle() {
    if (running()) {
        stop_.request_stop();
        return;
    }
    news_ = std::make_shared<SwingUpNews>();
    stop_ = {};
    ++seed_;
    start_->setText(tr("Stop"));
    look_.start();
    inBackground(
        this,
        [address = accelerator_.address(), news = news_, seed = seed_,
         stop = stop_.get_token()]() -> QString {
            auto board = openAccelerator(address, stop);
            if (!board) return messageText(fpga::boardMessage(board.error()));
            const fpga::SwingUp swing = fpga::barSwingUp();
            fpga::BoardRollouts rollouts(swing.task);
            const auto compute = [&](const fpga::PlanarState& start,
                                     std::span<const fpga::Plan> plans) {
                return rollouts.compute(board->client, start, plans, stop);
            };
            fpga::SwingUpState state = hanging(swing, seed);
            const auto began = std::chrono::steady_clock::now();
            for (int periods = 1; state.time < swingDuration && !stop.stop_requested(); ++periods) {
                const fpga::PlanarState before = state.chain;
                const auto period = advance(swing, state, compute);
                if (!period) return stop.stop_requested() ? QString() : messageText(period.error());
                SwingUpFrame frame = frameOf(swing, before, *period);
                const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
                const auto& identity = board->client.board();
                frame.time = state.time;
                frame.clocks = static_cast<double>(rollouts.clocks());
                frame.clockHz = identity.clock_Hz;
                frame.measured = identity.timing == fpga::wire::TimingSource::MeasuredBoard;
                frame.period = took.count() / periods;
                const std::lock_guard lock(news->mutex);
                news->frame = std::move(frame);
                news->time.push_back(state.time);
                news->cost.push_back(period->cost);
            }
            return {};
        },
        [this](const QString& problem) { finish(problem); });
}

void SwingUpView::look() {
    {
        const std::lock_guard lock(news_->mutex);
        if (news_->frame.joints.isEmpty()) return state_->setText(figuresText({}));
        picture_->frame = news_->frame;
        cost_->graph(0)->setData(QVector<double>(news_->time.begin(), news_->time.end()),
                                 QVector<double>(news_->cost.begin(), news_->cost.end()), true);
    }
    state_->setText(figuresText(picture_->frame));
    cost_->yAxis->rescale();
    cost_->yAxis->setRangeLower(0.0);
    picture_->update();
    cost_->replot();
}

void SwingUpView::finish(const QString& problem) {
    look();
    look_.stop();
    news_.reset();
    start_->setText(tr("Swing up again"));
    if (!problem.isEmpty()) state_->setText(problem);
}

void SwingUpView::colour() {
    const ThemeColors& colors = themeColors(isDark(palette()));
    colourPlot(*cost_, colors);
    cost_->graph(0)->setPen(QPen(colors.series[1], 1.6));
    cost_->replot();
}

/// In a low dock, the views stay in sight.
void SwingUpView::resizeEvent(QResizeEvent* event) {
    constexpr int lowTab = 420, lowViews = 185;
    for (QWidget* view : {static_cast<QWidget*>(picture_), static_cast<QWidget*>(cost_)})
        view->setMaximumHeight(QWidget::height() < lowTab ? lowViews : QWIDGETSIZE_MAX);
    QWidget::resizeEvent(event);
}

void SwingUpView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) colour();
    QWidget::changeEvent(event);
}

}  // namespace momentree::app
