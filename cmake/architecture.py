#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the map of the sources, resources/pictures/architecture.svg, and checks the arrows on it.

    cmake/architecture.py           draws the picture
    cmake/architecture.py --check   fails if the committed picture is out of date
    cmake/architecture.py --arrows  fails if there are include cycles between folders, or includes
                                    without a link in CMake

A box is a folder. Its arrows are the links of its CMake target; between folders of one library they
are includes. Arrows implied by others are omitted.
"""
import os
import re
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PICTURE = os.path.join(TOP, "resources", "pictures", "architecture.svg")
REGIONS = ("app", "render", "fpga_link", "core")


# Reading the tree -------------------------------------------------------------------------------

def files_below(region, pattern):
    for folder, inner, names in os.walk(os.path.join(TOP, region)):
        inner.sort()
        for name in sorted(names):
            if re.search(pattern, name):
                yield os.path.relpath(os.path.join(folder, name), TOP)


def read(path):
    with open(os.path.join(TOP, path), encoding="utf-8") as file:
        return file.read()


class Tree:
    """Targets with their links, folders with their includes."""

    def __init__(self):
        self.links = {}     # target -> targets that it links
        self.home = {}      # target -> folder
        self.programs = set()
        for region in REGIONS:
            for path in files_below(region, r"^CMakeLists\.txt$"):
                self.read_targets(os.path.dirname(path), re.sub(r"#.*", "", read(path)))
        self.rooms = {f for f in self.home.values() if f.startswith("app/")}
        self.boxes = set()    # every folder shown as a box
        self.includes = {}    # box -> {box it includes: one file that does}
        self.folders = {}     # folder -> folders it includes, finer than boxes
        for region in REGIONS:
            for path in files_below(region, r"\.[ch]pp$"):
                self.read_includes(path)
        self.boxes |= set(self.home.values()) - {"fpga_link", "core"}

    def read_targets(self, folder, text):
        for room, links in re.findall(r"^momentree_room\((\S+)\s+LINKS\s+([^)]*)\)", text, re.M):
            target = "app_" + room.replace("/", "_")
            self.home[target] = folder + "/" + room
            self.links[target] = set(links.split())
        panels = {t for t, f in self.home.items() if os.path.exists(os.path.join(TOP, f, "panel.cpp"))}
        for links in self.links.values():
            if "${panel_rooms}" in links:
                links |= panels
        for kind, target, rest in re.findall(r"^add_(library|executable)\((\w[\w-]*)([^)]*)\)", text, re.M):
            if "EXCLUDE_FROM_ALL" in rest:
                continue
            self.home[target] = folder
            self.links[target] = set()
            if kind == "executable":
                self.programs.add(target)
        for target in re.findall(r"momentree_verilate\((\w+)", text):
            self.home[target] = "fpga_link/rtl"
            self.links[target] = set()
        for target, links in re.findall(r"target_link_libraries\((\w[\w-]*)\s+([^)]*)\)", text):
            if target in self.links:
                self.links[target] |= set(links.split())

    def box(self, path):
        """The box of a file: its room in app, otherwise the folder below the region."""
        parts = os.path.dirname(path).split("/")
        if parts[0] == "app":
            for length in range(len(parts), 1, -1):
                if "/".join(parts[:length]) in self.rooms:
                    return "/".join(parts[:length])
            return "app"
        if parts[0] == "render":
            return "render"
        return "/".join(parts[:3] if parts[1:2] == ["formulations"] else parts[:2])

    def read_includes(self, path):
        box = self.box(path)
        self.boxes.add(box)
        for other in re.findall(r'^\s*#\s*include\s*"((?:app|render|fpga_link|core)/[^"]+)"', read(path), re.M):
            self.folders.setdefault(os.path.dirname(path), set()).add(os.path.dirname(other))
            if self.box(other) != box:
                self.includes.setdefault(box, {}).setdefault(self.box(other), path)

    def owners(self, box):
        """Targets compiled from a box: those of the nearest CMakeLists.txt above it."""
        while box:
            here = {t for t, folder in self.home.items() if folder == box}
            if here:
                return here
            box = os.path.dirname(box)
        return set()

    def linked(self, target):
        """All direct and indirect links of a target."""
        found, todo = set(), [target]
        while todo:
            for other in self.links.get(todo.pop(), ()):
                if other in self.home and other not in found:
                    found.add(other)
                    todo.append(other)
        return found

    def faults(self):
        found = []
        for box, others in sorted(self.includes.items()):
            own = self.owners(box)
            allowed = own.union(*(self.linked(target) for target in own))
            for other, path in sorted(others.items()):
                if not self.owners(other) & allowed:
                    found.append(f"{path} includes {other}, which its CMake target does not link")
        boxes = {box: set(others) for box, others in self.includes.items()}
        folders = {folder: others - {folder} for folder, others in self.folders.items()}
        for circle in circles(boxes) + circles(folders):
            found.append("folders include each other: " + ", ".join(circle))
        return found

    def arrows(self):
        """Box -> boxes; a library of several folders in another region is that region's frame."""
        arrows = {box: set() for box in sorted(self.boxes - {"app"})}  # app itself is only main.cpp
        for box in arrows:
            region = box.split("/")[0]
            arrows[box] |= {o for o in self.includes.get(box, ()) if o.split("/")[0] == region}
            for target in self.owners(box):
                if self.home[target] != box and region == self.home[target]:
                    continue  # one of several folders in a library: its includes count
                for other in self.links[target] & set(self.home):
                    home = self.home[other]
                    if home in self.boxes or home.split("/")[0] != region:
                        arrows[box].add(home if home in self.boxes and home != "core" else home + "/*")
            arrows[box] -= {box}
        for program in sorted(self.programs):
            arrows[program] = {self.home[t] for t in self.links[program] if t in self.home}
        return arrows


