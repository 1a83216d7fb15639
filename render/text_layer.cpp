// SPDX-License-Identifier: Apache-2.0
#include "render/text_layer.hpp"

#include <vtkRenderer.h>
#include <vtkTextActor.h>
#include <vtkTextProperty.h>

#include <cmath>

namespace momentree::render {

void TextLayer::show(const std::vector<TextItem>& items, const SceneOptions& options, int height) {
    while (actors_.size() < items.size()) {
        actors_.push_back(vtkSmartPointer<vtkTextActor>::New());
        vtkTextProperty* look = actors_.back()->GetTextProperty();
        look->SetFontFamilyToArial();
        look->SetJustificationToCentered();
        look->SetVerticalJustificationToCentered();
        renderer_->AddActor2D(actors_.back());
    }
    const Palette& palette = paletteOf(options.theme);
    for (std::size_t k = 0; k < actors_.size(); ++k) {
        actors_[k]->SetVisibility(k < items.size());
        if (k >= items.size()) continue;
        const TextItem& item = items[k];
        vtkTextProperty* look = actors_[k]->GetTextProperty();
        look->SetFontSize(static_cast<int>(std::lround(12.0 * options.scale)));
        look->SetColor(item.color[0] / 255.0, item.color[1] / 255.0, item.color[2] / 255.0);
        look->SetBackgroundColor(palette.halo[0] / 255.0, palette.halo[1] / 255.0,
                                 palette.halo[2] / 255.0);
        look->SetBold(item.bold);
        look->SetBackgroundOpacity(item.backed ? 0.7 : 0.0);
        actors_[k]->SetInput(item.text.c_str());
        actors_[k]->SetDisplayPosition(static_cast<int>(std::lround(item.x)),
                                       static_cast<int>(std::lround(height - item.y)));
    }
}

}  // namespace momentree::render
