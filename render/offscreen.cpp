// SPDX-License-Identifier: Apache-2.0
#include "render/offscreen.hpp"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <vtkAutoInit.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkRenderer.h>
#include <vtkRendererCollection.h>
#include <vtkUnsignedCharArray.h>
#include <vtk_glew.h>

#include <algorithm>
#include <cstring>

#include "render/edge_smoother.hpp"
#include "render/messages.hpp"

VTK_MODULE_INIT(vtkRenderingOpenGL2)
VTK_MODULE_INIT(vtkRenderingFreeType)

namespace momentree::render {
namespace {

constexpr int fineSamples = 4;  ///< of a pixel: as many as Mesa draws without a graphics card

/// VTK's window requires GLX: Debian's GLEW loads every function and then reports that there is no
/// GLX display, whereupon VTK's initialisation gives up although it has everything it needs.
class SurfacelessWindow final : public vtkGenericOpenGLRenderWindow {
public:
    static SurfacelessWindow* New();
    vtkTypeMacro(SurfacelessWindow,
                 vtkGenericOpenGLRenderWindow) void OpenGLInitContext() override {
        ContextCreationTime.Modified();
        if (Initialized) return;
        const GLenum result = glewInit();
        GlewInitValid = (result == GLEW_OK || result == GLEW_ERROR_NO_GLX_DISPLAY) &&
                        GLEW_VERSION_3_2 && glCreateShader != nullptr;
        Initialized = GlewInitValid;
        if (!Initialized) return;
        float widths[2] = {1.0F, 1.0F};
        glGetFloatv(GL_ALIASED_LINE_WIDTH_RANGE, widths);
        MaximumHardwareLineWidth = widths[1];
    }
    bool usable() const { return GlewInitValid; }
};
vtkStandardNewMacro(SurfacelessWindow)

    EGLDisplay surfacelessDisplay() {
    const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    if (extensions == nullptr || !std::strstr(extensions, "EGL_MESA_platform_surfaceless"))
        return EGL_NO_DISPLAY;
    const auto getDisplay = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(
        eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (getDisplay == nullptr) return EGL_NO_DISPLAY;
    return getDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
}

}  // namespace

/// The display is shared by the process and never terminated; the context is not shared.
struct Offscreen::Context {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext handle = EGL_NO_CONTEXT;

    ~Context() {
        if (handle != EGL_NO_CONTEXT) eglDestroyContext(display, handle);
    }

    /// Returns an error, empty on success.
    std::string open() {
        display = surfacelessDisplay();
        if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr))
            return "this system's EGL cannot draw without a display "
                   "(EGL_MESA_platform_surfaceless); "
                   "install libegl-mesa0 and libgl1-mesa-dri";
        const EGLenum before = eglQueryAPI();
        eglBindAPI(EGL_OPENGL_API);
        const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                 EGL_OPENGL_BIT, EGL_NONE};
        const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION,
                                  3,
                                  EGL_CONTEXT_MINOR_VERSION,
                                  2,
                                  EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                  EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                  EGL_NONE};
        EGLConfig config = nullptr;
        EGLint count = 0;
        if (eglChooseConfig(display, wanted, &config, 1, &count) && count > 0)
            handle = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
        if (before != EGL_NONE) eglBindAPI(before);
        if (handle == EGL_NO_CONTEXT)
            return "this system's EGL offers no OpenGL 3.2; install libgl1-mesa-dri";
        return {};
    }

    /// Makes the context current during its lifetime, then restores the previous one.
    class Guard {
    public:
        explicit Guard(const Context& context)
            : display_(context.display),
              api_(eglQueryAPI()),
              bound_(eglBindAPI(EGL_OPENGL_API) != EGL_FALSE),
              oldDisplay_(eglGetCurrentDisplay()),
              oldContext_(eglGetCurrentContext()),
              oldDraw_(eglGetCurrentSurface(EGL_DRAW)),
              oldRead_(eglGetCurrentSurface(EGL_READ)) {
            current_ = bound_ && eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE,
                                                context.handle) != EGL_FALSE;
        }
        ~Guard() {
            if (oldContext_ != EGL_NO_CONTEXT)
                eglMakeCurrent(oldDisplay_, oldDraw_, oldRead_, oldContext_);
            else
                eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
            if (api_ != EGL_NONE) eglBindAPI(api_);
        }
        Guard(const Guard&) = delete;
        Guard& operator=(const Guard&) = delete;
        bool current() const { return current_; }

    private:
        EGLDisplay display_;
        EGLenum api_;
        bool bound_;
        EGLDisplay oldDisplay_;
        EGLContext oldContext_;
        EGLSurface oldDraw_, oldRead_;
        bool current_ = false;
    };
};

