// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/accelerator/what_if.hpp"

#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSlider>
#include <cmath>

#include "app/base/value_text.hpp"
#include "app/panels/accelerator/waterfall_chart.hpp"

namespace momentree::app {
namespace {

constexpr int notches = 1000;

int notchOf(double value, double low, double high) {
    return static_cast<int>(std::lround(notches * std::log(value / low) / std::log(high / low)));
}

double valueAt(int notch, double low, double high) {
    return low * std::pow(high / low, static_cast<double>(notch) / notches);
}

/// 4 237 becomes 4 200: more digits would be meaningless for a slider.
double rounded(double value) {
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
    return std::round(value / unit) * unit;
}

QString bandwidthText(double bits) {
    return bits >= 1e9 ? WhatIf::tr("%1 Gbit/s").arg(bits * 1e-9, 0, 'g', 3)
                       : WhatIf::tr("%1 Mbit/s").arg(bits * 1e-6, 0, 'g', 3);
}

}  // namespace

WhatIf::WhatIf(QWidget* parent) : QWidget(parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    chart_ = new WaterfallChart(this);
    chart_->setObjectName("waterfall");
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(chart_);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(tr("Waterfall of times"));
    scroll->setMinimumHeight(140);
    layout->addWidget(scroll, 1);

    auto* dials = new QWidget(this);
    auto* form = new QFormLayout(dials);
    form->setContentsMargins(12, 6, 12, 2);
    form->setVerticalSpacing(1);
    addDial(
        form, "latency", tr("Latency"), tr("Of the network, one way"),
        {nullptr, nullptr, 500.0, 5e8, nanosecondsText, [this] { return parameters_.latency_ns; },
         [this](double ns) { parameters_.latency_ns = ns; }});
    addDial(form, "bandwidth", tr("Bandwidth"), tr("Of the network"),
            {nullptr, nullptr, 1e6, 1e11, bandwidthText, [this] { return parameters_.bandwidth; },
             [this](double bits) { parameters_.bandwidth = bits; }});
    addDial(form, "clock", tr("Clock"), tr("Of the programmable logic"),
            {nullptr, nullptr, 1e7, 1e9,
             [](double hertz) { return tr("%1 MHz").arg(hertz * 1e-6, 0, 'g', 4); },
             [this] { return parameters_.clockHz; },
             [this](double hertz) { parameters_.clockHz = hertz; }});
    addDial(form, "access", tr("Access cost"),
            tr("Of one register access by the processor on the board"),
            {nullptr, nullptr, 1.0, 1e4, nanosecondsText, [this] { return parameters_.read_ns; },
             [this](double ns) { parameters_.read_ns = parameters_.write_ns = ns; }});
    addDial(form, "batch", tr("Batch size"), tr("Steps in one request"),
            {nullptr, nullptr, 1.0, 1e6,
             [](double steps) { return tr("%1 steps").arg(steps, 0, 'f', 0); },
             [this] { return static_cast<double>(work_.steps); },
             [this](double steps) {
                 work_.steps = std::max<std::int64_t>(1, std::llround(steps));
                 work_.decimation = std::min(measurement_.work.decimation, work_.steps);
             }});
    layout->addWidget(dials);

    limit_ = new QLabel(this);
    limit_->setObjectName("whatIfLimit");
    limit_->setWordWrap(true);
    limit_->setContentsMargins(12, 2, 12, 2);
    limit_->hide();
    layout->addWidget(limit_);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(12, 2, 12, 6);
    verdict_ = new QLabel(this);
    verdict_->setObjectName("verdict");
    verdict_->setWordWrap(true);
    auto* back = new QPushButton(tr("As measured"), this);
    back->setObjectName("whatIfReset");
    back->setToolTip(tr("Sets the sliders to the values of the board"));
    connect(back, &QPushButton::clicked, this, &WhatIf::reset);
    foot->addWidget(verdict_, 1);
    foot->addWidget(back, 0, Qt::AlignTop);
    layout->addLayout(foot);
}

void WhatIf::addDial(QFormLayout* layout, const char* name, const QString& caption,
                     const QString& tip, Dial dial) {
    auto* line = new QWidget(this);
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    dial.slider = new QSlider(Qt::Horizontal, line);
    dial.slider->setObjectName(QString::fromLatin1(name));
    dial.slider->setAccessibleName(caption);
    dial.slider->setToolTip(tip);
    dial.slider->setRange(0, notches);
    dial.slider->setSingleStep(10);
    dial.slider->setPageStep(100);
    dial.value = new QLabel(line);
    dial.value->setMinimumWidth(92);
    dial.value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(dial.slider, 1);
    row->addWidget(dial.value);
    layout->addRow(caption, line);
    const std::size_t index = dials_.size();
    connect(dial.slider, &QSlider::valueChanged, this, [this, index](int notch) {
        const Dial& turned = dials_[index];
        turned.set(rounded(valueAt(notch, turned.low, turned.high)));
        turned.value->setText(turned.text(turned.present()));
        follow();
    });
    dials_.push_back(std::move(dial));
}

void WhatIf::setMeasurement(const fpga::BoardMeasurement& measurement) {
    measurement_ = measurement;
    chart_->setMeasured(measurement.waterfall);
    reset();
}

void WhatIf::reset() {
    parameters_ = measurement_.parameters;
    work_ = measurement_.work;
    showDials();
    follow();
}

void WhatIf::showDials() {
    for (const Dial& dial : dials_) {
        const QSignalBlocker quiet(dial.slider);
        dial.slider->setValue(notchOf(dial.present(), dial.low, dial.high));
        dial.value->setText(dial.text(dial.present()));
    }
}

QString WhatIf::verdict() const { return verdict_->text(); }

QString WhatIf::limit() const { return limit_->isHidden() ? QString() : limit_->text(); }

void WhatIf::follow() {
    const auto rows = fpga::offloadWaterfall(work_, parameters_);
    chart_->setModelled(rows);
    const double share =
        static_cast<double>(work_.steps) / static_cast<double>(measurement_.work.steps);
    chart_->setSoftware(measurement_.software_ns * share, true);
    const fpga::BoardLoad load = fpga::boardLoad(work_, parameters_);
    limit_->setVisible(load.waitsForAccesses());
    limit_->setText(tr("Register access limits this board: %1 per batch, compared with %2 of "
                       "computation. A faster clock gains nothing.")
                        .arg(nanosecondsText(load.accesses_ns), nanosecondsText(load.clocks_ns)));
    const auto sizes = fpga::offloadSizes(measurement_.report.counts, work_, parameters_);
    const auto bodies = fpga::breakEvenBodies(sizes);
    const QString how = tr("modelled board and network, measured software of this PC");
    if (sizes.empty())
        verdict_->clear();
    else if (!bodies)
        verdict_->setText(
            tr("<b>Break-even: none up to %1 bodies</b><br/>%2").arg(sizes.back().bodies).arg(how));
    else if (*bodies <= sizes.front().bodies)
        verdict_->setText(tr("<b>Break-even: from 1 body</b><br/>%1").arg(how));
    else
        verdict_->setText(
            tr("<b>Break-even: from %1 bodies</b><br/>%2").arg(*bodies, 0, 'g', 3).arg(how));
}

}  // namespace momentree::app
