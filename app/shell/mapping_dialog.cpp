// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/mapping_dialog.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStringListModel>
#include <QTableWidget>
#include <QVBoxLayout>
#include <set>

#include "core/number_text.hpp"

namespace momentree::app {
namespace {

enum MappingColumn {
    FromColumn,
    ValueColumn,
    ToColumn,
    UnitColumn,
    FactorColumn,
    OffsetColumn,
    MappingColumns
};

constexpr qsizetype shownComments = 5;

QString cellText(const std::string& value) { return QString::fromStdString(value); }

QTableWidgetItem* fixedCell(const std::string& value) {
    auto* item = new QTableWidgetItem(cellText(value));
    item->setFlags(Qt::ItemIsEnabled);
    item->setToolTip(cellText(value));
    return item;
}

void chooseText(QComboBox& box, const QString& value) {
    if (box.findText(value) < 0) box.addItem(value);
    box.setCurrentText(value);
}

QComboBox* unitBox(const std::vector<std::string>& units) {
    auto* box = new QComboBox;
    for (const std::string& unit : units) box->addItem(cellText(unit));
    return box;
}

}  // namespace

MappingDialog::MappingDialog(const QString& file, QByteArray text, const ReferenceMapping* known,
                             std::vector<ColumnFacts> columns, QString reason, QWidget* parent)
    : QDialog(parent),
      file_(file),
      reason_(std::move(reason)),
      text_(std::move(text)),
      columns_(std::move(columns)),
      targets_(new QStringListModel(this)) {
    setObjectName("mapping");
    setWindowTitle(tr("Match the columns of %1").arg(QFileInfo(file).fileName()));
    QStringList names{QString()};
    for (std::size_t k = 1; k < columns_.size(); ++k)
        names << QString::fromStdString(columns_[k].name);
    targets_->setStringList(names);
    table_ = known != nullptr
                 ? previewOf(text_, known->separator, known->header, known->decimalComma)
                 : previewOf(text_);
    build();
    showPreview(known != nullptr ? *known : guessedMapping(table_, columns_));
}

void MappingDialog::build() {
    separator_ = new QComboBox;
    for (const auto& [sign, name] : {std::pair{',', tr("commas")},
                                     {';', tr("semicolons")},
                                     {'\t', tr("tabs")},
                                     {' ', tr("blanks")}})
        separator_->addItem(name, QChar::fromLatin1(sign));
    header_ = new QCheckBox(tr("The first line has names"));
    commas_ = new QCheckBox(tr("Numbers have decimal commas"));
    commas_->setObjectName("mappingCommas");
    time_ = new QComboBox;
    time_->setObjectName("mappingTime");
    timeUnit_ = unitBox(unitsFor("s"));
    auto* time = new QHBoxLayout;
    time->addWidget(time_, 1);
    time->addWidget(timeUnit_);
    auto* form = new QFormLayout;
    form->addRow(tr("Columns are separated by"), separator_);
    form->addRow(QString(), header_);
    form->addRow(QString(), commas_);
    form->addRow(tr("Time"), time);
    rows_ = new QTableWidget(0, MappingColumns);
    rows_->setObjectName("mappingRows");
    rows_->setHorizontalHeaderLabels({tr("Column"), tr("First value"), tr("In this model"),
                                      tr("Unit"), tr("Factor"), tr("Offset")});
    rows_->horizontalHeaderItem(FactorColumn)
        ->setToolTip(
            tr("The value is multiplied by this, for example -1 for the opposite direction"));
    rows_->horizontalHeaderItem(OffsetColumn)->setToolTip(tr("This is added at last, in SI units"));
    rows_->verticalHeader()->hide();
    rows_->setSelectionMode(QAbstractItemView::NoSelection);
    rows_->horizontalHeader()->setSectionResizeMode(FromColumn, QHeaderView::Stretch);
    rows_->horizontalHeader()->setSectionResizeMode(ToColumn, QHeaderView::Stretch);
    note_ = new QLabel;
    note_->setObjectName("mappingNote");
    note_->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    accept_ = buttons->addButton(tr("Compare"), QDialogButtonBox::AcceptRole);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    if (!table_.comments.empty()) {
        QStringList comments;
        for (const std::string& one : table_.comments)
            if (comments.size() < shownComments && one.size() > 1) comments << cellText(one);
        auto* said = new QLabel(comments.join('\n'));
        said->setObjectName("mappingComments");
        said->setTextFormat(Qt::PlainText);
        said->setWordWrap(true);
        said->setToolTip(tr("Comments in the file"));
        layout->addWidget(said);
    }
    layout->addWidget(rows_, 1);
    layout->addWidget(note_);
    layout->addWidget(buttons);
    resize(760, 520);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(separator_, &QComboBox::activated, this, &MappingDialog::splitAgain);
    connect(header_, &QCheckBox::clicked, this, &MappingDialog::splitAgain);
    connect(commas_, &QCheckBox::clicked, this, &MappingDialog::splitAgain);
    connect(time_, &QComboBox::activated, this, &MappingDialog::follow);
    connect(timeUnit_, &QComboBox::activated, this, &MappingDialog::follow);
    connect(rows_, &QTableWidget::itemChanged, this, &MappingDialog::follow);
}

void MappingDialog::splitAgain() {
    const char separator = separator_->currentData().toChar().toLatin1();
    table_ =
        previewOf(text_, separator, header_->isChecked(), commas_->isChecked() && separator != ',');
    showPreview(guessedMapping(table_, columns_));
}

void MappingDialog::showPreview(const ReferenceMapping& mapping) {
    filling_ = true;
    separator_->setCurrentIndex(separator_->findData(QChar::fromLatin1(table_.separator)));
    header_->setChecked(table_.header);
    commas_->setChecked(table_.decimalComma);
    commas_->setEnabled(table_.separator != ',');
    time_->clear();
    for (const std::string& name : table_.names) time_->addItem(cellText(name));
    time_->setCurrentText(cellText(mapping.time));
    chooseText(*timeUnit_,
               mapping.timeUnit.empty() ? QStringLiteral("s") : cellText(mapping.timeUnit));
    rows_->setRowCount(0);
    rows_->setRowCount(static_cast<int>(table_.names.size()));
    for (int row = 0; row < rows_->rowCount(); ++row) showRow(row, mapping);
    filling_ = false;
    follow();
}

void MappingDialog::showRow(int row, const ReferenceMapping& mapping) {
    const std::string& name = table_.names[static_cast<std::size_t>(row)];
    const auto known = std::ranges::find(mapping.columns, name, &ReferenceMapping::Column::from);
    const bool mapped = known != mapping.columns.end();
    rows_->setItem(row, FromColumn, fixedCell(name));
    rows_->setItem(row, ValueColumn, fixedCell(table_.values[static_cast<std::size_t>(row)]));
    auto* box = new QComboBox;
    box->setModel(targets_);
    box->setEditable(true);  // typing finds one of hundreds
    box->setInsertPolicy(QComboBox::NoInsert);
    box->completer()->setCompletionMode(QCompleter::PopupCompletion);
    box->completer()->setFilterMode(Qt::MatchContains);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setCurrentText(mapped ? cellText(known->to) : QString());
    rows_->setCellWidget(row, ToColumn, box);
    rows_->setCellWidget(row, UnitColumn, unitBox({}));
    const auto number = [&](double value) {
        return new QTableWidgetItem(cellText(numberText(value)));
    };
    rows_->setItem(row, FactorColumn, number(mapped ? known->factor : 1.0));
    rows_->setItem(row, OffsetColumn, number(mapped ? known->offset : 0.0));
    showUnits(row, mapped ? known->unit : nameAndUnit(name).second);
    connect(box, &QComboBox::currentTextChanged, this, [this, row] {
        showUnits(row, nameAndUnit(table_.names[static_cast<std::size_t>(row)]).second);
        follow();
    });
    connect(unit(row), &QComboBox::activated, this, &MappingDialog::follow);
}

/// The units of the quantity that a column is.
void MappingDialog::showUnits(int row, const std::string& chosen) {
    const std::string name = target(row)->currentText().toStdString();
    const auto fact = std::ranges::find(columns_, name, &ColumnFacts::name);
    QComboBox& box = *unit(row);
    box.clear();
    box.setEnabled(!name.empty() && fact != columns_.end() && !fact->unit.empty());
    target(row)->setToolTip(fact != columns_.end() ? cellText(fact->meaning) : QString());
    if (!box.isEnabled()) return;
    for (const std::string& one : unitsFor(fact->unit)) box.addItem(cellText(one));
    if (!chosen.empty()) chooseText(box, cellText(chosen));
}

QComboBox* MappingDialog::target(int row) const {
    return qobject_cast<QComboBox*>(rows_->cellWidget(row, ToColumn));
}

QComboBox* MappingDialog::unit(int row) const {
    return qobject_cast<QComboBox*>(rows_->cellWidget(row, UnitColumn));
}

ReferenceMapping MappingDialog::read(QString& problem) const {
    ReferenceMapping mapping;
    mapping.separator = table_.separator;
    mapping.decimalComma = table_.decimalComma;
    mapping.header = table_.header;
    mapping.time = time_->currentText().toStdString();
    if (timeUnit_->currentIndex() > 0) mapping.timeUnit = timeUnit_->currentText().toStdString();
    std::set<std::string> taken;
    for (int row = 0; row < rows_->rowCount() && problem.isEmpty(); ++row) {
        ReferenceMapping::Column column;
        const QString name = rows_->item(row, FromColumn)->text();
        column.from = name.toStdString();
        column.to = target(row)->currentText().toStdString();
        if (column.to.empty()) continue;
        const bool known =
            std::ranges::find(columns_, column.to, &ColumnFacts::name) != columns_.end();
        bool factor = false, offset = false;
        column.factor = rows_->item(row, FactorColumn)->text().toDouble(&factor);
        column.offset = rows_->item(row, OffsetColumn)->text().toDouble(&offset);
        if (unit(row)->currentIndex() > 0) column.unit = unit(row)->currentText().toStdString();
        if (!known)
            problem = tr("%1: this model has no column %2.").arg(name, cellText(column.to));
        else if (!taken.insert(column.to).second)
            problem = tr("Two columns are matched with %1.").arg(cellText(column.to));
        else if (!factor || !offset)
            problem = tr("%1: factor and offset must be numbers.").arg(name);
        mapping.columns.push_back(std::move(column));
    }
    if (problem.isEmpty() && mapping.columns.empty())
        problem = (reason_.isEmpty() ? QString() : reason_ + '\n') +
                  tr("Choose a quantity of this model for at least one column.");
    return mapping;
}

/// The time is no column to be matched.
void MappingDialog::markTime() {
    filling_ = true;
    for (int row = 0; row < rows_->rowCount(); ++row) {
        const bool time = rows_->item(row, FromColumn)->text() == time_->currentText();
        if (time) target(row)->setCurrentText(QString());
        target(row)->setEnabled(!time);
        target(row)->lineEdit()->setPlaceholderText(time ? tr("time") : tr("left out"));
    }
    filling_ = false;
}

void MappingDialog::follow() {
    if (filling_) return;
    markTime();
    QString problem;
    mapping_ = read(problem);
    accept_->setEnabled(problem.isEmpty());
    const QString saved = QFileInfo(cellText(mappingPath(file_.toStdString()))).fileName();
    note_->setText(
        !problem.isEmpty()
            ? problem
            : tr("%1 of %2 columns are compared. The choice is saved beside the table as "
                 "%3, and used next time.")
                  .arg(mapping_.columns.size())
                  .arg(rows_->rowCount() - 1)
                  .arg(saved));
}

}  // namespace momentree::app
