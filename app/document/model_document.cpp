// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/model_document.hpp"

#include <QFileInfo>
#include <QUndoCommand>

#include "app/document/shape_mass.hpp"
#include "core/io/mesh_mass.hpp"
#include "core/model/evaluate.hpp"

namespace momentree::app {

/// The description before and after an edit, shared with neighbouring steps.
class ModelDocument::Step final : public QUndoCommand {
public:
    Step(ModelDocument& document, const QString& name, Description after, int gesture)
        : QUndoCommand(name),
          document_(document),
          before_(document.description_),
          after_(std::move(after)),
          gesture_(gesture) {}

    int id() const override { return gesture_ > 0 ? gesture_ : -1; }
    void undo() override { document_.take(before_); }
    void redo() override { document_.take(after_); }
    bool mergeWith(const QUndoCommand* other) override {
        after_ = static_cast<const Step*>(other)->after_;
        setObsolete(*before_ == *after_);
        return true;
    }

private:
    ModelDocument& document_;
    Description before_, after_;
    int gesture_;
};

ModelDocument::ModelDocument(QObject* parent)
    : QObject(parent), description_(std::make_shared<const ModelDescription>(emptyModel())) {
    connect(&history_, &QUndoStack::cleanChanged, this, &ModelDocument::stateChanged);
}

QString ModelDocument::title() const {
    if (!description_->title.empty()) return QString::fromStdString(description_->title);
    if (!file_.isEmpty()) return QFileInfo(file_).fileName().section('.', 0, 0);
    const std::string& name = description_->name;
    return name.empty() || name == emptyModel().name ? tr("Untitled")
                                                     : QString::fromStdString(name);
}

void ModelDocument::replace(Description description, const QString& file) {
    history_.clear();
    file_ = file;
    overtaken_ = false;
    description_ = std::move(description);
    Q_EMIT replaced();
    Q_EMIT changed();
    Q_EMIT stateChanged();
}

void ModelDocument::setSaved(const QString& file) {
    file_ = file;
    overtaken_ = false;
    history_.setClean();
    Q_EMIT stateChanged();
}

Result<void> ModelDocument::edit(const QString& name, const Change& change, int gesture) {
    auto after = std::make_shared<ModelDescription>(*description_);
    change(*after);
    if (Result<void> read = readInsides(*after); !read) return read;
    if (Result<void> evaluated = evaluate(*after); !evaluated) return evaluated;
    followShapes(*description_, *after);  // masses not entered by the user follow the shapes
    if (*after == *description_) return {};
    history_.push(new Step(*this, name, std::move(after), gesture));
    return {};
}

void ModelDocument::adopt(const QString& name, Description description) {
    if (description != description_)
        history_.push(new Step(*this, name, std::move(description), 0));
}

void ModelDocument::take(Description description) {
    description_ = std::move(description);
    Q_EMIT changed();
}

ModelDescription emptyModel() {
    ModelDescription model;
    model.name = "untitled";
    model.gravity = {Scalar(0.0), Scalar(-9.80665), Scalar(0.0)};
    return model;
}

}  // namespace momentree::app
