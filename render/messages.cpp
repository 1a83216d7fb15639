// SPDX-License-Identifier: Apache-2.0
#include "render/messages.hpp"

#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkOutputWindow.h>

#include <mutex>
#include <utility>

namespace momentree::render {
namespace {

constexpr std::size_t mostKept = 8192;

class KeepingWindow final : public vtkOutputWindow {
public:
    static KeepingWindow* New();
    vtkTypeMacro(KeepingWindow, vtkOutputWindow) void DisplayText(const char* text) override {
        const std::lock_guard lock(mutex_);
        kept_ += text;
        if (kept_.size() > mostKept) kept_.erase(0, kept_.size() - mostKept);
    }
    std::string take() {
        const std::lock_guard lock(mutex_);
        return std::exchange(kept_, {});
    }

private:
    std::mutex mutex_;
    std::string kept_;
};
vtkStandardNewMacro(KeepingWindow)

    KeepingWindow* installed() {
    return KeepingWindow::SafeDownCast(vtkOutputWindow::GetInstance());
}

}  // namespace

void keepMessages() {
    if (installed() != nullptr) return;
    const vtkNew<KeepingWindow> window;
    vtkOutputWindow::SetInstance(window);
}

std::string takeMessages() {
    KeepingWindow* window = installed();
    return window != nullptr ? window->take() : std::string();
}

}  // namespace momentree::render
