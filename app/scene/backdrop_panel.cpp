// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/backdrop_panel.hpp"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/base/display_unit.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/document/fields/field.hpp"
#include "app/document/model_document.hpp"
#include "app/scene/floating_panel.hpp"
#include "app/scene/viewport.hpp"

namespace momentree::app {
namespace {

constexpr QPoint place(10, 56);  ///< under the bar of work planes

QString textOf(double metres) {
    const DisplayUnit unit = displayUnit("m");
    return QString::number(unit.perSi * metres, 'g', 5) + ' ' + unit.label;
}

}  // namespace

BackdropPanel::BackdropPanel(Backdrop& backdrop, ModelDocument& document)
    : QWidget(&backdrop.viewport()),
      backdrop_(backdrop),
      document_(document),
      grip_(*new BackdropGrip(backdrop)) {
    setObjectName("backdropPanel");
    setAccessibleName(tr("Background picture"));
    setCursor(Qt::ArrowCursor);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 6, 6, 8);
    column->setSpacing(4);
    makeHead();
    makeFields();
    makeModes();
    connect(&grip_, &BackdropGrip::changed, this, &BackdropPanel::follow);
    connect(&backdrop_, &Backdrop::changed, this, &BackdropPanel::follow);
    move(place);
    hide();
    follow();
}

void BackdropPanel::makeHead() {
    auto* title = new QLabel(tr("Background picture"), this);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    auto* other =
        button("backdropOther", "open", tr("Another picture…"), tr("Replaces the picture"));
    auto* remove = button("backdropRemove", "delete", tr("Remove the picture"),
                          tr("Removes the picture from the scene; its file is kept"));
    auto* close = button(
        "backdropClose", "close", tr("Close"),
        tr("Hides these fields; the picture stays.\nView ▸ Background picture shows them again"));
    auto* head = new QHBoxLayout;
    head->setSpacing(0);
    head->addWidget(title, 1);
    for (QToolButton* one : {other, remove, close}) head->addWidget(one);
    static_cast<QVBoxLayout*>(layout())->addLayout(head);
    connect(other, &QToolButton::clicked, this, &BackdropPanel::replaceWanted);
    connect(remove, &QToolButton::clicked, &backdrop_, &Backdrop::remove);
    connect(close, &QToolButton::clicked, this, [this] {
        grip_.setMode(BackdropGrip::Mode::Off);
        hide();
        backdrop_.viewport().setFocus();
    });
}

void BackdropPanel::makeFields() {
    const auto changed = [this](auto&& change) {
        return [this, change](double metres) {
            BackdropState state = backdrop_.state();
            change(state, metres);
            backdrop_.change(state);
        };
    };
    const QString middle = tr("Position of the centre of the picture, in its plane");
    width_ = lengthField("backdropWidth", tr("Width"),
                         tr("Width of the picture, for example 350 mm or 2*L1. The height follows"),
                         changed([](auto& state, double metres) { state.width = metres; }));
    x_ = lengthField("backdropX", QStringLiteral("x"), middle,
                     changed([](auto& state, double metres) { state.middle.x() = metres; }));
    y_ = lengthField("backdropY", QStringLiteral("y"), middle,
                     changed([](auto& state, double metres) { state.middle.y() = metres; }));
    opacity_ = new QSlider(Qt::Horizontal, this);
    opacity_->setObjectName("backdropOpacity");
    opacity_->setRange(5, 100);
    opacity_->setAccessibleName(tr("Opacity"));
    opacity_->setToolTip(tr("Opacity of the picture"));
    connect(opacity_, &QSlider::valueChanged, this, [this](int percent) {
        BackdropState state = backdrop_.state();
        state.opacity = percent / 100.0;
        backdrop_.change(state);
    });
    auto* form = new QFormLayout;
    form->setVerticalSpacing(3);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    for (QLineEdit* field : {width_, x_, y_}) form->addRow(field->accessibleName(), field);
    form->addRow(opacity_->accessibleName(), opacity_);
    static_cast<QVBoxLayout*>(layout())->addLayout(form);
}

