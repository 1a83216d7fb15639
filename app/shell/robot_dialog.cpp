// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/robot_dialog.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <algorithm>

#include "app/base/diagnostic_text.hpp"
#include "app/base/text.hpp"
#include "core/io/diagnostic_text.hpp"
#include "core/io/model_file.hpp"

namespace momentree::app {
namespace {

/// Entries of the list of roots before the links.
enum RootChoice { AsInFile, FreeRoot, FirstLink };

}  // namespace

RobotDialog::RobotDialog(const QString& folder, QWidget* parent)
    : QDialog(parent),
      file_(new QLineEdit),
      root_(new QComboBox),
      limits_(new QCheckBox(tr("Joints stop at their limits"))),
      told_(new QLabel) {
    setObjectName("robotDialog");
    setWindowTitle(tr("Import a robot"));
    setAttribute(Qt::WA_DeleteOnClose);
    file_->setAccessibleName(tr("File of the robot"));
    file_->setPlaceholderText(tr("URDF, xacro, MJCF or SDF"));
    auto* choose = new QPushButton(tr("&Browse…"));
    auto* line = new QHBoxLayout;
    line->addWidget(file_, 1);
    line->addWidget(choose);
    root_->setObjectName("root");
    root_->setAccessibleName(tr("Root of the robot"));
    root_->setToolTip(tr("What is fixed to ground"));
    limits_->setToolTip(tr("Without rebound. Not every formulation and integrator takes limits"));
    told_->setObjectName("told");
    told_->setWordWrap(true);
    told_->setTextFormat(Qt::PlainText);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    import_ = buttons->addButton(tr("&Import"), QDialogButtonBox::AcceptRole);
    auto* form = new QFormLayout(this);
    auto* fileLabel = new QLabel(tr("&File"));
    fileLabel->setBuddy(file_);
    form->addRow(fileLabel, line);
    form->addRow(tr("&Root"), root_);
    form->addRow(QString(), limits_);
    form->addRow(told_);
    form->addRow(buttons);
    resize(520, sizeHint().height());
    connect(choose, &QPushButton::clicked, this, [this, folder] { chooseFile(folder); });
    connect(file_, &QLineEdit::editingFinished, this, &RobotDialog::readLinks);
    connect(root_, &QComboBox::activated, this, &RobotDialog::check);
    connect(limits_, &QCheckBox::clicked, this, &RobotDialog::check);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    readLinks();
}

void RobotDialog::setFile(const QString& file) {
    file_->setText(file);
    readLinks();
}

QString RobotDialog::file() const { return file_->text().trimmed(); }

ImportOptions RobotDialog::options() const {
    ImportOptions options;
    options.freeBase = root_->currentIndex() == FreeRoot;
    if (root_->currentIndex() >= FirstLink)
        options.root = root_->currentData().toString().toStdString();
    options.limits = limits_->isChecked();
    return options;
}

void RobotDialog::chooseFile(const QString& folder) {
    const QString chosen =
        QFileDialog::getOpenFileName(this, tr("Import a robot"), folder,
                                     tr("Robots (*.urdf *.xacro *.xml *.sdf);;All files (*)"));
    if (!chosen.isEmpty()) setFile(chosen);
}

void RobotDialog::readLinks() {
    if (root_->count() > 0 && file() == shown_) return;  // losing the focus is no other file
    shown_ = file();
    root_->clear();
    root_->addItem(tr("As in the file"));
    root_->addItem(tr("Free: nothing is fixed to ground"));
    const auto robot = shown_.isEmpty() ? Result<ModelDescription>(ModelDescription())
                                        : readModelFile(shown_.toStdString());
    if (robot)
        for (const BodyDescription& body : robot->bodies) {
            const QString link = QString::fromStdString(body.name);
            root_->addItem(tr("%1 is fixed to ground").arg(link), link);
        }
    root_->setEnabled(robot && !shown_.isEmpty());
    check();
}

void RobotDialog::check() {
    Diagnostics notes;
    QStringList lines;
    bool read = false;
    if (!file().isEmpty()) {
        const auto robot = readModelFile(file().toStdString(), &notes, options());
        read = robot.has_value();
        if (!read) lines << editText(robot.error().front());
        if (read && !notes.empty()) lines << tr("What is left out or changed:");
        if (read)
            for (const Diagnostic& note : onePerKind(notes)) lines << diagnosticText(note);
    }
    told_->setText(lines.join('\n'));
    told_->setVisible(!lines.isEmpty());
    import_->setEnabled(read);
    // A wrapped label gets the height it needs for the width of the dialog.
    resize(width(), std::max(sizeHint().height(), layout()->totalHeightForWidth(width())));
}

}  // namespace momentree::app
