// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QObject>
#include <QPointF>
#include <functional>
#include <optional>

#include "app/document/element.hpp"

class QAction;
class QMenu;

namespace momentree::app {

class DrawingView;
class Host;
class PictureLayers;
class Workspace;

/// What can be done with an element: the one menu of the scene, of the outline and of the
/// inspector. An entry that is not possible stays visible, with its reason as second line.
class ElementMenu final : public QObject {
    Q_OBJECT
public:
    ElementMenu(Workspace& workspace, Host& host, DrawingView& drawing, PictureLayers& layers);

    /// The menu of an element, which is selected already.
    /// @param place in the picture, if the menu was asked for there: decides which end is meant
    void fill(QMenu& menu, const Element& element,
              const std::optional<QPointF>& place = std::nullopt);
    /// Selects the element if it is not, and opens its menu; none: the menu of the picture.
    void open(const Element& element, const QPoint& globalPosition,
              const std::optional<QPointF>& place = std::nullopt);

private:
    struct Entry {
        QString text, icon;
        QKeySequence key = {};
        QString refusal = {};  ///< why it is not possible, empty if it is
        std::function<void()> act = {};
    };
    QAction* add(QMenu& menu, const Entry& entry);
    QMenu* addSubmenu(QMenu& menu, const QString& text, const QString& icon,
                      const QString& refusal);
    void addNaming(QMenu& menu, const Element& element);
    void addLength(QMenu& menu, int body);
    void lockLength(int body);
    void splitLink(int body);
    void addChanges(QMenu& menu, const Element& element, const std::optional<QPointF>& place);
    void addFriction(QMenu& menu, int joint, const QString& refusal);
    void addTypes(QMenu& menu, const Element& joint);
    void addViews(QMenu& menu, const Element& element, const std::optional<QPointF>& place);
    void addTraces(QMenu& menu, const Element& element, const std::optional<QPointF>& place);
    void fillPicture(QMenu& menu, const std::optional<QPointF>& place);

    void rename(const Element& element);
    void renameSelected();
    void ground(const Element& element, const std::optional<QPointF>& place);
    void setType(int joint, const std::string& type);
    QString typeRefusal(int joint, const std::string& type) const;
    void openByKey();
    /// Where the element is seen, or the middle of the picture [screen].
    QPoint seenAt(const Element& element) const;

    Workspace& workspace_;
    Host& host_;
    DrawingView& drawing_;
    PictureLayers& layers_;
    QAction* rename_;
};

}  // namespace momentree::app
