// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <vector>

#include "app/document/element.hpp"
#include "app/document/model_document.hpp"

namespace momentree::app {

/// The selection, shared by the picture, the tree and the inspector. Its elements exist in the
/// document: what is picked in a picture may be older than the document.
class Selection final : public QObject {
    Q_OBJECT
public:
    explicit Selection(const ModelDocument& document);

    const std::vector<Element>& elements() const { return elements_; }
    /// The last selected element, or none.
    Element current() const { return elements_.empty() ? Element{} : elements_.back(); }
    bool contains(const Element& element) const;
    bool empty() const { return elements_.empty(); }

    void set(std::vector<Element> elements);
    void set(const Element& element);
    void toggle(const Element& element);
    void clear() { set(std::vector<Element>{}); }

Q_SIGNALS:
    void changed();

private:
    const ModelDocument& document_;
    std::vector<Element> elements_;
};

}  // namespace momentree::app
