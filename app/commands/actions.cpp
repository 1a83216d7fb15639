// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/actions.hpp"

#include <QCoreApplication>

#include "app/base/theme/themed_icon.hpp"

namespace momentree::app {

QString plainText(const QAction* action) {
    QString text = action->text();
    return text.remove('&').remove(QStringLiteral("…"));
}

QString toolTipOf(const QString& text, const QKeySequence& key) {
    QString plain = text;
    plain.remove(QLatin1Char('&')).remove(QStringLiteral("…"));
    return key.isEmpty()
               ? plain
               : QStringLiteral("%1 (%2)").arg(plain, key.toString(QKeySequence::NativeText));
}

Actions::Actions(QWidget* window) : window_(window) {
    makeFile();
    makeEdit();
    makeCopies();
    makeTools();
    makePlanes();
    makeRun();
    makeView();
    palette =
        make("palette", tr("&Commands…"), "command", tr("Finds and runs any command"),
             {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P), QKeySequence(Qt::CTRL | Qt::Key_K)});
    makeLayers();
    shortcuts =
        make("shortcuts", tr("&Keyboard shortcuts"), "help",
             tr("Shows and changes the shortcuts of all commands"),
             {QKeySequence(Qt::CTRL | Qt::Key_Question), QKeySequence(Qt::CTRL | Qt::Key_F1)});
    about = make("about", tr("&About Momentree"), "info", tr("Shows versions and licences"));
}

QAction* Actions::make(const char* id, const QString& text, const QString& icon, const QString& tip,
                       const QList<QKeySequence>& keys, bool checkable) {
    auto* action = new QAction(themedIcon(icon), text, window_);
    action->setObjectName(QString::fromLatin1(id));
    action->setShortcuts(keys);
    action->setStatusTip(tip);
    action->setToolTip(toolTipOf(text, keys.value(0)));
    action->setCheckable(checkable);
    add(action);
    return action;
}

void Actions::add(QAction* action) {
    const QString name = toolTipOf(action->text(), action->shortcut());
    action->setWhatsThis(QStringLiteral("<b>%1</b><p>%2</p>").arg(name, action->statusTip()));
    window_->addAction(action);
    all.append(action);
}

void Actions::makeFile() {
    newModel = make("new", tr("&New"), "new", tr("Starts an empty drawing"), {QKeySequence::New});
    open = make("open", tr("&Open…"), "open",
                tr("Opens a model or a reference case, or imports a robot (URDF, MJCF)"),
                {QKeySequence::Open});
    examples = make("examples", tr("&Example gallery…"), "gallery",
                    tr("Shows the included examples"), {QKeySequence(Qt::CTRL | Qt::Key_E)});
    save = make(
        "save", tr("&Save"), "save",
        tr("Saves the model with the current run settings to its file; the undo history is kept"),
        {QKeySequence::Save});
    saveAs = make("saveAs", tr("Save &as…"), "save-as",
                  tr("Saves the model with the current run settings to another file"),
                  {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)});
    reload = make("reload", tr("&Reload"), "reset", tr("Reloads the file"),
                  {QKeySequence(Qt::CTRL | Qt::Key_L), QKeySequence(Qt::Key_F5)});
    exportPicture = make("exportPicture", tr("&Picture of the scene…"), "image",
                         tr("Saves the current scene as a PNG picture"),
                         {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)});
    exportSvg = make("exportSvg", tr("Drawing as &SVG…"), "export",
                     tr("Saves the mechanism as a scalable line drawing"));
    exportPdf = make("exportPdf", tr("Drawing as P&DF…"), "export",
                     tr("Saves the line drawing as a PDF page"));
    exportDxf = make("exportDxf", tr("Drawing as D&XF…"), "export",
                     tr("Saves the outlines and holes of flat links, in millimetres"));
    print =
        make("print", tr("&Print…"), "print", tr("Prints the line drawing"), {QKeySequence::Print});
    exportResults = make("exportResults", tr("&Results as CSV…"), "export",
                         tr("Saves all results so far as a table, one row per sample"));
    exportReport = make("exportReport", tr("Re&port as JSON…"), "export",
                        tr("Saves settings, energy, drift and phase times of this run"));
    exportMovie = make("exportMovie", tr("&Movie…"), "video",
                       tr("Saves this run as a movie, an animated GIF or a sequence of pictures"));
    exportHdf5 = make("exportHdf5", tr("Results as &HDF5…"), "export",
                      tr("Saves the whole recording with units and settings, including momenta, "
                         "multipliers, iterations and phase times"));
    exportSeries = make(
        "exportSeries", tr("Series for Para&View…"), "export",
        tr("Saves the motion as VTK files: links with velocities, joints with forces and moments"));
    exportRobot = make("exportRobot", tr("R&obot as URDF…"), "export",
                       tr("Saves the model as a robot description, with loops in URDF+"));
    quit = make("quit", tr("&Quit"), "close", tr("Closes the window"),
                {QKeySequence(Qt::CTRL | Qt::Key_Q)});
}