struct Offscreen::Window {
    vtkNew<SurfacelessWindow> window;
    vtkNew<vtkUnsignedCharArray> pixels;
    EdgeSmoother edges;
    int samples = 0;  ///< of a pixel in fine pictures, 0 if there are none
};

Offscreen::Offscreen() : context_(std::make_unique<Context>()) {
    keepMessages();
    problem_ = context_->open();
    if (!problem_.empty()) return;
    const Context::Guard guard(*context_);
    if (!guard.current()) {
        problem_ = "the OpenGL context cannot be used on this thread";
        return;
    }
    window_ = std::make_unique<Window>();
    SurfacelessWindow& window = *window_->window;
    window.SetOwnContext(0);
    window.SetFrameBlitModeToNoBlit();
    window.SetMultiSamples(0);
    window.SetSupportsOpenGL(1);
    window.SetIsDirect(1);
    window.SetIsCurrent(true);
    window.SetMapped(1);
    window.OpenGLInit();
    if (!window.usable()) {
        problem_ = "OpenGL 3.2 is there but its functions cannot be loaded";
        window_.reset();
        return;
    }
    int most = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    if (most >= fineSamples) window_->samples = fineSamples;
}

Offscreen::~Offscreen() {
    if (!window_) return;
    const Context::Guard guard(*context_);
    while (vtkRenderer* renderer = window_->window->GetRenderers()->GetFirstRenderer())
        window_->window->RemoveRenderer(renderer);
    window_->window->Finalize();
    window_.reset();
}

void Offscreen::add(vtkRenderer* renderer, int layer) {
    if (!window_) return;
    window_->window->SetNumberOfLayers(std::max(window_->window->GetNumberOfLayers(), layer + 1));
    renderer->SetLayer(layer);
    window_->window->AddRenderer(renderer);
}

void Offscreen::within(const std::function<void()>& change) {
    if (!window_) return change();
    const Context::Guard guard(*context_);
    change();
}

void Offscreen::draw(Image& image, bool fine) {
    if (!window_ || image.width <= 0 || image.height <= 0) return;
    const Context::Guard guard(*context_);
    if (!guard.current()) return;
    const int samples = fine ? window_->samples : 0;
    window_->window->SetMultiSamples(samples);
    window_->window->SetSize(image.width, image.height);
    window_->window->Render();
    window_->window->GetPixelData(0, 0, image.width - 1, image.height - 1, 0, window_->pixels.Get(),
                                  0);
    const std::size_t stride = 3 * static_cast<std::size_t>(image.width);
    const auto rows = static_cast<std::size_t>(image.height);
    if (window_->pixels->GetNumberOfValues() < static_cast<vtkIdType>(stride * rows)) return;
    // VTK's first row is the lowest.
    const EdgeSmoother::Rows drawn{window_->pixels->GetPointer(0) + (rows - 1) * stride,
                                   -static_cast<std::ptrdiff_t>(stride)};
    image.pixels.resize(stride * rows);
    for (int row = 0; row < image.height; ++row)
        std::memcpy(image.pixels.data() + static_cast<std::size_t>(row) * stride,
                    drawn.top + row * drawn.next, stride);
    if (samples == 0) window_->edges.smooth(drawn, image);
}

}  // namespace momentree::render
