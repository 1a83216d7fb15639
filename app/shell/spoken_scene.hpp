// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include "app/document/element.hpp"

namespace momentree::app {

class Host;
class Workspace;

/// What assistive programs hear of the picture: a sentence, links and joints that can be selected
/// and have menus. Changes are announced at once for the selection, at most once a second for a
/// motion.
class SpokenScene final : public QObject {
    Q_OBJECT
public:
    SpokenScene(Workspace& workspace, Host& host);

    QString words() const;
    /// Links, then joints.
    const std::vector<Element>& elements() const { return elements_; }
    QString nameOf(const Element& element) const;
    QRect placeOf(const Element& element) const;  ///< on the screen; empty if it is not seen
    bool isSelected(const Element& element) const;
    void select(const Element& element);
    void openMenu(const Element& element);
    QWidget& picture() const;

Q_SIGNALS:
    void elementsChanged();  ///< interfaces of the old ones are no longer valid

private:
    void follow();
    void announce();
    void announceSelection();

    Workspace& workspace_;
    Host& host_;
    std::vector<Element> elements_;
    QString told_;
    QTimer pause_;
};

}  // namespace momentree::app
