// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <memory>
#include <optional>

#include "app/commands/actions.hpp"
#include "app/document/selection.hpp"
#include "app/runs/live_model.hpp"
#include "app/runs/run_controller.hpp"
#include "app/shell/dock_widths.hpp"

class QDockWidget;
class QLabel;
class QMenu;

namespace momentree {
struct Study;
}

namespace momentree::app {

class Board;
class BoardPanel;
class FileCommands;
class Gallery;
class HintBar;
class HelpWindow;
class Inside;
class Inspector;
class LessonLayout;
class LessonPanel;
class LessonStage;
class MessagesPanel;
class ModelTree;
class Notice;
class OffloadPanel;
class ParameterPanel;
class PictureLayers;
class PlotDocks;
class Recovery;
class RunPicture;
class RunSet;
class RunsPanel;
class Sketcher;
class Viewport;
class Xray;

/// The window: owns the parts and connects them, nothing else.
class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(std::shared_ptr<const Catalogue> catalogue);
    ~MainWindow() override;

    void open(const QString& file);
    /// The model of a study file and its runs.
    void openStudy(const QString& file);
    RunController& run() { return run_; }
    Viewport& viewport() { return *viewport_; }
    Actions& actions() { return actions_; }
    Notice& notice() { return *notice_; }
    FileCommands& files() { return *files_; }
    ModelDocument& document() { return document_; }
    LiveModel& live() { return *live_; }
    Selection& selection() { return selection_; }
    Board& board() { return *board_; }
    BoardPanel& boardPanel() { return *boardPanel_; }
    OffloadPanel& offload() { return *offload_; }
    Inspector& inspector() { return *properties_; }
    PictureLayers& layers() { return *layers_; }
    Xray& xray() { return *xray_; }
    Inside& inside() { return *inside_; }
    RunSet& runs() { return *runs_; }
    RunsPanel& runsPanel() { return *runsPanel_; }
    RunPicture& runPicture() { return *runPicture_; }
    /// Offers what a run of the program that ended badly has left behind. False if there is none.
    bool offerRecovery();
    LessonPanel& lessons() { return *lessons_; }
    /// Starts the lesson of a folder.
    void openLesson(const QString& folder);
    /// Brings panels to the front: energy, drift, quantities, phases, xray.
    void raisePanels(const std::vector<std::string>& names);
    void tellProblems(const QString& what, const QString& file, const Diagnostics& problems);
    void showHelp(const std::string& topic);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeCentre();
    void makeDocks();
    void makeBars();
    void makeMenus();
    void makeViewMenu();
    void makeTemplateMenu(QMenu* menu);
    void makeStatusBar();
    void fillRecent();
    void placeDocks();
    void restoreLayout();
    void saveLayout();

    void makeBoard();
    void makeXray();
    void makeInside();
    void makeRuns();
    void connectRuns();
    void plotRuns();
    void forkHere();
    void saveStudy();
    void addStudyRuns(const Study& study);
    void makeLessons();
    void connectLessons();
    void closeLessons();
    void connectDocument();
    void connectDrawing();
    void connectCopies();
    void connectPlots();
    void exportMovie();
    void chooseRecordMemory();
    void addPlotMenu(QMenu* menu, const Element& element);
    void connectRun();
    void connectActions();
    void connectScene();
    void connectTheme();
    void togglePanels(const QList<QDockWidget*>& docks);

    void showDocument(bool fresh);
    void showTitle();
    void showSelection();
    void toStart();
    void togglePlay();
    void startRun(bool newModel);
    void tellWarnings(bool newModel);
    void tellNotes(const QString& what, const Diagnostics& notes);
    void showNow();
    void followState();
    void tellFailure();
    QString tornAdvice() const;
    void tellTorn();
    void showRefusal(const Refusal& refusal);
    void showMessages();
    void showGallery();
    void say(const QString& text);

    std::shared_ptr<const Catalogue> catalogue_;
    Actions actions_;
    RunController run_;
    std::unique_ptr<RunSet> runs_;  ///< goes before the run on screen that it watches
    ModelDocument document_;
    Selection selection_;
    LiveModel* live_;
    Recovery* recovery_;
    FileCommands* files_;
    Viewport* viewport_ = nullptr;
    Notice* notice_ = nullptr;
    QLabel* preparing_ = nullptr;
    ModelTree* tree_ = nullptr;
    Inspector* properties_ = nullptr;
    Sketcher* sketcher_ = nullptr;
    Board* board_ = nullptr;
    HintBar* hints_ = nullptr;
    ParameterPanel* parameters_ = nullptr;
    BoardPanel* boardPanel_ = nullptr;
    OffloadPanel* offload_ = nullptr;
    PictureLayers* layers_ = nullptr;
    Xray* xray_ = nullptr;
    Inside* inside_ = nullptr;
    MessagesPanel* messages_ = nullptr;
    PlotDocks* plots_ = nullptr;
    RunsPanel* runsPanel_ = nullptr;
    RunPicture* runPicture_ = nullptr;
    QDockWidget *treeDock_ = nullptr, *propertiesDock_ = nullptr, *messagesDock_ = nullptr,
                *historyDock_ = nullptr, *parametersDock_ = nullptr, *boardDock_ = nullptr,
                *offloadDock_ = nullptr, *xrayDock_ = nullptr, *runsDock_ = nullptr,
                *lessonsDock_ = nullptr, *insideDock_ = nullptr;
    DockWidths dockWidths_{*this};
    QMenu* recent_ = nullptr;
    Gallery* gallery_ = nullptr;
    std::unique_ptr<LessonStage> stage_;
    std::unique_ptr<LessonLayout> lessonLayout_;
    LessonPanel* lessons_ = nullptr;
    HelpWindow* help_ = nullptr;
    std::optional<Vector3d> plane_;  ///< that the document is drawn in
    bool placed_ = false;            ///< its bodies are in the picture
    bool failureTold_ = false, tornTold_ = false;
};

}  // namespace momentree::app
