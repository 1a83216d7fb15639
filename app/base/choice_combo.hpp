// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <vector>

#include "core/session/catalogue.hpp"

namespace momentree::app {

/// A picker of ids. What the model does not allow stays in the list, greyed, with the reason under
/// its name.
class ChoiceCombo final : public QComboBox {
    Q_OBJECT
public:
    explicit ChoiceCombo(QWidget* parent = nullptr);

    void setChoices(const std::vector<Choice>& choices);
    void setChosen(const std::string& id);  ///< an id that is not listed (a board's) is added
    std::string chosen() const;

    void showPopup() override;

Q_SIGNALS:
    void chosenByUser(const QString& id);

protected:
    void wheelEvent(QWheelEvent* event) override;
};

}  // namespace momentree::app
