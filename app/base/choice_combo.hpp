// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <vector>

#include "core/session/catalogue.hpp"

namespace momentree::app {

/// A picker of ids. Choices that the model does not allow stay in the list, greyed, with the reason
/// below.
class ChoiceCombo final : public QComboBox {
    Q_OBJECT
public:
    explicit ChoiceCombo(QWidget* parent = nullptr);

    void setChoices(const std::vector<Choice>& choices);
    void setChosen(const std::string& id);  ///< adds an id that is not listed, such as a board
    std::string chosen() const;

    void showPopup() override;

Q_SIGNALS:
    void chosenByUser(const QString& id);

protected:
    void wheelEvent(QWheelEvent* event) override;
};

}  // namespace momentree::app
