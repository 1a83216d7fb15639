// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/studies/sweep_row.hpp"

#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QMouseEvent>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <algorithm>

#include "app/base/theme/tokens.hpp"
#include "core/number_text.hpp"

namespace momentree::app {
namespace {

constexpr int usualCount = 9, fieldWidth = 56;
constexpr qsizetype shownChoices = 2;
constexpr qsizetype shownLetters = 26;  ///< longer texts would be cut

/// Stays open, so that several ids can be checked.
class ChecksMenu final : public QMenu {
public:
    using QMenu::QMenu;

protected:
    void mouseReleaseEvent(QMouseEvent* event) override {
        QAction* action = activeAction();
        if (action && action->isCheckable() && actionGeometry(action).contains(event->pos()))
            return action->trigger();
        QMenu::mouseReleaseEvent(event);
    }
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() == Qt::Key_Space && activeAction()) return activeAction()->trigger();
        QMenu::keyPressEvent(event);
    }
};

bool isCounted(const Sweepable& one) { return one.kind == Sweepable::Kind::Count; }

}  // namespace

SweepRow::SweepRow(QGridLayout& grid, int row, bool optional, QObject* parent)
    : QObject(parent),
      optional_(optional),
      what_(new QComboBox),
      from_(new QLineEdit),
      to_(new QLineEdit),
      count_(new QSpinBox),
      logarithmic_(new QToolButton),
      choices_(new QToolButton) {
    const QString number = QString::number(row);
    what_->setObjectName("studyWhat" + number);
    what_->setAccessibleName(optional ? tr("Second setting to sweep") : tr("Setting to sweep"));
    what_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    what_->setMinimumContentsLength(9);
    from_->setObjectName("studyFrom" + number);
    from_->setAccessibleName(tr("First value"));
    to_->setObjectName("studyTo" + number);
    to_->setAccessibleName(tr("Last value"));
    for (QLineEdit* field : {from_, to_}) field->setMinimumWidth(fieldWidth);
    count_->setObjectName("studyCount" + number);
    count_->setAccessibleName(tr("Number of values"));
    count_->setRange(2, mostStudyRuns);
    count_->setValue(usualCount);
    logarithmic_->setObjectName("studyLog" + number);
    logarithmic_->setText(tr("log"));
    logarithmic_->setToolTip(tr("Equal ratios between values instead of equal differences"));
    logarithmic_->setAccessibleName(tr("Logarithmic spacing"));
    logarithmic_->setCheckable(true);
    logarithmic_->setFocusPolicy(Qt::TabFocus);
    choices_->setObjectName("studyChoices" + number);
    choices_->setAccessibleName(tr("Values to compare"));
    choices_->setPopupMode(QToolButton::InstantPopup);
    choices_->setFocusPolicy(Qt::TabFocus);
    choices_->setMenu(new ChecksMenu(choices_));
    choices_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    choices_->setMinimumHeight(metric::field);
    logarithmic_->setMinimumHeight(metric::field);
    grid.addWidget(what_, row, 0);
    grid.addWidget(from_, row, 1);
    grid.addWidget(to_, row, 2);
    grid.addWidget(count_, row, 3);
    grid.addWidget(logarithmic_, row, 4);
    grid.addWidget(choices_, row, 1, 1, 4);
    connect(what_, &QComboBox::activated, this, [this] {
        propose();
        Q_EMIT changed();
    });
    for (QLineEdit* field : {from_, to_})
        connect(field, &QLineEdit::textChanged, this, &SweepRow::changed);
    connect(count_, &QSpinBox::valueChanged, this, &SweepRow::changed);
    connect(logarithmic_, &QToolButton::toggled, this, &SweepRow::changed);
    showFields();
}

const Sweepable* SweepRow::current() const {
    const std::string name = what_->currentData().toString().toStdString();
    const auto found = std::ranges::find(all_, name, &Sweepable::name);
    return found == all_.end() ? nullptr : &*found;
}

void SweepRow::offer(std::vector<Sweepable> all) {
    const QString before = what_->currentData().toString();
    all_ = std::move(all);
    const QSignalBlocker quiet(what_);
    what_->clear();
    if (optional_) what_->addItem(tr("nothing else"), QString());
    bool parameters = false;
    for (const Sweepable& one : all_) {
        const bool parameter = one.kind == Sweepable::Kind::Parameter;
        if (parameter && !parameters) what_->insertSeparator(what_->count());
        parameters |= parameter;
        what_->addItem(one.title, QString::fromStdString(one.name));
    }
    const int index = what_->findData(before);
    what_->setCurrentIndex(std::max(0, index));
    if (index < 0 || before.isEmpty()) propose();
}

