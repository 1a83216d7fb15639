// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/panels/analyses/parameter_answer.hpp"

class QComboBox;
class QMenu;

namespace momentree::app {

/// Parameters with which the run agrees best with a measured column, which is shown beside it.
class FitAnswer final : public ParameterAnswer {
    Q_OBJECT
public:
    FitAnswer(Workspace& workspace, PoseStage& stage);

    /// Reads a table of measurements. Returns false with an error message in `why`.
    bool readData(const QString& file, QString* why);
    /// Gives the model the values that were found.
    void useValues();

Q_SIGNALS:
    void refused(const QString& why);

protected:
    void draw() override;
    QString ask(Inquiry& inquiry) const override;

private:
    void offer();
    void offerParameters();
    void offerQuantities();
    void askForFile();

    QPushButton *file_, *use_, *parameters_;
    QComboBox *measured_, *column_;
    QMenu* menu_;  ///< of `parameters_`, with a check before those to be found
    std::shared_ptr<const MeasuredData> data_;
};

}  // namespace momentree::app
