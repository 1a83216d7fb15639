// SPDX-License-Identifier: Apache-2.0
#include <png.h>

#include "render/scene.hpp"

namespace momentree::render {

bool writePng(const Image& image, const std::string& path) {
    const std::size_t needed =
        3 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
    if (image.width <= 0 || image.height <= 0 || image.pixels.size() != needed) return false;
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    png.width = static_cast<png_uint_32>(image.width);
    png.height = static_cast<png_uint_32>(image.height);
    png.format = PNG_FORMAT_RGB;
    return png_image_write_to_file(&png, path.c_str(), 0, image.pixels.data(), 0, nullptr) != 0;
}

}  // namespace momentree::render
