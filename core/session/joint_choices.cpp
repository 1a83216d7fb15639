// SPDX-License-Identifier: Apache-2.0
#include "core/session/catalogue.hpp"

namespace momentree {

std::vector<Choice> Catalogue::joints() const {
    return {
        {"revolute", "Revolute", "Turns about z of its markers.", {}},
        {"prismatic", "Prismatic", "Slides along z of its markers.", {}},
        {"universal", "Universal", "Turns about x of marker A and y of marker B.", {}},
        {"cylindrical", "Cylindrical", "Turns about and slides along z.", {}},
        {"screw", "Screw", "Turns about z and advances along it by its lead in each turn.", {}},
        {"planar", "Planar", "Slides along x and y of marker A and turns about z.", {}},
        {"spherical", "Spherical", "Turns about a point.", {}},
        {"constant-velocity", "Constant velocity", "Turns both shafts along z at one rate.", {}},
        {"free", "Free", "Moves freely; gives a loose body its coordinates.", {}},
        {"fixed", "Fixed", "Does not move.", {}},
        {"distance", "Distance", "A massless rod between two points.", {}},
        {"point-on-line", "Point on line", "Keeps a point on the z axis of marker A.", {}},
        {"point-on-plane", "Point on plane", "Keeps a point in the xy plane of marker A.", {}},
        {"point-on-curve",
         "Point on curve",
         "Keeps a point on a curve in the xy plane of marker A.",
         {}},
        {"cam-roller",
         "Cam with roller",
         "A roller about marker B lies on a curve in the xy plane of marker A.",
         {}},
        {"cam-face",
         "Cam with flat face",
         "The xy plane of marker B lies on a convex curve in the xy plane of marker A.",
         {}},
        {"rolling-disc",
         "Rolling disc",
         "A thin disc about z of marker B rolls on the xy plane of marker A.",
         {}},
        {"rolling-ellipsoid",
         "Rolling ellipsoid",
         "An ellipsoid about marker B rolls on the xy plane of marker A.",
         {}},
        {"knife-edge",
         "Knife edge",
         "Keeps the origin of marker B from moving along y of marker B, like a skate.",
         {}},
    };
}

}  // namespace momentree