void Actions::makeEdit() {
    undo = make("undo", tr("&Undo"), "undo", tr("Undoes the last step"), {QKeySequence::Undo});
    redo =
        make("redo", tr("&Redo"), "redo", tr("Repeats the last undone step"),
             {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    cut = make("cut", tr("Cu&t"), "cut", tr("Moves the selected links to the clipboard"),
               {QKeySequence::Cut});
    copy = make("copy", tr("&Copy"), "copy",
                tr("Copies the selected links to the clipboard, as the text of a model"),
                {QKeySequence::Copy});
    paste = make("paste", tr("&Paste"), "paste", tr("Pastes the clipboard at the pointer"),
                 {QKeySequence::Paste});
    duplicate = make("duplicate", tr("D&uplicate"), "duplicate",
                     tr("Copies the selected links with a small offset"),
                     {QKeySequence(Qt::CTRL | Qt::Key_D)});
    remove = make("delete", tr("&Delete"), "delete",
                  tr("Deletes the selection and everything attached to it"),
                  {QKeySequence(Qt::Key_Delete), QKeySequence(Qt::Key_Backspace)});
    selectAll = make("selectAll", tr("Select &all"), "select", tr("Selects all links and joints"),
                     {QKeySequence::SelectAll});
    escape = make("escape", tr("&Leave tool"), "close",
                  tr("Cancels the current drawing, then the tool, then the selection"),
                  {QKeySequence(Qt::Key_Escape)});
}

void Actions::makeCopies() {
    mirrorRight = make("mirrorRight", tr("Mirror to the &right"), "mirror-right",
                       tr("Mirrors a copy of the selected links at their right edge"),
                       {QKeySequence(Qt::CTRL | Qt::Key_M)});
    mirrorBelow = make("mirrorBelow", tr("Mirror &below"), "mirror-below",
                       tr("Mirrors a copy of the selected links at their lower edge"),
                       {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M)});
    array = make("array", tr("&Array…"), "array",
                 tr("Copies the selected links several times, in a row or a circle"),
                 {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D)});
    alignRow = make("alignRow", tr("Align in a ro&w"), "align-row",
                    tr("Aligns the selected joints with the first one horizontally"),
                    {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_H)});
    alignColumn = make("alignColumn", tr("Align in a col&umn"), "align-column",
                       tr("Aligns the selected joints with the first one vertically"),
                       {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V)});
    merge = make("merge", tr("Mer&ge joints"), "merge",
                 tr("Moves the selected joints to the first one and joins their links there"),
                 {QKeySequence(Qt::CTRL | Qt::Key_J)});
    split = make("split", tr("&Split joint"), "split",
                 tr("Separates the links of the selected joint"), {QKeySequence(Qt::Key_J)});
}