void SweepRow::select(const std::string& name) {
    what_->setCurrentIndex(what_->findData(QString::fromStdString(name)));
    propose();
    Q_EMIT changed();
}

void SweepRow::setRange(double from, double to, int count, bool logarithmic) {
    {
        const QSignalBlocker first(from_), second(to_), third(count_), fourth(logarithmic_);
        from_->setText(QString::fromStdString(numberText(from, 6)));
        to_->setText(QString::fromStdString(numberText(to, 6)));
        count_->setValue(count);
        logarithmic_->setChecked(logarithmic);
    }
    Q_EMIT changed();
}

void SweepRow::propose() {
    const Sweepable* one = current();
    if (one) {
        const QSignalBlocker first(from_), second(to_), third(logarithmic_);
        from_->setText(QString::fromStdString(numberText(one->from, 6)));
        to_->setText(QString::fromStdString(numberText(one->to, 6)));
        logarithmic_->setChecked(one->logarithmic);
        fillChoices(*one);
    }
    showFields();
}

void SweepRow::fillChoices(const Sweepable& one) {
    QMenu& menu = *choices_->menu();
    menu.clear();
    const auto follow = [this, &menu] {
        QStringList chosen;
        for (const QAction* action : menu.actions())
            if (action->isChecked()) chosen << action->text();
        QString text;
        for (qsizetype shown = std::min(chosen.size(), shownChoices); shown > 0; --shown) {
            const QString names = chosen.mid(0, shown).join(QStringLiteral(", "));
            const auto more = chosen.size() - shown;
            text = more > 0 ? tr("%1 and %2 more").arg(names).arg(more) : names;
            if (text.size() <= shownLetters) break;
        }
        choices_->setText(text);
        choices_->setToolTip(chosen.join(QStringLiteral(", ")));
        choices_->setAccessibleName(tr("Values: %1").arg(chosen.join(QStringLiteral(", "))));
    };
    for (const Choice& choice : one.choices) {
        QAction* action = menu.addAction(QString::fromStdString(choice.id));
        action->setToolTip(QString::fromStdString(choice.title));
        action->setCheckable(true);
        action->setChecked(true);
        connect(action, &QAction::toggled, this, [this, follow] {
            follow();
            Q_EMIT changed();
        });
    }
    follow();
}

bool SweepRow::hasRange() const {
    const Sweepable* one = current();
    return one && one->kind != Sweepable::Kind::Choice;
}

void SweepRow::showFields() {
    const Sweepable* one = current();
    const bool ids = one && one->kind == Sweepable::Kind::Choice;
    for (QWidget* field : std::initializer_list<QWidget*>{from_, to_, count_, logarithmic_})
        field->setVisible(one && !ids);
    choices_->setVisible(ids);
}

std::optional<double> SweepRow::number(const QLineEdit& field) const {
    bool good = false;
    const double value = QLocale::c().toDouble(field.text().trimmed().replace(',', '.'), &good);
    return good ? std::optional(value) : std::nullopt;
}

QString SweepRow::problem() const {
    const Sweepable* one = current();
    if (!one) return {};
    if (one->kind == Sweepable::Kind::Choice) {
        const auto axisNow = axis();
        return axisNow && axisNow->values.size() > 1
                   ? QString()
                   : tr("Choose two or more of %1").arg(one->title);
    }
    const auto from = number(*from_), to = number(*to_);
    if (!from || !to) return tr("Type two numbers for %1, in SI units").arg(one->title);
    if (*from == *to) return tr("Type two different numbers for %1").arg(one->title);
    if ((one->positive || logarithmic_->isChecked()) && !(*from > 0.0 && *to > 0.0))
        return tr("Type positive numbers for %1").arg(one->title);
    return {};
}

std::optional<StudyAxis> SweepRow::axis() const {
    const Sweepable* one = current();
    if (!one) return {};
    StudyAxis axis;
    axis.name = one->name;
    axis.isParameter = one->kind == Sweepable::Kind::Parameter;
    if (one->kind == Sweepable::Kind::Choice) {
        for (const QAction* action : choices_->menu()->actions()) {
            if (!action->isChecked()) continue;
            Scalar id;
            id.text = action->text().toStdString();
            axis.values.push_back(id);
        }
        return axis;
    }
    if (!problem().isEmpty()) return {};
    const double from = *number(*from_), to = *number(*to_);
    if (isCounted(*one))
        axis.values = wholeValues(from, to, count_->value(), logarithmic_->isChecked());
    else
        axis.range = StudyAxis::Range{from, to, count_->value(), logarithmic_->isChecked()};
    return axis;
}

}  // namespace momentree::app
