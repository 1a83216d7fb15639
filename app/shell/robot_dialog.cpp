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

#include "app/base/diagnostic_text.hpp"
#include "app/base/text.hpp"
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
      problem_(new QLabel) {
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
    problem_->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    import_ = buttons->addButton(tr("&Import"), QDialogButtonBox::AcceptRole);
    auto* form = new QFormLayout(this);
    auto* fileLabel = new QLabel(tr("&File"));
    fileLabel->setBuddy(file_);
    form->addRow(fileLabel, line);
    form->addRow(tr("&Root"), root_);
    form->addRow(QString(), limits_);
    form->addRow(problem_);
    form->addRow(buttons);
    resize(520, sizeHint().height());
    connect(choose, &QPushButton::clicked, this, [this, folder] { chooseFile(folder); });
    connect(file_, &QLineEdit::editingFinished, this, &RobotDialog::readLinks);
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
    QString wrong;
    bool read = false;
    if (!shown_.isEmpty()) {
        const auto robot = readModelFile(shown_.toStdString());
        read = robot.has_value();
        if (!read) wrong = editText(robot.error().front());
        if (read)
            for (const BodyDescription& body : robot->bodies) {
                const QString link = QString::fromStdString(body.name);
                root_->addItem(tr("%1 is fixed to ground").arg(link), link);
            }
    }
    problem_->setText(wrong);
    problem_->setVisible(!wrong.isEmpty());
    root_->setEnabled(read);
    import_->setEnabled(read);
}

}  // namespace momentree::app