void Actions::makeTools() {
    drawing = new QActionGroup(window_);
    const auto key = [](auto keys) { return QList<QKeySequence>{QKeySequence(keys)}; };
    const auto tool = [&](const char* id, const QString& text, const QString& icon,
                          const QString& tip, const QList<QKeySequence>& keys) {
        tools << make(id, text, icon, tip, keys, true);
        drawing->addAction(tools.last());
    };
    tool("toolSelect", tr("&Select"), "select", tr("Selects and drags"), key(Qt::Key_V));
    tool("toolLink", tr("&Link"), "link", tr("Draws a bar between two points"), key(Qt::Key_L));
    tool("toolPlate", tr("Link &shape"), "plate", tr("Draws a link with three or more corners"),
         key(Qt::SHIFT | Qt::Key_L));
    tool("toolGround", tr("&Ground"), "ground", tr("Joins a link to ground"), key(Qt::Key_G));
    tool("toolPin", tr("&Joint"), "joint-revolute",
         tr("Joins two links where they meet; changes a joint to the chosen type"), key(Qt::Key_R));
    tool("toolSlider", tr("Sl&ider"), "joint-prismatic",
         tr("Draws a block that slides along a line"), key(Qt::Key_P));
    tool("toolRod", tr("R&od"), "joint-distance",
         tr("Draws a massless rod that keeps the distance of two points"), key(Qt::Key_B));
    tool("toolSpring", tr("Sp&ring"), "spring", tr("Draws a spring with some damping"),
         key(Qt::Key_S));
    tool("toolDamper", tr("&Damper"), "damper", tr("Draws a damper"), key(Qt::Key_D));
    tool("toolMotor", tr("&Motor"), "motor", tr("Drives a hinge or a slider at constant speed"),
         key(Qt::Key_M));
    tool("toolForce", tr("&Force"), "force", tr("Draws a force on a link"),
         key(Qt::SHIFT | Qt::Key_F));
    tool("toolTorque", tr("&Torque"), "torque", tr("Places a torque on a link"),
         key(Qt::SHIFT | Qt::Key_T));
    tool("toolContact", tr("&Contact with a plane"), "contact",
         tr("Draws a plane from which a ball on a link rebounds"), key(Qt::Key_C));
    tool("toolBalls", tr("Co&ntact of two balls"), "contact-balls",
         tr("Draws two balls on different links that rebound from each other"),
         key(Qt::SHIFT | Qt::Key_C));
    tool("toolCam", tr("Ca&m"), "joint-cam-roller",
         tr("Draws a round cam and a roller that stays on it"), key(Qt::Key_K));
    tool("toolAxis", tr("&Axis"), "axis",
         tr("Points the axis of a joint at a point, along a link or normal to the work plane"),
         key(Qt::Key_A));
    tool("toolMeasure", tr("Meas&ure"), "measure", tr("Measures between two points"),
         key(Qt::Key_Q));
    tools.first()->setChecked(true);
    auto* modes = new QActionGroup(window_);
    modeMove = make("modeMove", tr("Mo&ve the mechanism"), "move",
                    tr("Dragging moves the mechanism as its joints allow"), key(Qt::Key_W), true);
    modeReshape = make("modeReshape", tr("R&eshape"), "reshape",
                       tr("Dragging changes lengths and joint positions"), key(Qt::Key_E), true);
    modes->addAction(modeMove);
    modes->addAction(modeReshape);
    modeMove->setChecked(true);
}

