// SPDX-License-Identifier: Apache-2.0
// Private to render/: draws pictures without a display.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "render/scene.hpp"

class vtkRenderer;

namespace momentree::render {

/// A VTK render window with its own surfaceless EGL context, without X or Wayland. The context is
/// current only inside the members, so that several of these can be used together with other OpenGL
/// code.
class Offscreen {
public:
    Offscreen();
    ~Offscreen();
    Offscreen(const Offscreen&) = delete;
    Offscreen& operator=(const Offscreen&) = delete;

    /// Empty if it can draw, otherwise the reason.
    const std::string& problem() const { return problem_; }
    /// Renderers draw in the order of their layers. The window keeps them until it is destroyed.
    void add(vtkRenderer* renderer, int layer);
    /// Runs `change` with the context current, which actors need to release their OpenGL resources.
    void within(const std::function<void()>& change);
    /// Draws all renderers into `image`, which determines the size.
    /// @param fine with several samples of each pixel where that is possible, several times slower
    void draw(Image& image, bool fine);

private:
    struct Context;
    struct Window;
    std::unique_ptr<Context> context_;
    std::unique_ptr<Window> window_;
    std::string problem_;
};

}  // namespace momentree::render
