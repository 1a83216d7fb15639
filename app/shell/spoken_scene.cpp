// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/spoken_scene.hpp"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <algorithm>

#include "app/scene/viewport.hpp"
#include "app/shell/scene_words.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {
namespace {

constexpr int pause_ms = 1000;  ///< between sentences on a motion
constexpr int placeSize = 24;   ///< of a link or joint on the screen [px]

/// A link or joint of the picture.
class ElementSpeech final : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    ElementSpeech(SpokenScene& scene, QAccessibleInterface& parent, const Element& element)
        : scene_(scene), parent_(parent), element_(element) {}

    const Element& element() const { return element_; }
    bool isValid() const override { return true; }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    QAccessibleInterface* parent() const override { return &parent_; }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text what) const override {
        return what == QAccessible::Name ? scene_.nameOf(element_) : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override { return scene_.placeOf(element_); }
    QAccessible::Role role() const override { return QAccessible::Graphic; }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.selectable = true;
        state.selected = scene_.isSelected(element_);
        state.invisible = rect().isEmpty();
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                    : nullptr;
    }
    QStringList actionNames() const override { return {pressAction(), showMenuAction()}; }
    void doAction(const QString& name) override {
        if (name == pressAction()) scene_.select(element_);
        if (name == showMenuAction()) scene_.openMenu(element_);
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    SpokenScene& scene_;
    QAccessibleInterface& parent_;
    Element element_;
};

/// The picture: its widgets, then its links and joints.
class SceneSpeech final : public QAccessibleWidget {
public:
    explicit SceneSpeech(SpokenScene& scene)
        : QAccessibleWidget(&scene.picture(), QAccessible::Canvas), scene_(&scene) {
        connection_ = QObject::connect(&scene, &SpokenScene::elementsChanged, [this] { forget(); });
    }
    ~SceneSpeech() override {
        QObject::disconnect(connection_);
        forget();
    }

    QString text(QAccessible::Text what) const override {
        return what == QAccessible::Name && scene_ ? scene_->words()
                                                   : QAccessibleWidget::text(what);
    }
    int childCount() const override {
        return QAccessibleWidget::childCount() +
               (scene_ ? static_cast<int>(scene_->elements().size()) : 0);
    }
    QAccessibleInterface* child(int index) const override {
        const int widgets = QAccessibleWidget::childCount();
        if (index < widgets) return QAccessibleWidget::child(index);
        const auto at = static_cast<std::size_t>(index - widgets);
        if (!scene_ || at >= scene_->elements().size()) return nullptr;
        ids_.resize(scene_->elements().size(), 0);
        if (ids_[at] == 0)
            ids_[at] = QAccessible::registerAccessibleInterface(new ElementSpeech(
                *scene_, *const_cast<SceneSpeech*>(this), scene_->elements()[at]));
        return QAccessible::accessibleInterface(ids_[at]);
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        for (std::size_t k = 0; k < ids_.size(); ++k)
            if (ids_[k] != 0 && QAccessible::accessibleInterface(ids_[k]) == child)
                return QAccessibleWidget::childCount() + static_cast<int>(k);
        return QAccessibleWidget::indexOfChild(child);
    }

private:
    void forget() {
        for (const QAccessible::Id id : ids_)
            if (id != 0) QAccessible::deleteAccessibleInterface(id);
        ids_.clear();
    }
    QPointer<SpokenScene> scene_;
    QMetaObject::Connection connection_;
    mutable std::vector<QAccessible::Id> ids_;  ///< of elements; 0 for none yet
};

QAccessibleInterface* makeSpeech(const QString&, QObject* object) {
    auto* viewport = qobject_cast<Viewport*>(object);
    auto* scene = viewport ? viewport->findChild<SpokenScene*>() : nullptr;
    return scene ? new SceneSpeech(*scene) : nullptr;
}

}  // namespace