# Graphs -----------------------------------------------------------------------------------------

def reachable(graph, start):
    found, todo = set(), list(graph.get(start, ()))
    while todo:
        node = todo.pop()
        if node not in found:
            found.add(node)
            todo += graph.get(node, ())
    return found


def circles(graph):
    """Sets of nodes that reach each other."""
    reach = {node: reachable(graph, node) for node in graph}
    found = {tuple(sorted(o for o in reach[n] if n in reach.get(o, ()))) for n in graph if n in reach[n]}
    return sorted(found)


def reduced(graph):
    """Without arrows implied by others."""
    reach = {node: reachable(graph, node) for node in graph}
    return {node: {o for o in others if not any(o in reach.get(p, ()) for p in others - {o})}
            for node, others in graph.items()}


def layers_of(nodes, graph):
    """Node -> layer, 0 at the bottom; every arrow goes down."""
    depth = {}

    def measure(node):
        if node not in depth:
            depth[node] = 1 + max((measure(o) for o in graph[node]), default=-1)
        return depth[node]
    for node in nodes:
        measure(node)
    above = {n: [m for m in nodes if n in graph[m]] for n in nodes}
    for node in sorted(sorted(nodes), key=lambda n: -depth[n]):
        if len(above[node]) > len(graph[node]):  # close to the boxes that use it
            depth[node] = min(depth[m] for m in above[node]) - 1
    return depth


# Layout -----------------------------------------------------------------------------------------

BOX_HEIGHT, GAP_X, GAP_Y, PAD, HEAD = 32, 22, 34, 20, 26
CHIP_WIDTH, CHIP_HEIGHT, CHIP_GAP = 146, 38, 8


def text_width(text, size=13):
    return size * sum(0.32 if c in "iljtfr.,/:;*I" else 0.86 if c in "mwMW" else 0.56 for c in text)


