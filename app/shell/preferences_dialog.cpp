// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/preferences_dialog.hpp"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLocale>
#include <QSettings>
#include <QSpinBox>
#include <QVBoxLayout>

#include "app/base/display_unit.hpp"
#include "app/base/preferences.hpp"
#include "app/base/theme/theme.hpp"
#include "app/document/recovery.hpp"
#include "app/runs/record_budget.hpp"

namespace momentree::app {
namespace {

constexpr int scaleStep = 25, recordStep_MiB = 64;

void keepWith(const std::function<void(Preferences&)>& change) {
    Preferences changed = preferences();
    change(changed);
    keepPreferences(changed);
}

}  // namespace

PreferencesDialog::PreferencesDialog(QWidget* parent) : QDialog(parent) {
    setObjectName("preferences");
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Preferences"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 12);
    column->setSpacing(12);
    makeAppearance();
    makeUnits();
    makeFiles();
    auto* note = new QLabel(tr("* takes effect when Momentree is next started"), this);
    QPalette quiet = note->palette();
    quiet.setColor(QPalette::WindowText, quiet.color(QPalette::PlaceholderText));
    note->setPalette(quiet);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(note);
    column->addWidget(buttons);
}

QFormLayout* PreferencesDialog::addPage(const QString& title) {
    auto* box = new QGroupBox(title, this);
    auto* form = new QFormLayout(box);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    layout()->addWidget(box);
    return form;
}

void PreferencesDialog::addRow(QFormLayout* page, const QString& name, QWidget* editor,
                               const QString& help) {
    editor->setToolTip(help);
    editor->setWhatsThis(help);
    editor->setAccessibleName(name);
    editor->setAccessibleDescription(help);
    if (qobject_cast<QCheckBox*>(editor))
        page->addRow(editor);
    else
        page->addRow(name, editor);
}

QComboBox* PreferencesDialog::choice(const char* name) {
    auto* combo = new QComboBox(this);
    combo->setObjectName(QString::fromLatin1(name));
    connect(combo, &QComboBox::activated, this, &PreferencesDialog::changed);
    return combo;
}

void PreferencesDialog::makeAppearance() {
    QFormLayout* page = addPage(tr("Appearance"));
    auto* theme = choice("theme");
    theme->addItems({tr("Same as desktop"), tr("Light"), tr("Dark")});
    theme->setCurrentIndex(QSettings().value("theme", 0).toInt());
    connect(theme, &QComboBox::activated, this, [](int index) {
        QSettings().setValue("theme", index);
        applyTheme(*qApp, static_cast<ThemeChoice>(index));
    });
    addRow(page, tr("Theme"), theme, tr("Colours of the window, the picture and the plots"));
    auto* scale = new QSpinBox(this);
    scale->setObjectName("scale");
    scale->setRange(smallestScale, largestScale);
    scale->setSingleStep(scaleStep);
    scale->setSuffix(QStringLiteral(" %"));
    scale->setValue(preferences().scale);
    connect(scale, &QSpinBox::valueChanged, this,
            [](int value) { keepWith([value](Preferences& p) { p.scale = value; }); });
    addRow(page, tr("Size of text and controls*"), scale,
           tr("From 100 to 200 percent of the desktop's size"));
    auto* still = new QCheckBox(tr("Reduce motion"), this);
    still->setObjectName("reducedMotion");
    still->setChecked(preferences().reducedMotion);
    connect(still, &QCheckBox::toggled, this, [this](bool on) {
        keepWith([on](Preferences& p) { p.reducedMotion = on; });
        Q_EMIT changed();
    });
    addRow(page, still->text(), still,
           tr("Panels do not slide, and opened models do not start playing"));
}

void PreferencesDialog::makeUnits() {
    QFormLayout* page = addPage(tr("Units"));
    const auto add = [&](const char* name, const QString& label, const QStringList& units,
                         QString DisplayUnits::*member, const QString& help) {
        auto* combo = choice(name);
        for (const QString& unit : units) combo->addItem(unit, unit == "m" ? QString() : unit);
        combo->setCurrentIndex(combo->findData(displayUnits().*member));
        connect(combo, &QComboBox::activated, this, [this, combo, member] {
            DisplayUnits chosen = displayUnits();
            chosen.*member = combo->currentData().toString();
            setDisplayUnits(chosen);
            Q_EMIT changed();
        });
        addRow(page, label, combo, help);
    };
    add("lengthUnit", tr("Lengths"), QStringList("m") + lengthUnits(), &DisplayUnits::length,
        tr("Unit of lengths and speeds. Files and parameters use SI units; you can always enter 12 "
           "cm"));
    add("angleUnit", tr("Angles"), angleUnits(), &DisplayUnits::angle,
        tr("Unit of angles and angular speeds. Files and parameters use SI units; you can always "
           "enter 30 deg"));
}

void PreferencesDialog::makeFiles() {
    QFormLayout* page = addPage(tr("Files and recordings"));
    auto* autosave = new QSpinBox(this);
    autosave->setObjectName("autosave");
    autosave->setRange(leastAutosave_s, mostAutosave_s);
    autosave->setSuffix(tr(" s"));
    autosave->setValue(autosaveSeconds());
    connect(autosave, &QSpinBox::valueChanged, this, &setAutosaveSeconds);
    addRow(page, tr("Keep unsaved edits after"), autosave,
           tr("A crash loses at most the edits of this time; models that were never saved are kept "
              "too"));
    auto* last = new QCheckBox(tr("Start with the last open file"), this);
    last->setObjectName("openLast");
    last->setChecked(preferences().openLast);
    connect(last, &QCheckBox::toggled, this,
            [](bool on) { keepWith([on](Preferences& p) { p.openLast = on; }); });
    addRow(page, last->text(), last, tr("Instead of an example in motion"));
    auto* memory = new QSpinBox(this);
    memory->setObjectName("recordMemory");
    memory->setRange(leastRecordMebibytes, mostRecordMebibytes);
    memory->setSingleStep(recordStep_MiB);
    memory->setSuffix(QStringLiteral(" MiB"));
    memory->setValue(recordMebibytes());
    connect(memory, &QSpinBox::valueChanged, this, &setRecordMebibytes);
    addRow(page, tr("Recording memory*"), memory,
           tr("Memory for the samples of a run; beyond it, older samples are thinned out"));
}

}  // namespace momentree::app