void Actions::makePlanes() {
    auto* group = new QActionGroup(window_);
    const auto plane = [&](const char* id, const QString& text, const QString& icon,
                           const QString& tip, int key) {
        planes << make(id, text, icon, tip, {QKeySequence(Qt::CTRL | Qt::Key(key))}, true);
        group->addAction(planes.last());
    };
    plane("planeXy", tr("Plane &xy"), "plane-xy", tr("Draws in the plane of x and y"), Qt::Key_1);
    plane("planeXz", tr("Plane x&z"), "plane-xz", tr("Draws in the plane of x and z"), Qt::Key_2);
    plane("planeYz", tr("Plane &yz"), "plane-yz", tr("Draws in the plane of y and z"), Qt::Key_3);
    plane("planeLink", tr("Plane through the &link"), "plane-link",
          tr("Draws in the plane of the selected link"), Qt::Key_4);
    plane("planeAxis", tr("Plane across the &axis"), "plane-axis",
          tr("Draws in the plane normal to the axis of the selected joint"), Qt::Key_5);
    planes.first()->setChecked(true);
    auto* types = new QActionGroup(window_);
    const auto type = [&](const QString& id, const QString& text, int key) {
        jointTypes << make(("joint-" + id).toLatin1(), text, "joint-" + id,
                           tr("Sets the type of new joints"),
                           {QKeySequence(Qt::ALT | Qt::Key(key))}, true);
        jointTypes.last()->setData(id);
        types->addAction(jointTypes.last());
    };
    type("revolute", tr("&Revolute"), Qt::Key_1);
    type("spherical", tr("&Spherical"), Qt::Key_2);
    type("universal", tr("&Universal"), Qt::Key_3);
    type("cylindrical", tr("&Cylindrical"), Qt::Key_4);
    type("prismatic", tr("&Prismatic"), Qt::Key_5);
    type("fixed", tr("&Fixed"), Qt::Key_6);
    jointTypes.first()->setChecked(true);
}

void Actions::makeRun() {
    restart = make("restart", tr("&To the start"), "to-start", tr("Goes back to the start"),
                   {QKeySequence(Qt::Key_Home)});
    stepBack = make("stepBack", tr("Step &back"), "step-back", tr("Shows the previous sample"),
                    {QKeySequence(Qt::Key_Left)});
    play = make("play", tr("&Play"), "play", tr("Plays or pauses the run"),
                {QKeySequence(Qt::Key_Space)});
    stepForward = make("stepForward", tr("Step &forward"), "step-forward",
                       tr("Shows the next sample; at the end of the history computes one more"),
                       {QKeySequence(Qt::Key_Right)});
    live = make("live", tr("To the &newest"), "to-live",
                tr("Shows the newest sample and follows the run"), {QKeySequence(Qt::Key_End)});
    loop = make("loop", tr("&Loop"), "loop", tr("Repeats a finished run from the start"), {}, true);
    faster = make("faster", tr("F&aster"), "speed", tr("Plays faster"),
                  {QKeySequence(Qt::Key_Plus), QKeySequence(Qt::Key_Equal)});
    slower =
        make("slower", tr("&Slower"), "speed", tr("Plays slower"), {QKeySequence(Qt::Key_Minus)});
    realTime = make("realTime", tr("&Real time"), "speed",
                    tr("Plays one simulated second per second"), {QKeySequence(Qt::Key_0)});
    addBookmark = make("addBookmark", tr("Add &bookmark"), "bookmark",
                       tr("Marks the displayed time on the time slider"),
                       {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B)});
    nextBookmark =
        make("nextBookmark", tr("Ne&xt bookmark"), "bookmark", tr("Goes to the next bookmark"),
             {QKeySequence(Qt::CTRL | Qt::Key_PageDown)});
    previousBookmark =
        make("previousBookmark", tr("Pre&vious bookmark"), "bookmark",
             tr("Goes to the previous bookmark"), {QKeySequence(Qt::CTRL | Qt::Key_PageUp)});
    recordMemory =
        make("recordMemory", tr("Recording &memory…"), "settings",
             tr("Sets how much memory a recording may use before older samples are thinned out"));
}

