// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inside/tree_view.hpp"

#include <QGraphicsItem>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyleOptionGraphicsItem>
#include <QWheelEvent>
#include <cmath>

#include "app/base/theme/theme.hpp"
#include "app/panels/inside/trace_texts.hpp"
#include "app/plots/phase_chart.hpp"

namespace momentree::app {
namespace {

constexpr double nodeWidth = 108.0, nodeHeight = 34.0, columnPitch = 132.0, rowPitch = 42.0;
constexpr double leastScale = 0.05, largestScale = 2.0, readable = 0.45, fittedMost = 1.15;
constexpr double comfortable = 0.6;  ///< initial scale, even if not everything is visible
constexpr int mostRowsAtFirst = 24;

QPointF cornerOf(const Bracket::Place& place) {
    return {place.column * columnPitch, place.row * rowPitch};
}

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto mix = [share](int x, int y) {
        return static_cast<int>(std::lround(x + share * (y - x)));
    };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

}  // namespace

class NodeItem final : public QGraphicsItem {
public:
    NodeItem(TreeView& view, int node) : view_(view), node_(node) {}
    int node() const { return node_; }
    void setTexts(const QString& name, const QString& details) {
        name_ = name;
        setToolTip(details);
    }
    QRectF boundingRect() const override { return {-3, -3, nodeWidth + 6, nodeHeight + 6}; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option,
               QWidget* /*widget*/) override;

private:
    void paintTexts(QPainter& painter, const QColor& ink) const;
    TreeView& view_;
    int node_;
    QString name_;
};

/// All lines between nodes as one item, so that only visible ones cost time.
class TiesItem final : public QGraphicsItem {
public:
    explicit TiesItem(TreeView& view) : view_(view) {
        setZValue(-1.0);
        setFlag(ItemUsesExtendedStyleOption);
    }
    void setBounds(const QRectF& bounds) {
        prepareGeometryChange();
        bounds_ = bounds;
    }
    QRectF boundingRect() const override { return bounds_; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option,
               QWidget* /*widget*/) override;

private:
    TreeView& view_;
    QRectF bounds_;
};

void NodeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option,
                     QWidget* /*widget*/) {
    const auto at = static_cast<std::size_t>(node_);
    const ThemeColors& colors = themeColors(isDark(view_.palette()));
    const QColor ground = view_.palette().color(QPalette::Base);
    const QColor phase = phaseColour(view_.phase_, colors);
    const auto state = view_.states_[at];
    QColor fill = ground, border = colors.axis;
    if (state == TreeView::State::Done) fill = mixed(ground, phase, 0.28), border = phase;
    if (state == TreeView::State::Works) fill = phase, border = phase;
    const bool chosen = view_.chosen_ == node_;
    const double scale = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->transform());
    QPen pen(chosen ? view_.palette().color(QPalette::Highlight) : border, chosen ? 2.5 : 1.2);
    if (state == TreeView::State::Waits || state == TreeView::State::Absent)
        pen.setStyle(state == TreeView::State::Absent ? Qt::DotLine : Qt::SolidLine);
    pen.setCosmetic(true);
    painter->setPen(pen);
    painter->setBrush(fill);
    const QRectF box(0, 0, nodeWidth, nodeHeight);
    if (view_.bracket_.closed(node_)) {
        painter->drawRoundedRect(box.translated(3, 3), 5, 5);  // drawn as a stack
    }
    scale < readable ? painter->drawRect(box) : painter->drawRoundedRect(box, 5, 5);
    if (scale < readable || !option->exposedRect.isValid()) return;
    paintTexts(*painter, inkOn(fill));
}

void NodeItem::paintTexts(QPainter& painter, const QColor& ink) const {
    QFont font = strongFont(pixelFont(metric::drawingText, view_.font()));
    painter.setFont(font);
    painter.setPen(ink);
    const QRectF box(7, 2, nodeWidth - 12, nodeHeight - 4);
    const QString name =
        QFontMetrics(font).elidedText(name_, Qt::ElideMiddle, static_cast<int>(box.width()));
    painter.drawText(box, Qt::AlignLeft | Qt::AlignTop, name);
    font = pixelFont(metric::smallText, view_.font());
    painter.setFont(font);
    const TracedWork* work = view_.work_[static_cast<std::size_t>(node_)];
    if (work != nullptr) painter.drawText(box, Qt::AlignLeft | Qt::AlignBottom, workTime(*work));
}

void TiesItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option,
                     QWidget* /*widget*/) {
    const ThemeColors& colors = themeColors(isDark(view_.palette()));
    const auto& places = view_.bracket_.places();
    QPen plain(colors.axis, 1.2), absorbed(colors.axis, 1.2, Qt::DashLine);
    plain.setCosmetic(true);
    absorbed.setCosmetic(true);
    painter->setBrush(Qt::NoBrush);
    for (std::size_t k = 0; k < places.size(); ++k) {
        const TracedNode& node = view_.trace_->nodes[k];
        if (!places[k].shown || node.parent < 0) continue;
        const QPointF from = cornerOf(places[k]) + QPointF(nodeWidth, nodeHeight / 2);
        const QPointF to =
            cornerOf(places[static_cast<std::size_t>(node.parent)]) + QPointF(0, nodeHeight / 2);
        if (!QRectF(from, to).normalized().adjusted(-2, -2, 2, 2).intersects(option->exposedRect))
            continue;
        painter->setPen(node.absorbed ? absorbed : plain);
        const double bend = to.x() - (columnPitch - nodeWidth) / 2;
        painter->drawPolyline(QPolygonF{from, QPointF(bend, from.y()), QPointF(bend, to.y()), to});
    }
}

TreeView::TreeView(QWidget* parent) : QGraphicsView(parent) {
    setObjectName("assemblyTree");
    setAccessibleName(tr("Assembly tree"));
    viewport()->setAccessibleName(accessibleName());
    setAccessibleDescription(tr("Arrow keys select a node, Return opens or closes it"));
    setScene(new QGraphicsScene(this));
    scene()->setItemIndexMethod(QGraphicsScene::BspTreeIndex);
    setDragMode(QGraphicsView::ScrollHandDrag);
    setTransformationAnchor(QGraphicsView::AnchorUnderMouse);
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    viewport()->setCursor(Qt::ArrowCursor);
}

void TreeView::setTrace(std::shared_ptr<const Model> model,
                        std::shared_ptr<const EvaluationTrace> trace) {
    const auto same = [](const TracedNode& a, const TracedNode& b) {
        return a.parent == b.parent && a.bodies == b.bodies;
    };
    const bool keep = model_ == model && std::equal(trace_->nodes.begin(), trace_->nodes.end(),
                                                    trace->nodes.begin(), trace->nodes.end(), same);
    model_ = std::move(model);
    trace_ = std::move(trace);
    if (keep) return viewport()->update();
    scene()->clear();
    items_.clear();
    bracket_ = Bracket(trace_->nodes);
    states_.assign(trace_->nodes.size(), State::Absent);
    work_.assign(trace_->nodes.size(), nullptr);
    chosen_ = -1;
    ties_ = new TiesItem(*this);
    scene()->addItem(ties_);
    for (std::size_t k = 0; k < trace_->nodes.size(); ++k) {
        const int node = static_cast<int>(k);
        auto* item = new NodeItem(*this, node);
        item->setTexts(nodeName(*model_, *trace_, node), nodeDetails(*model_, *trace_, node));
        scene()->addItem(item);
        items_.push_back(item);
    }
    closeToFit();
}

void TreeView::place() {
    const auto& places = bracket_.places();
    for (std::size_t k = 0; k < places.size(); ++k) {
        items_[k]->setVisible(places[k].shown);
        items_[k]->setPos(cornerOf(places[k]));
    }
    const QRectF bounds(0, 0, bracket_.columns() * columnPitch, bracket_.rows() * rowPitch);
    ties_->setBounds(bounds);
    setSceneRect(bounds.adjusted(-10, -8, 10 - (columnPitch - nodeWidth), 4));
}

void TreeView::showStep(const EvaluationSteps& steps, int step) {
    std::ranges::fill(states_, State::Absent);
    std::ranges::fill(work_, nullptr);
    if (step < 0) return viewport()->update();
    const TracedSweep& sweep = steps.sweep(step);
    const int current = steps.workIndex(step);
    phase_ = sweep.pass->phase;
    for (std::size_t w = 0; w < sweep.work.size(); ++w) {
        if (sweep.work[w].node < 0) continue;
        const auto node = static_cast<std::size_t>(sweep.work[w].node);
        const int index = static_cast<int>(w);
        states_[node] = index < current    ? State::Done
                        : index == current ? State::Works
                                           : State::Waits;
        work_[node] = &sweep.work[w];
    }
    chosen_ = steps.work(step).node;
    if (chosen_ >= 0) {
        const int seen = bracket_.visible(chosen_);
        if (seen != chosen_) states_[static_cast<std::size_t>(seen)] = State::Works;
        setAccessibleDescription(nodeName(*model_, *trace_, chosen_));
    }
    follow();
    viewport()->update();
}

/// Scrolls to the current node unless everything is visible.
void TreeView::follow() {
    if (chosen_ < 0) return;
    const QGraphicsItem* item = items_[static_cast<std::size_t>(bracket_.visible(chosen_))];
    ensureVisible(item->sceneBoundingRect(), 30, 20);
}

void TreeView::fit() { fit(leastScale); }

