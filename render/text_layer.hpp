// SPDX-License-Identifier: Apache-2.0
// Private to render/.
#pragma once

#include <vtkSmartPointer.h>

#include <string>
#include <vector>

#include "render/theme.hpp"

class vtkRenderer;
class vtkTextActor;

namespace momentree::render {

struct TextItem {
    std::string text;
    double x = 0.0, y = 0.0;  ///< centre [pixels, origin top left]
    Color color{};
    bool backed = false;  ///< on a plate in the palette's halo colour
    bool bold = false;
};

/// Short texts in front of everything.
class TextLayer {
public:
    explicit TextLayer(vtkRenderer* renderer) : renderer_(renderer) {}
    void show(const std::vector<TextItem>& items, const SceneOptions& options, int height);

private:
    vtkRenderer* renderer_;
    std::vector<vtkSmartPointer<vtkTextActor>> actors_;
};

}  // namespace momentree::render