SpokenScene::SpokenScene(Workspace& workspace, Host& host)
    : QObject(&host.viewport), workspace_(workspace), host_(host) {
    static const bool installed = [] {
        QAccessible::installFactory(makeSpeech);
        return true;
    }();
    Q_UNUSED(installed);
    // Qt has made an interface when the viewport got its name, and would keep it.
    if (auto* before = QAccessible::queryAccessibleInterface(&host.viewport))
        QAccessible::deleteAccessibleInterface(QAccessible::uniqueId(before));
    pause_.setSingleShot(true);
    pause_.setInterval(pause_ms);
    connect(&pause_, &QTimer::timeout, this, &SpokenScene::announce);
    const auto soon = [this] {
        if (QAccessible::isActive() && !pause_.isActive()) pause_.start();
    };
    connect(&workspace.run.playback(), &Playback::shownChanged, this, soon);
    connect(&workspace.run.playback(), &Playback::stateChanged, this, soon);
    connect(&workspace.live, &LiveModel::changed, this, &SpokenScene::follow);
    connect(&workspace.selection, &Selection::changed, this, &SpokenScene::announceSelection);
    follow();
}

QWidget& SpokenScene::picture() const { return host_.viewport; }

QString SpokenScene::words() const {
    const auto sight = host_.viewport.sight();
    return sceneWords(workspace_, sight ? &*sight : nullptr);
}

void SpokenScene::follow() {
    Q_EMIT elementsChanged();
    elements_.clear();
    const ModelDescription& model = workspace_.document.description();
    for (int k = 0; k < static_cast<int>(model.bodies.size()); ++k)
        elements_.push_back({Element::Kind::Body, k});
    for (int k = 0; k < static_cast<int>(model.joints.size()); ++k)
        elements_.push_back({Element::Kind::Joint, k});
    if (QAccessible::isActive() && !pause_.isActive()) pause_.start();
}

QString SpokenScene::nameOf(const Element& element) const {
    const ModelDescription& model = workspace_.document.description();
    if (!exists(model, element)) return {};
    return tr("%1, %2", "name and kind of an element")
        .arg(elementName(model, element), elementType(model, element));
}

QRect SpokenScene::placeOf(const Element& element) const {
    const auto sight = host_.viewport.sight();
    const auto index = static_cast<std::size_t>(element.index);
    if (!sight) return {};
    Vector3d place;
    if (element.kind == Element::Kind::Body && index < sight->model.bodies.size())
        place = sight->pose(element.index).r;
    else if (element.kind == Element::Kind::Joint && index < sight->model.joints.size())
        place = sight->place(sight->model.joints[index].A);
    else
        return {};
    if (!canBeSeen(*sight, place)) return {};
    QRect rect(0, 0, placeSize, placeSize);
    rect.moveCenter(host_.viewport.mapToGlobal(sight->toView(place).toPoint()));
    return rect;
}

bool SpokenScene::isSelected(const Element& element) const {
    return workspace_.selection.contains(element);
}

void SpokenScene::select(const Element& element) { workspace_.selection.set(element); }

/// After the program that asks has its answer, which the menu would hold up.
void SpokenScene::openMenu(const Element& element) {
    const QPoint at = placeOf(element).center();
    QMetaObject::invokeMethod(
        this, [this, element, at] { Q_EMIT host_.elementMenuWanted(element, at); },
        Qt::QueuedConnection);
}

void SpokenScene::announce() {
    const QString now = words();
    if (now == told_) return;
    told_ = now;
    QAccessibleEvent event(&host_.viewport, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&event);
}

void SpokenScene::announceSelection() {
    if (!QAccessible::isActive()) return;
    const auto found = std::ranges::find(elements_, workspace_.selection.current());
    QAccessibleInterface* speech = QAccessible::queryAccessibleInterface(&host_.viewport);
    if (found == elements_.end() || !speech) return;
    const auto place = static_cast<int>(elements_.end() - found);
    QAccessibleInterface* child = speech->child(speech->childCount() - place);
    if (!child) return;
    QAccessibleEvent event(child, QAccessible::Selection);
    QAccessible::updateAccessibility(&event);
}

}  // namespace momentree::app