class Box:
    def __init__(self, name, chips=()):
        self.name, self.chips = name, sorted(chips)
        self.label = name.split("/")[-1] if "/" in name else name
        self.x = self.y = self.floor = 0.0  # floor: the end of its layer
        self.columns = 4
        if self.chips:
            rows = -(-len(self.chips) // self.columns)
            self.width = self.columns * (CHIP_WIDTH + CHIP_GAP) + CHIP_GAP
            self.height = rows * (CHIP_HEIGHT + CHIP_GAP) + CHIP_GAP + 20
        else:
            self.width, self.height = max(84, round(text_width(self.label) + 32)), BOX_HEIGHT

    bottom = property(lambda self: self.y + self.height)


class Dummy(Box):
    """Where an arrow passes a layer, or leaves its region at the bottom."""

    def __init__(self, name):
        super().__init__(name)
        self.width, self.height = 14, 0


class Region:
    """Boxes in layers, arrows from layer to layer."""

    def __init__(self, name, boxes, graph):
        self.name, self.boxes = name, boxes
        depth = layers_of(sorted(boxes), {n: graph[n] & set(boxes) for n in boxes})
        ports = {o for n in boxes for o in graph[n] if o not in boxes and o.endswith("/*")}
        if ports:
            depth = {n: d + 1 for n, d in depth.items()}
            for port in sorted(ports):
                boxes[port], depth[port] = Dummy(port), 0
        self.layers = [[] for _ in range(max(depth.values()) + 1)]
        for name_ in sorted(depth):
            self.layers[depth[name_]].append(name_)
        self.routes = []  # names of boxes and dummies, from top to bottom
        for top in sorted(boxes):
            for end in sorted(graph.get(top, ())):
                if end in boxes:
                    self.routes.append(self.route(top, end, depth))
        self.order()
        self.place()

    def route(self, top, end, depth):
        names = [top]
        for layer in range(depth[top] - 1, depth[end], -1):
            name = f"{top}>{end}:{layer}"
            self.boxes[name] = Dummy(name)
            self.layers[layer].append(name)
            names.append(name)
        return names + [end]

    def neighbours(self, name, side):
        found = []
        for route in self.routes:
            for upper, lower in zip(route, route[1:]):
                if side > 0 and lower == name:
                    found.append(upper)
                if side < 0 and upper == name:
                    found.append(lower)
        return found

    def crossings(self):
        place = {n: i for layer in self.layers for i, n in enumerate(layer)}
        level = {n: i for i, layer in enumerate(self.layers) for n in layer}
        pairs = [(u, v) for route in self.routes for u, v in zip(route, route[1:])]
        return sum(1 for i, (a, b) in enumerate(pairs) for c, d in pairs[i + 1:]
                   if level[a] == level[c] and (place[a] - place[c]) * (place[b] - place[d]) < 0)

    def order(self):
        """Reduces crossings by ordering boxes by the mean position of neighbours, alternately up and down."""
        best, fewest = [list(layer) for layer in self.layers], self.crossings()
        for sweep in range(24):
            down = sweep % 2 == 0
            for layer in (reversed(self.layers) if down else self.layers):
                place = {n: i / max(1, len(l) - 1) for l in self.layers for i, n in enumerate(l)}

                def mean(name):
                    near = self.neighbours(name, 1 if down else -1)
                    return sum(place[n] for n in near) / len(near) if near else place[name]
                layer.sort(key=mean)
            if self.crossings() < fewest:
                best, fewest = [list(layer) for layer in self.layers], self.crossings()
        self.layers = best

    def place(self):
        y = HEAD + PAD
        for layer in reversed(self.layers):
            height = max(self.boxes[n].height for n in layer)
            for name in layer:
                box = self.boxes[name]
                box.y, box.floor = y, y + height
            y += height + GAP_Y
        self.height = y - GAP_Y + PAD
        for layer in self.layers:
            x = 0.0
            for name in layer:
                self.boxes[name].x = x
                x += self.boxes[name].width + GAP_X
        for turn in range(60):
            for layer in (self.layers if turn % 2 else reversed(self.layers)):
                self.settle(layer)
        left = min(b.x for b in self.boxes.values())
        for box in self.boxes.values():
            box.x += PAD - left
        self.width = max(b.x + b.width for b in self.boxes.values()) + PAD
        self.width = max(self.width, text_width(self.name, 15) + 2 * PAD)

    def settle(self, layer):
        """Moves boxes to the mean position of their neighbours as far as adjacent boxes allow."""
        wanted = []
        for name in layer:
            box = self.boxes[name]
            near = [self.boxes[n] for n in self.neighbours(name, 1) + self.neighbours(name, -1)]
            middle = (sum(b.x + b.width / 2 for b in near) / len(near)) if near else box.x + box.width / 2
            wanted.append(middle - box.width / 2)
        # Blocks of touching boxes share the mean of their desired positions.
        blocks = []
        for name, x in zip(layer, wanted):
            blocks.append([[name], x, self.boxes[name].width])
            while len(blocks) > 1 and blocks[-2][1] + blocks[-2][2] + GAP_X > blocks[-1][1]:
                names, right, width = blocks.pop()
                first, left, before = blocks.pop()
                joined = (len(first) * left + len(names) * (right - before - GAP_X)) / (len(first) + len(names))
                blocks.append([first + names, joined, before + GAP_X + width])
        for names, x, _ in blocks:
            for name in names:
                self.boxes[name].x = round(x, 3)  # identical on every machine
                x += self.boxes[name].width + GAP_X

    def shift(self, x, y):
        self.x, self.y = x, y
        for box in self.boxes.values():
            box.x += x
            box.y += y
            box.floor += y


# Drawing ----------------------------------------------------------------------------------------

COLOURS = {"app": ("#eef4fc", "#c3d7f0", "#1f4e8c"), "render": ("#ecf7f0", "#bfe0cb", "#1f6b40"),
           "fpga_link": ("#fdf5e8", "#efd9ae", "#8a5a0b"), "core": ("#f5f2fb", "#d5cbea", "#51378f")}
LEGEND = (("The folders of Momentree", 19, 700, "#20262d"),
          ("An arrow points to what a folder uses; all of them go down.", 12.5, 400, "#66707c"),
          ("An arrow that follows from others is left out:", 12.5, 400, "#66707c"),
          ("everything in app may use render and core.", 12.5, 400, "#66707c"))
PURPOSE = {"app": "window and command line: Qt", "render": "pictures: VTK, no Qt",
           "fpga_link": "the accelerator: no Qt, no Eigen", "core": "mechanics: no Qt, no VTK, no sockets"}


class Picture:
    def __init__(self):
        self.parts = []

    def rectangle(self, x, y, width, height, radius, fill, stroke):
        self.parts.append(f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}" rx="{radius}" '
                          f'fill="{fill}" stroke="{stroke}"/>')

    def text(self, x, y, words, size, fill, anchor="middle", weight=400):
        self.parts.append(f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" fill="{fill}" font-weight="{weight}" '
                          f'text-anchor="{anchor}">{words}</text>')

    def arrow(self, points):
        """A path downwards through the points; vertical at each of them."""
        (x, y), path = points[0], ""
        path = f"M{x:.0f} {y:.0f}"
        for nx, ny in points[1:]:
            if abs(nx - x) < 1:
                path += f"V{ny:.0f}"
            else:
                half = (ny - y) / 2
                path += f"C{x:.0f} {y + half:.0f} {nx:.0f} {ny - half:.0f} {nx:.0f} {ny:.0f}"
            x, y = nx, ny
        self.parts.append(f'<path d="{path}" marker-end="url(#head)"/>')

    def region(self, region):
        fill, stroke, ink = COLOURS[region.name]
        self.rectangle(region.x, region.y, region.width, region.height, 12, fill, stroke)
        self.text(region.x + 16, region.y + 25, f'{region.name}<tspan dx="10" font-size="12" font-weight="400" '
                  f'fill="#66707c">{PURPOSE[region.name]}</tspan>', 15, ink, "start", 700)

    def box(self, box, colours, below):
        _, stroke, ink = colours
        if isinstance(box, Dummy):
            return
        program = "/" not in box.name and box.name not in REGIONS
        self.rectangle(box.x, box.y, box.width, box.height, 16 if program else 6,
                       ink if program else "#ffffff", ink if program else stroke)
        if not box.chips:
            self.text(box.x + box.width / 2, box.y + 21, box.label, 13, "#ffffff" if program else "#20262d",
                      weight=600 if program else 500)
            return
        self.text(box.x + 12, box.y + 19, box.label, 13, "#20262d", "start", 600)
        for i, chip in enumerate(box.chips):
            x = box.x + CHIP_GAP + i % box.columns * (CHIP_WIDTH + CHIP_GAP)
            y = box.y + 20 + CHIP_GAP + i // box.columns * (CHIP_HEIGHT + CHIP_GAP)
            self.rectangle(x, y, CHIP_WIDTH, CHIP_HEIGHT, 5, colours[0], stroke)
            uses = ", ".join(sorted(o.split("/")[-1] for o in below[chip]))
            self.text(x + CHIP_WIDTH / 2, y + (16 if uses else 24), chip.split("/")[-1], 12, "#20262d", weight=500)
            if uses:
                self.text(x + CHIP_WIDTH / 2, y + 30, "→ " + uses, 10.5, "#66707c")

    def svg(self, width, height):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
                f'width="{width:.0f}" height="{height:.0f}" '
                'font-family="Inter, Segoe UI, Helvetica, Arial, DejaVu Sans, sans-serif">\n'
                '<!-- Drawn by cmake/architecture.py; "./dev map" draws it anew. -->\n'
                '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
                'orient="auto"><path d="M0 0.5 L7.5 4 L0 7.5 Z" fill="#6b7683" stroke="none"/></marker></defs>\n'
                f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>\n'
                + "\n".join(self.parts) + "\n</svg>\n")


