// SPDX-License-Identifier: Apache-2.0
// Private to render/: the only place that knows how a picture is drawn without a display.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "render/scene.hpp"

class vtkRenderer;

namespace momentree::render {

/// A VTK render window with its own surfaceless EGL context, without X or Wayland.
/// The context is current only inside the members, so that any number of these and other users of
/// OpenGL live side by side.
class Offscreen {
public:
    Offscreen();
    ~Offscreen();
    Offscreen(const Offscreen&) = delete;
    Offscreen& operator=(const Offscreen&) = delete;

    /// Empty if it can draw; otherwise why not.
    const std::string& problem() const { return problem_; }
    /// Renderers draw in their layers' order. The window keeps them until it goes.
    void add(vtkRenderer* renderer, int layer);
    /// Runs `change` with the context current: only then does an actor that goes free what it held
    /// in OpenGL.
    void within(const std::function<void()>& change);
    /// Draws all renderers into `image`, whose size says how large.
    void draw(Image& image);

private:
    struct Context;
    struct Window;
    std::unique_ptr<Context> context_;
    std::unique_ptr<Window> window_;
    std::string problem_;
};

}  // namespace momentree::render
