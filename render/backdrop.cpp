// SPDX-License-Identifier: Apache-2.0
#include "render/backdrop.hpp"

#include <vtkActor.h>
#include <vtkCamera.h>
#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>

#include <algorithm>

namespace momentree::render {

BackdropSheet::BackdropSheet() {
    const vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputData(sheet_);
    texture_->InterpolateOn();
    texture_->MipmapOn();
    actor_->SetMapper(mapper);
    actor_->GetProperty()->LightingOff();
    actor_->VisibilityOff();
    renderer_->InteractiveOff();
    renderer_->AddActor(actor_);
}

BackdropSheet::~BackdropSheet() = default;

void BackdropSheet::show(const Backdrop& picture) {
    const bool any = picture.width > 0 && picture.height > 0;
    actor_->SetVisibility(any);
    if (!any) return;
    const vtkNew<vtkImageData> image;
    image->SetDimensions(picture.width, picture.height, 1);
    image->AllocateScalars(VTK_UNSIGNED_CHAR, 4);
    auto* out = static_cast<unsigned char*>(image->GetScalarPointer());
    const auto row = 4 * static_cast<std::ptrdiff_t>(picture.width);
    for (std::ptrdiff_t y = picture.height - 1; y >= 0; --y)  // textures have the lowest row first
        out = std::copy_n(picture.pixels.begin() + y * row, row, out);
    texture_->SetInputData(image);
    actor_->SetTexture(texture_);
    aspect_ = static_cast<double>(picture.height) / picture.width;
    build();
}

void BackdropSheet::place(const BackdropPlace& place) {
    place_ = place;
    actor_->GetProperty()->SetOpacity(place.opacity);
    build();
}

void BackdropSheet::build() {
    const double x = 0.5 * place_.width, y = aspect_ * x;
    const vtkNew<vtkPoints> points;
    const vtkNew<vtkCellArray> cells;
    const vtkNew<vtkFloatArray> texture;
    texture->SetNumberOfComponents(2);
    cells->InsertNextCell(4);
    for (const auto& [u, v] :
         {std::pair(0, 0), std::pair(1, 0), std::pair(1, 1), std::pair(0, 1)}) {
        const Vector3d corner(u ? x : -x, v ? y : -y, 0.0);
        const Vector3d at = place_.frame.r + place_.frame.R * corner;
        cells->InsertCellPoint(points->InsertNextPoint(at.data()));
        texture->InsertNextTuple2(u, v);
    }
    sheet_->SetPoints(points);
    sheet_->SetPolys(cells);
    sheet_->GetPointData()->SetTCoords(texture);
}

void BackdropSheet::follow(vtkCamera* view) {
    renderer_->GetActiveCamera()->DeepCopy(view);
    renderer_->ResetCameraClippingRange();
}

}  // namespace momentree::render