def ends(routes, boxes):
    """(route index, first or last) -> x: arrows share the edge of a box evenly."""
    places = {}
    for last in (False, True):
        at = {}
        for i, route in enumerate(routes):
            name = route[-1 if last else 0]
            other = boxes[route[-2 if last else 1]]
            at.setdefault(name, []).append((other.x + other.width / 2, i))
        for name, arrows in at.items():
            box, count = boxes[name], len(arrows)
            step = min(26, box.width * 0.7 / count)
            for k, (_, i) in enumerate(sorted(arrows)):
                places[i, last] = box.x + box.width / 2 + (k - (count - 1) / 2) * step
    return places


def draw(tree):
    arrows = tree.arrows()
    below = reduced(arrows)                         # for every folder
    group = {b: os.path.dirname(b) for b in arrows if b.count("/") == 2}
    joined = {}
    for box, others in arrows.items():
        own = group.get(box, box)
        joined.setdefault(own, set()).update({group.get(o, o) for o in others} - {own})
    graph = reduced(joined)
    members = {g: [b for b in group if group[b] == g] for g in set(group.values())}
    inner = {b: {o for o in below[b] if group.get(o) == group[b]} if group[b].startswith("core/") else below[b]
             for b in group}

    regions = {}
    for name in REGIONS:
        boxes = {n: Box(n, members.get(n, ())) for n in graph
                 if n.split("/")[0] == name or
                 (n in tree.programs and any(o.split("/")[0] == name for o in graph[n]))}
        if "core" in boxes:
            boxes["core"].label = "core/*.hpp"
        regions[name] = Region(name, boxes, graph if name != "render" else {n: set() for n in graph})
    app, render, fpga, core = (regions[n] for n in REGIONS)

    margin, gap = 24, 34
    render.boxes["render"].label = "render"
    right = max(app.width, render.width)
    app.width = render.width = right
    render.height = HEAD + BOX_HEIGHT + PAD
    floor = margin + app.height + gap + render.height
    app.shift(margin, margin)
    render.shift(margin, margin + app.height + gap)
    render.boxes["render"].x = app.boxes["app/base"].x + (app.boxes["app/base"].width - render.boxes["render"].width) / 2
    render.boxes["render"].y = render.y + HEAD
    fpga.shift(margin + right + gap, floor - fpga.height)
    width = fpga.x + fpga.width + margin
    for box in core.boxes.values():
        box.x += (width - 2 * margin - core.width) / 2
    core.width = width - 2 * margin
    core.shift(margin, floor + gap)
    height = core.y + core.height + margin

    picture = Picture()
    for i, (words, size, weight, fill) in enumerate(LEGEND):
        picture.text(fpga.x + 6, margin + 24 + 22 * i, words, size, fill, "start", weight)
    for region in regions.values():
        picture.region(region)
    picture.parts.append('<g fill="none" stroke="#6b7683" stroke-width="1.3">')
    for region in regions.values():
        places = ends(region.routes, region.boxes)
        for i, route in enumerate(region.routes):
            start = region.boxes[route[0]]
            points = [(places[i, False], start.bottom), (places[i, False], start.floor)]
            for name in route[1:-1]:
                dummy = region.boxes[name]
                points += [(dummy.x + 7, dummy.y), (dummy.x + 7, dummy.floor)]
            end = region.boxes[route[-1]]
            points.append((places[i, True], core.y if isinstance(end, Dummy) else end.y))
            picture.arrow(points)
    for top, others in sorted(graph.items()):
        for end in sorted(others):
            here, there = (next((r for r in regions.values() if n in r.boxes), None) for n in (top, end))
            if end == "core/*" and here is render:
                box = render.boxes[top]
                picture.arrow([(box.x + box.width / 2, box.bottom), (box.x + box.width / 2, core.y)])
            elif here and there and here is not there and not end.endswith("/*"):
                a, b = here.boxes[top], there.boxes[end]
                if there is fpga:
                    x = b.x + b.width / 2
                    y = a.y + 64  # below adjacent names
                    picture.parts.append(f'<path d="M{a.x + a.width:.0f} {y:.0f}H{x - 14:.0f}Q{x:.0f} {y:.0f} '
                                         f'{x:.0f} {y + 14:.0f}V{b.y:.0f}" marker-end="url(#head)"/>')
                else:
                    picture.arrow([(a.x + a.width / 2, a.bottom), (b.x + b.width / 2, b.y)])
    picture.parts.append("</g>")
    for region in regions.values():
        for box in region.boxes.values():
            picture.box(box, COLOURS[region.name], inner)
    return picture.svg(width, height)


def main(arguments):
    tree = Tree()
    if arguments == ["--arrows"]:
        sys.exit("\n".join(tree.faults()) or 0)
    circle = circles(tree.arrows())
    if circle:
        sys.exit("no picture of folders in a circle: " + "; ".join(", ".join(c) for c in circle))
    picture = draw(tree)
    if arguments == ["--check"]:
        if not os.path.exists(PICTURE) or read(PICTURE) != picture:
            sys.exit(f"{os.path.relpath(PICTURE, TOP)} is not what the sources are now; ./dev map draws it anew")
        return
    if arguments:
        sys.exit(__doc__)
    with open(PICTURE, "w", encoding="utf-8") as file:
        file.write(picture)


if __name__ == "__main__":
    main(sys.argv[1:])