void Actions::makeView() {
    fit = make("fit", tr("&Fit"), "fit", tr("Shows the whole mechanism"),
               {QKeySequence(Qt::Key_F), QKeySequence(Qt::CTRL | Qt::Key_0)});
    viewFront = make("viewFront", tr("Fro&nt"), "view-front", tr("Views the plane of x and y"),
                     {QKeySequence(Qt::Key_1)});
    viewTop =
        make("viewTop", tr("&Top"), "view-top", tr("Views from above"), {QKeySequence(Qt::Key_2)});
    viewSide = make("viewSide", tr("&Side"), "view-right", tr("Views from the right"),
                    {QKeySequence(Qt::Key_3)});
    viewIsometric =
        make("viewIsometric", tr("&Isometric"), "view-iso",
             tr("Views from a corner, for spatial mechanisms"), {QKeySequence(Qt::Key_4)});
    viewPlane = make("viewPlane", tr("S&quare to the work plane"), "view-plane",
                     tr("Views the work plane from the front"), {QKeySequence(Qt::Key_5)});
    showJoints =
        make("showJoints", tr("&Joints"), "joint-revolute", tr("Shows the joints"), {}, true);
    showCentres = make("showCentres", tr("&Centres of mass"), "center-of-mass",
                       tr("Shows the centres of mass"), {}, true);
    showGravity = make("showGravity", tr("Gra&vity"), "gravity",
                       tr("Shows the direction of gravity"), {}, true);
    showForces = make("showForces", tr("F&orces"), "force", tr("Shows springs, forces and torques"),
                      {}, true);
    showLabels = make("showLabels", tr("&Labels"), "label", tr("Shows the names of bodies"),
                      {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L)}, true);
    showGrid = make("showGrid", tr("&Grid"), "grid", tr("Draws the grid"),
                    {QKeySequence(Qt::SHIFT | Qt::Key_G)}, true);
    showAxes = make("showAxes", tr("&Axes"), "marker", tr("Shows the world axes"),
                    {QKeySequence(Qt::SHIFT | Qt::Key_A)}, true);
    themes = new QActionGroup(window_);
    themeSystem = make("themeSystem", tr("S&ystem"), "",
                       tr("Follows the light or dark theme of the desktop"), {}, true);
    themeLight = make("themeLight", tr("L&ight"), "light", tr("Dark on light"), {}, true);
    themeDark = make("themeDark", tr("&Dark"), "dark", tr("Light on dark"), {}, true);
    for (auto* theme : {themeSystem, themeLight, themeDark}) themes->addAction(theme);
    fullScreen =
        make("fullScreen", tr("F&ull screen"), "fullscreen",
             tr("Shows the window on the whole screen"), {QKeySequence(Qt::Key_F11)}, true);
    resetLayout = make("resetLayout", tr("&Reset layout"), "zoom-reset",
                       tr("Restores the default layout of the panels"));
}

void Actions::makeLayers() {
    trace = make("trace", tr("T&race this point"), "trace",
                 tr("Shows or hides the path of the point under the cursor or of the selection"),
                 {QKeySequence(Qt::Key_T)});
    clearTraces = make("clearTraces", tr("C&lear all traces"), "delete", tr("Removes all traces"));
    showVelocities = make("showVelocities", tr("&Velocities"), "velocity",
                          tr("Shows the velocities of the centres of mass"),
                          {QKeySequence(Qt::SHIFT | Qt::Key_V)}, true);
    showAccelerations = make("showAccelerations", tr("A&ccelerations"), "acceleration",
                             tr("Shows the accelerations of the centres of mass"),
                             {QKeySequence(Qt::SHIFT | Qt::Key_B)}, true);
    showReactions = make("showReactions", tr("R&eactions"), "force",
                         tr("Shows the forces of joints on their second bodies"),
                         {QKeySequence(Qt::SHIFT | Qt::Key_R)}, true);
    showDimensions = make("showDimensions", tr("&Dimensions"), "dimension",
                          tr("Shows lengths and angles in planar drawings"),
                          {QKeySequence(Qt::SHIFT | Qt::Key_D)}, true);
}

}  // namespace momentree::app