void TreeView::fit(double least) {
    if (items_.empty()) return;
    fitted_ = true;
    least_ = least;
    resetTransform();
    const QRectF all = sceneRect();
    const double whole = std::min((viewport()->width() - 4) / all.width(),
                                  (viewport()->height() - 4) / all.height());
    const double scale = std::clamp(whole, least, fittedMost);
    QGraphicsView::scale(scale, scale);
    centerOn(all.center());
    follow();
}

void TreeView::openAll() {
    bracket_.openAll();
    place();
    fit();
}

void TreeView::closeToFit() {
    bracket_.closeToFit(mostRowsAtFirst);
    place();
    fit(comfortable);
}

int TreeView::shownNodes() const {
    return static_cast<int>(std::ranges::count(bracket_.places(), true, &Bracket::Place::shown));
}

QRect TreeView::nodeRect(int node) const {
    const QGraphicsItem* item = items_[static_cast<std::size_t>(bracket_.visible(node))];
    return mapFromScene(QRectF(item->pos(), QSizeF(nodeWidth, nodeHeight))).boundingRect();
}

void TreeView::toggle(int node) {
    if (node < 0 || bracket_.parts(node).empty()) return;
    bracket_.setClosed(node, !bracket_.closed(node));
    place();
    if (fitted_) fit(least_);
    viewport()->update();
}

int TreeView::nodeAt(QPoint at) const {
    const auto* item = dynamic_cast<NodeItem*>(itemAt(at));
    return item == nullptr ? -1 : item->node();
}

void TreeView::wheelEvent(QWheelEvent* event) {
    const double factor = std::pow(1.0015, event->angleDelta().y());
    const double scale = std::clamp(transform().m11() * factor, leastScale, largestScale);
    QGraphicsView::scale(scale / transform().m11(), scale / transform().m11());
    fitted_ = false;
}

void TreeView::mousePressEvent(QMouseEvent* event) {
    QGraphicsView::mousePressEvent(event);
    if (event->button() != Qt::LeftButton) return;
    if (const int node = nodeAt(event->pos()); node >= 0) Q_EMIT nodeChosen(node);
}

void TreeView::mouseDoubleClickEvent(QMouseEvent* event) {
    const int node = nodeAt(event->pos());
    node >= 0 ? toggle(node) : fit();
}

/// The node reached by an arrow key from the selected one, -1 if there is none.
int TreeView::neighbour(int key) const {
    const int from = bracket_.visible(chosen_);
    const Bracket::Place& own = bracket_.places()[static_cast<std::size_t>(from)];
    int best = -1;
    double least = INFINITY;
    for (std::size_t k = 0; k < bracket_.places().size(); ++k) {
        const Bracket::Place& place = bracket_.places()[k];
        if (!place.shown || static_cast<int>(k) == from) continue;
        const double right = place.column - own.column, down = place.row - own.row;
        const bool across = key == Qt::Key_Left || key == Qt::Key_Right;
        const double along = key == Qt::Key_Left    ? -right
                             : key == Qt::Key_Right ? right
                             : key == Qt::Key_Up    ? -down
                                                    : down;
        if (along <= 0.0) continue;
        const double distance = along + 4.0 * std::abs(across ? down : right);
        if (distance < least) least = distance, best = static_cast<int>(k);
    }
    return best;
}

void TreeView::keyPressEvent(QKeyEvent* event) {
    if (chosen_ < 0) return QGraphicsView::keyPressEvent(event);
    switch (event->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
            return toggle(bracket_.visible(chosen_));
        case Qt::Key_Left:
        case Qt::Key_Right:
        case Qt::Key_Up:
        case Qt::Key_Down:
            if (const int node = neighbour(event->key()); node >= 0) Q_EMIT nodeChosen(node);
            return;
        default:
            QGraphicsView::keyPressEvent(event);
    }
}

bool TreeView::event(QEvent* event) {
    // Takes precedence over shortcuts of the window, which the scene would pass on.
    if (event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const bool arrow =
            key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
        if (arrow || key == Qt::Key_Return || key == Qt::Key_Enter) {
            event->accept();
            return true;
        }
    }
    return QGraphicsView::event(event);
}

void TreeView::resizeEvent(QResizeEvent* event) {
    QGraphicsView::resizeEvent(event);
    if (fitted_) fit(least_);
}

void TreeView::changeEvent(QEvent* event) {
    QGraphicsView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) viewport()->update();
}

void TreeView::drawBackground(QPainter* painter, const QRectF& rect) {
    painter->fillRect(rect, palette().color(QPalette::Base));
}

void TreeView::drawForeground(QPainter* painter, const QRectF& /*rect*/) {
    if (!items_.empty()) return;
    painter->resetTransform();
    painter->setPen(themeColors(isDark(palette())).mutedText);
    painter->drawText(viewport()->rect().adjusted(20, 0, -20, 0),
                      Qt::AlignCenter | Qt::TextWordWrap,
                      tr("This formulation has no tree: it solves one system for all bodies. Its "
                         "equations and matrices are on the right."));
}

}  // namespace momentree::app
