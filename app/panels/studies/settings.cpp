// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/studies/settings.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/base/text.hpp"
#include "app/base/value_text.hpp"

namespace momentree::app {
namespace {

using Kind = Sweepable::Kind;

/// A setting with its proposed ends, which may depend on the run.
struct Setting {
    const char* name;
    const char* title;  ///< English
    const char* unit;
    Kind kind = Kind::Number;
    double from = 0.0, to = 1.0;
    bool logarithmic = false, positive = false;
};

constexpr std::array settings{
    Setting{"formulation", QT_TRANSLATE_NOOP("momentree::app", "Formulation"), "", Kind::Choice},
    Setting{"integrator", QT_TRANSLATE_NOOP("momentree::app", "Integrator"), "", Kind::Choice},
    Setting{"backend", QT_TRANSLATE_NOOP("momentree::app", "Backend"), "", Kind::Choice},
    Setting{"step", QT_TRANSLATE_NOOP("momentree::app", "Step"), "s", Kind::Number, 1e-4, 1e-2,
            true, true},
    Setting{"relative_tolerance", QT_TRANSLATE_NOOP("momentree::app", "Relative tolerance"), "",
            Kind::Number, 1e-10, 1e-4, true, true},
    Setting{"absolute_tolerance", QT_TRANSLATE_NOOP("momentree::app", "Absolute tolerance"), "",
            Kind::Number, 1e-12, 1e-6, true, true},
    Setting{"baumgarte", QT_TRANSLATE_NOOP("momentree::app", "Baumgarte rate β"), "1/s",
            Kind::Number, 0.0, 40.0},
    Setting{"momentum_reset", QT_TRANSLATE_NOOP("momentree::app", "Momentum reset"), "s",
            Kind::Number, 0.0, 0.1},
    Setting{"penalty", QT_TRANSLATE_NOOP("momentree::app", "Penalty κ"), "", Kind::Number, 1e4,
            1e10, true, true},
    Setting{"newton_tolerance", QT_TRANSLATE_NOOP("momentree::app", "Newton tolerance"), "",
            Kind::Number, 1e-12, 1e-6, true, true},
    Setting{"newton_iterations", QT_TRANSLATE_NOOP("momentree::app", "Newton iterations"), "",
            Kind::Count, 1.0, 10.0, false, true},
    Setting{"projections", QT_TRANSLATE_NOOP("momentree::app", "Projections"), "", Kind::Count, 0.0,
            3.0},
    Setting{"sample", QT_TRANSLATE_NOOP("momentree::app", "Sample interval"), "s", Kind::Number,
            1e-3, 1e-1, true, true},
};

const Setting* findSetting(const std::string& name) {
    const auto found = std::ranges::find(settings, name, &Setting::name);
    return found == settings.end() ? nullptr : &*found;
}

std::vector<Choice> allowed(std::vector<Choice> choices) {
    std::erase_if(choices, [](const Choice& one) { return one.refusal.has_value(); });
    return choices;
}

Sweepable sweepableOf(const Setting& setting, const Catalogue& catalogue, const Model& model,
                      const RunSpec& spec) {
    Sweepable one{.name = setting.name,
                  .title = settingTitle(setting.name),
                  .kind = setting.kind,
                  .choices = {},
                  .from = setting.from,
                  .to = setting.to,
                  .logarithmic = setting.logarithmic,
                  .positive = setting.positive};
    if (one.name == "formulation") one.choices = allowed(catalogue.formulations(&model));
    if (one.name == "integrator")
        one.choices = allowed(catalogue.integrators(spec.formulation, &model));
    if (one.name == "backend") one.choices = allowed(catalogue.backends(spec.formulation, &model));
    if (one.name == "step") {
        one.from = spec.step / 8.0;
        one.to = spec.step * 2.0;
    }
    if (one.name == "penalty") {
        one.from = spec.penalty / 100.0;
        one.to = spec.penalty * 100.0;
    }
    return one;
}

Sweepable sweepableOf(const ParameterDescription& parameter) {
    const double value = parameter.value.value;
    return {.name = parameter.name,
            .title = withUnit(QString::fromStdString(parameter.name),
                              QString::fromStdString(parameter.unit)),
            .kind = Kind::Parameter,
            .choices = {},
            .from = parameter.minimum.value_or(value == 0.0 ? -1.0 : 0.8 * value),
            .to = parameter.maximum.value_or(value == 0.0 ? 1.0 : 1.2 * value)};
}

}  // namespace

std::vector<Sweepable> sweepables(const Catalogue& catalogue, const Model& model,
                                  const RunSpec& spec) {
    std::vector<Sweepable> all;
    for (const Setting& setting : settings) {
        Sweepable one = sweepableOf(setting, catalogue, model, spec);
        if (one.kind != Kind::Choice || one.choices.size() > 1) all.push_back(std::move(one));
    }
    for (const ParameterDescription& parameter : model.description.parameters)
        all.push_back(sweepableOf(parameter));
    return all;
}

QString settingTitle(const std::string& name) {
    if (name == "run") return tr("Run");
    const Setting* setting = findSetting(name);
    return setting ? withUnit(tr(setting->title), QString::fromUtf8(setting->unit))
                   : QString::fromStdString(name);
}

QString valueInWords(const GridAxis& axis, std::size_t index) {
    const QString label = QString::fromStdString(axis.labels[index]);
    if (!axis.isNumeric()) return label;
    const Setting* setting = findSetting(axis.name);
    const QString title =
        setting ? tr(setting->title).toLower() : QString::fromStdString(axis.name);
    const QString unit = setting ? QString::fromUtf8(setting->unit) : QString();
    return QStringLiteral("%1 = %2%3").arg(title, label, unit.isEmpty() ? unit : ' ' + unit);
}

std::vector<Scalar> wholeValues(double from, double to, int count, bool logarithmic) {
    StudyAxis axis;
    axis.range = StudyAxis::Range{from, to, count, logarithmic};
    std::vector<Scalar> whole;
    for (const Scalar& value : valuesOf(axis)) {
        const Scalar rounded(std::round(value.value));
        if (whole.empty() || whole.back().value != rounded.value) whole.push_back(rounded);
    }
    return whole;
}

}  // namespace momentree::app