void BackdropPanel::makeModes() {
    move_ = button("backdropMove", "move", tr("Move"), tr("Drag the picture to its position"));
    measure_ = button("backdropMeasure", "measure", tr("Scale"),
                      tr("Click both ends of a known length, and enter its value"));
    auto* row = new QHBoxLayout;
    const auto add = [&](QToolButton* one, BackdropGrip::Mode mode) {
        one->setCheckable(true);
        one->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        one->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        row->addWidget(one);
        connect(one, &QToolButton::clicked, this, [this, mode](bool on) {
            grip_.setMode(on ? mode : BackdropGrip::Mode::Off);
            backdrop_.viewport().setFocus();
        });
    };
    add(move_, BackdropGrip::Mode::Move);
    add(measure_, BackdropGrip::Mode::Measure);
    hint_ = new QLabel(this);
    hint_->setObjectName("backdropHint");
    hint_->setWordWrap(true);
    known_ = lengthField("backdropKnown", tr("Marked length"), tr("Its value, for example 120 mm"),
                         [this](double metres) { grip_.scaleTo(metres); });
    known_->setPlaceholderText(QStringLiteral("120 mm"));
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->addLayout(row);
    column->addWidget(hint_);
    column->addWidget(known_);
}

QToolButton* BackdropPanel::button(const char* name, const QString& icon, const QString& text,
                                   const QString& help) {
    auto* made = new QToolButton(this);
    made->setObjectName(QString::fromLatin1(name));
    made->setIcon(themedIcon(icon));
    made->setIconSize({18, 18});
    made->setText(text);
    made->setAutoRaise(true);
    made->setFocusPolicy(Qt::TabFocus);
    made->setToolTip(text + '\n' + help);
    made->setAccessibleName(text);
    made->setAccessibleDescription(help);
    return made;
}

QLineEdit* BackdropPanel::lengthField(const char* name, const QString& label, const QString& help,
                                      const Take& take) {
    auto* field = new QLineEdit(this);
    field->setObjectName(QString::fromLatin1(name));
    field->setAccessibleName(label);
    field->setToolTip(help);
    field->setAlignment(Qt::AlignRight);
    connect(field, &QLineEdit::editingFinished, this, [this, field, take] {
        if (field->isModified()) takeLength(field, take);
    });
    return field;
}

/// An invalid length stays in the field, with a hint.
void BackdropPanel::takeLength(QLineEdit* field, const Take& take) {
    const auto metres = typedLength(document_.description(), field->text());
    const bool size = field == width_ || field == known_;
    if (!metres || (size && *metres <= 0.0)) {
        hint_->setText(size ? tr("Enter a positive length, for example 350 mm or 2*L1")
                            : tr("Enter a length, for example 12 cm, -0.3 m or 2*L1"));
        hint_->show();
        return adjustSize();
    }
    field->setModified(false);
    take(*metres);
}

QString BackdropPanel::hintText() const {
    switch (grip_.mode()) {
        case BackdropGrip::Mode::Move:
            return tr("Drag the picture to its position; Esc ends");
        case BackdropGrip::Mode::Measure:
            return grip_.marks().size() == 2 ? tr("How long is the marked length?")
                                             : tr("Click both ends of a known length; Esc ends");
        case BackdropGrip::Mode::Off:
            break;
    }
    return {};
}

void BackdropPanel::follow() {
    if (!backdrop_.any()) return hide();
    const BackdropState& state = backdrop_.state();
    for (const auto& [field, metres] :
         {std::pair(width_, state.width), std::pair(x_, state.middle.x()),
          std::pair(y_, state.middle.y())}) {
        field->setText(textOf(metres));
        field->setModified(false);
    }
    const QSignalBlocker quiet(opacity_);
    opacity_->setValue(static_cast<int>(std::lround(100.0 * state.opacity)));
    move_->setChecked(grip_.mode() == BackdropGrip::Mode::Move);
    measure_->setChecked(grip_.mode() == BackdropGrip::Mode::Measure);
    const bool marked = grip_.marks().size() == 2;
    if (marked && !known_->isVisible()) {
        known_->clear();
        known_->setVisible(true);
        known_->setFocus();
    }
    known_->setVisible(marked);
    hint_->setText(hintText());
    hint_->setVisible(!hint_->text().isEmpty());
    layout()->activate();
    adjustSize();
}

void BackdropPanel::paintEvent(QPaintEvent*) { paintFloatingPanel(*this); }

}  // namespace momentree::app
