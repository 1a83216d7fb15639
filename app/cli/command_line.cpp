// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>

#include "app/base/resources_dir.hpp"
#include "app/base/versions.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/messages.hpp"
#include "app/panels/accelerator/accelerators.hpp"
#include "app/panels/accelerator/board_secrets.hpp"
#include "core/lessons/lesson_reader.hpp"
#include "core/lessons/measure.hpp"
#include "core/platform/process.hpp"

namespace momentree::cli {
namespace {

constexpr auto modelFile = "Model, reference case, robot, assembly or link of PMKS+";

/// The parsed arguments.
struct Request {
    app::WindowRequest window;
    RunOptions run;
    CompareOptions compare;
    ReplayOptions replay;
    CheckOptions check;
    AnalyseOptions analyse;
    SynthesiseOptions synthesise;
    GradeOptions grade;
    PaperOptions paper;
    CostOptions cost;
    std::string list;
    ExportOptions write;
    GenerateOptions generate;
    BoardOptions board;
};

/// The variable reaches every connection of this process.
void addBoardSecret(CLI::App& command, const std::string& names = "--board-secret") {
    command
        .add_option_function<std::string>(
            names,
            [](const std::string& file) {
                platform::setEnvironment(app::boardSecretVariable, file);
            },
            std::string("File with the shared secret of the board; default: the file in ") +
                app::boardSecretVariable)
        ->type_name("FILE");
}

void addColumns(CLI::App& command, CsvColumns& columns, bool& units) {
    command.add_option("--columns", columns, "Columns of the table: all or probes")
        ->transform(CLI::Transformer(std::map<std::string, CsvColumns>{
            {"all", CsvColumns::All}, {"probes", CsvColumns::Probes}}))
        ->type_name("all|probes");
    command.add_flag("--units", units, "Write a second row of the table with the units");
}

/// Options of the file and of its warnings.
void addModel(CLI::App& command, ModelOptions& options, const char* quiet = "No warnings") {
    command
        .add_option("--set", options.parameters,
                    "Change a parameter of the model, with run.NAME=VALUE a setting of the run, or "
                    "with start.JOINT.q=VALUE or start.JOINT.u=VALUE the start of a joint")
        ->type_name("NAME=VALUE")
        ->expected(1)
        ->take_all();
    command.add_flag("--free-base", options.import.freeBase, "Robots (URDF): free the root");
    command.add_option("--root", options.import.root, "Robots: fix this link to ground instead");
    command.add_flag("--limits", options.import.limits,
                     "Robots: joints stop at their limits, without rebound");
    command
        .add_option_function<std::vector<std::string>>(
            "--package",
            [&packages = options.import.packages](const std::vector<std::string>& given) {
                for (const std::string& one : given) {
                    const std::size_t equals = one.find('=');
                    if (equals == std::string::npos || equals == 0 || equals + 1 == one.size())
                        throw CLI::ValidationError("--package " + one, "must be NAME=FOLDER");
                    packages[one.substr(0, equals)] = one.substr(equals + 1);
                }
            },
            "Robots: the folder of a package whose meshes are drawn")
        ->type_name("NAME=FOLDER")
        ->expected(1)
        ->take_all();
    command.add_flag("-v,--verbose", options.verbose, "Every warning, not one line for each kind");
    command.add_flag("--quiet", options.quiet, quiet);
}

void addRun(CLI::App& app, RunOptions& options) {
    CLI::App& run = *app.add_subcommand("run", "Simulate without a window");
    run.add_option("FILE", options.file, modelFile)->required();
    run.add_option("--formulation", options.formulation, "Id, see 'list formulations'");
    run.add_option("--backend", options.backend, "Id, see 'list backends'");
    run.add_option("--integrator", options.integrator, "Id, see 'list integrators'");
    run.add_option("--step", options.step, "Step size [s]");
    run.add_option("--duration", options.duration, "Simulated time [s]");
    run.add_option("--sample", options.sample, "Interval of recorded rows [s]");
    run.add_flag("--error", options.error,
                 "Estimate the error in each row by a second run with half the step or tighter "
                 "tolerances, which takes two to three times as long; without it, only short "
                 "runs are checked so, at their end");
    run.add_option("--controller", options.controller,
                   "Co-simulation unit (.fmu, FMI 2.0 or 3.0) that sets inputs of the model: its "
                   "inputs read the columns with their names, its outputs set the inputs with "
                   "theirs, once for each recorded row")
        ->type_name("FILE");
    run.add_option("--csv", options.csv, "Write the table of results, - for standard output");
    addColumns(run, options.columns, options.units);
    run.add_option("--report", options.report, "Write the report as JSON, - for standard output");
    run.add_option("--png", options.png, "Write a picture of the mechanism and its plots");
    run.add_option("--lab-report", options.labReport,
                   "Write a page to hand in, .html or .pdf: model, settings, figures, numbers with "
                   "units, origin");
    run.add_option("--hdf5", options.hdf5,
                   "Write the table as HDF5, with units and settings and, unlike CSV, momenta, "
                   "multipliers, iterations, phase times");
    run.add_option("--parquet", options.parquet,
                   "Write the table as Apache Parquet, with units and settings");
    run.add_option(
           "--capsule", options.capsule,
           "Write the run as one file, NAME.momentree.zip: model with its meshes, settings, "
           "table and report; opens here, in `replay` and as a zip archive")
        ->type_name("FILE");
    run.add_option("--vtk", options.vtk,
                   "Write the motion for ParaView: NAME.xdmf and NAME.frames.h5 with one frame per "
                   "recorded row, with velocities and reactions; or NAME.glb, one small file with "
                   "each link once and its poses, also for Blender and browsers");
    addModel(run, options, "No progress, no summary, no warnings");
    addBoardSecret(run);
    run.footer(footer);
}

void addStudy(CLI::App& compare, StudyCommandOptions& options) {
    const char* const group = "Studies";
    compare
        .add_option("--out", options.out,
                    "Folder for finished runs, which are not repeated; default NAME.results")
        ->group(group);
    compare.add_option("--jobs", options.jobs, "Number of parallel runs; default: all processors")
        ->check(CLI::Range(1, 1024))
        ->group(group);
    compare.add_option("--task", options.task, "Compute only the K-th of N shares of the runs")
        ->type_name("K/N")
        ->group(group);
    compare.add_option("--table", options.table, "Write the table as CSV, - for standard output")
        ->group(group);
    compare
        .add_flag("--work-precision", options.workPrecision,
                  "Show error versus cost, with fitted orders")
        ->group(group);
}

void addCompare(CLI::App& app, CompareOptions& options) {
    CLI::App& compare =
        *app.add_subcommand("compare", "Compare several formulations, backends or integrators");
    compare
        .add_option("FILE", options.file, "Model, robot, assembly, link or study (*.study.json)")
        ->required();
    compare.add_option("--with", options.with, "What to compare; join ids of one run with +")
        ->type_name("hdca,naudet+rk4,...")
        ->delimiter(',');
    compare
        .add_option("--recording", options.recording,
                    "Compare the run with a table of another program (CSV) or with the rows in an "
                    "HDF5 file or a capsule, at each of its times")
        ->type_name("FILE");
    compare
        .add_option("--mapping", options.mapping,
                    "How the columns of the table are called here (JSON); default: "
                    "TABLE.mapping.json if there is one")
        ->type_name("FILE")
        ->needs("--recording");
    compare.add_option("--step", options.step, "Step size [s]");
    compare.add_option("--duration", options.duration, "Simulated time [s]");
    compare.add_option("--sample", options.sample, "Interval of recorded rows [s]");
    compare.add_option("--csv", options.csv, "Write the merged table, - for standard output");
    addColumns(compare, options.columns, options.units);
    addModel(compare, options, "No progress, no warnings");
    addBoardSecret(compare);
    addStudy(compare, options.study);
    compare.footer(footer);
}

void addReplay(CLI::App& app, ReplayOptions& options) {
    CLI::App& replay =
        *app.add_subcommand("replay", "Run a report again and compare every bit of its results");
    replay.add_option("FILE", options.file, "Report (JSON), results (HDF5) or capsule of a run")
        ->required();
    addBoardSecret(replay);
    replay.add_flag("--quiet", options.quiet, "No progress; the exit code tells the outcome");
    replay.footer(
        "The model and all settings come from FILE. Exit codes: 0 same bits; 1 different bits, or "
        "stopped;\n2 FILE has no record of its run, or the record has been edited.");
}

void addCheck(CLI::App& app, CheckOptions& options) {
    CLI::App& check =
        *app.add_subcommand("check",
                            "Check structure, mobility, redundant constraints, assembly and "
                            "singularity");
    check.add_option("FILE", options.file, modelFile)->required();
    addModel(check, options);
    check.add_flag("--json", options.json,
                   "Print problems and warnings as a JSON array instead of all texts");
    check.footer(footer);
}

void addAnalyse(CLI::App& app, AnalyseOptions& options) {
    CLI::App& analyse = *app.add_subcommand("analyse", "Analyse a mechanism without simulating it");
    analyse.add_option("KIND", options.kind, CLI::detail::join(analysisKinds(), ", "))
        ->required()
        ->check(CLI::IsMember(analysisKinds()));
    analyse.add_option("FILE", options.file, modelFile)->required();
    analyse.add_option("--duration", options.duration, "Time that motions are followed [s]");
    analyse.add_option("--step", options.step, "Time between two instants [s]");
    analyse.add_option("--csv", options.csv,
                       "Write the table of all instants, - for standard output");
    analyse.add_flag("--json", options.json, "Print the results as JSON instead of as text");
    analyse.add_option("--body", options.body, "The body of the load case")->type_name("NAME");
    analyse
        .add_option("--load-case", options.loadCase,
                    "worst-loads: write the loads on a body at the instant of its largest joint "
                    "force, for CalculiX (.inp) or as JSON (.json)")
        ->type_name("PATH")
        ->needs("--body");
    analyse.get_option("--body")->needs("--load-case");
    analyse
        .add_option("--parameters", options.fitted,
                    "fit: parameters of the model to be found; sensitivity: by which to "
                    "differentiate, all by default")
        ->type_name("NAME,...")
        ->delimiter(',');
    analyse
        .add_option("--data", options.data,
                    "fit: table of measured columns over time, CSV or the text of Tracker")
        ->type_name("PATH")
        ->needs("--parameters");
    analyse
        .add_option("--columns", options.columns,
                    "fit: MEASURED=COLUMN of the run, unless they have the same name; sensitivity: "
                    "columns to differentiate, all probes by default")
        ->type_name("COLUMN,...")
        ->delimiter(',');
    analyse.add_option("--over", options.over, "equilibrium, modes (root locus): over a parameter")
        ->type_name("NAME=FROM:TO:COUNT");
    analyse
        .add_option("--actuated", options.actuated,
                    "inverse-dynamics: joints at which motors act, if not those of the motions")
        ->delimiter(',');
    addModel(analyse, options);
    analyse.footer(footer);
}

void addSynthesise(CLI::App& app, SynthesiseOptions& options) {
    CLI::App& command = *app.add_subcommand(
        "synthesise", "Find a linkage for a curve, for positions or for a function");
    command
        .add_option("KIND", options.kind,
                    "path: a point follows a closed curve; positions: a body passes three "
                    "positions; function: a rocker follows a crank")
        ->required()
        ->check(CLI::IsMember({"path", "positions", "function"}));
    command
        .add_option("FILE", options.file,
                    "Table of numbers: x, y [m] around the curve; x, y [m], angle [deg] of three "
                    "positions; angles [deg] of crank and rocker. - for standard input")
        ->required();
    command.add_option("-o,--to", options.to, "Path of the model file to write")
        ->type_name("MODEL")
        ->required();
    command
        .add_option("--family", options.family,
                    "path: any, four-bar, five-bar (geared), or chain (belt-driven cranks)")
        ->check(CLI::IsMember({"any", "four-bar", "five-bar", "chain"}));
    command.add_option("--cranks", options.cranks, "path: cranks of a chain; default: 9")
        ->check(CLI::Range(1, 30));
    command.add_option("--transmission", options.transmission, "Least transmission angle [deg]")
        ->check(CLI::Range(0.0, 89.0));
    command
        .add_option("--longest", options.longest,
                    "Longest link over the curve (100), positions (5) or shortest link (10)")
        ->check(CLI::Range(0.1, 1e4));
    command
        .add_option("--pivots", options.pivots,
                    "path, positions: box that holds the fixed pivots [m]")
        ->type_name("X0,Y0,X1,Y1")
        ->delimiter(',')
        ->expected(4);
    command
        .add_option("--ground", options.ground,
                    "function: length of the ground link [m]; default: 0.1")
        ->check(CLI::Range(1e-6, 1e6));
    command.add_option("--seed", options.seed,
                       "path: number of the random sequence; the same number gives the same "
                       "linkage");
    command.add_option("--seconds", options.seconds, "path: longest search [s]; default: 60")
        ->check(CLI::Range(0.1, 1e6));
    command.add_option("--jobs", options.jobs, "path: number of threads; default: all processors")
        ->check(CLI::Range(1, 1024));
    command.add_flag("--json", options.json, "Print the results as JSON instead of as text");
    command.footer(footer);
}

void addGrade(CLI::App& app, GradeOptions& options) {
    CLI::App& grade = *app.add_subcommand("grade", "Grade what students hand in for an exercise");
    CLI::Option& file =
        *grade.add_option("SUBMISSION", options.submissions, "A submission, or a folder of them");
    grade.add_option("--exercise", options.exercise, "Folder of the exercise")
        ->type_name("FOLDER")
        ->required();
    CLI::Option& task = *grade
                             .add_option("--task", options.task,
                                         "Print the task of this student instead, with the "
                                         "student's values")
                             ->type_name("STUDENT");
    CLI::Option& make = *grade
                             .add_option("--make", options.make,
                                         "Write a folder for a course system instead: nbgrader "
                                         "or prairielearn")
                             ->type_name("SYSTEM")
                             ->check(CLI::IsMember({"nbgrader", "prairielearn"}));
    make.needs(grade.add_option("--to", options.to, "The folder to write")->type_name("FOLDER"));
    file.excludes(&task)->excludes(&make);
    grade.add_flag("--json", options.json, "Print points and feedback as JSON");
    grade.add_option("--csv", options.csv, "Write the points as a table, - for standard output");
    grade.add_option("--jobs", options.jobs, "Number of parallel runs; default: all processors")
        ->check(CLI::Range(1, 1024));
    grade.callback([&file, &task, &make] {
        if (file.count() + task.count() + make.count() == 0)
            throw CLI::RequiredError("SUBMISSION, --task or --make");
    });
    grade.footer(footer);
}

void addList(CLI::App& app, std::string& what) {
    CLI::App& list = *app.add_subcommand("list", "List available choices");
    list.add_option("WHAT", what, "formulations, backends, integrators, joints or examples")
        ->required()
        ->check(CLI::IsMember({"formulations", "backends", "integrators", "joints", "examples"}));
}

void addExport(CLI::App& app, ExportOptions& options) {
    CLI::App& command = *app.add_subcommand("export", "Write the model in another format");
    command.add_option("FILE", options.file, modelFile)->required();
    command
        .add_option("--to", options.to,
                    "Path of the new file: .urdf, .xml (MJCF), .sdf, .fmu, "
                    ".momentree.json, .png or, from results in HDF5 and capsules, .csv")
        ->required();
    command.add_option("--fmi", options.fmi, "Version of FMI for .fmu: 3 (default) or 2")
        ->check(CLI::IsMember({"2", "3"}));
    addModel(command, options);
    command.footer(footer);
}

void addGenerate(CLI::App& app, GenerateOptions& options) {
    CLI::App& command = *app.add_subcommand("generate", "Write the equations of motion as C++");
    command.add_option("FILE", options.file, modelFile)->required();
    command.add_option("--to", options.to, "Path of the code; default: standard output")
        ->type_name("OUT.cpp");
    command.add_flag("--batch", options.parts.batch, "Add a function for eight states at once");
    command.add_flag("--gradient", options.parts.gradient,
                     "Add a function for the rates and their slopes by the state");
    command.add_option("--by", options.by, "Parameter by which there are slopes, too")
        ->type_name("NAME")
        ->needs("--gradient");
    addModel(command, options);
    command.footer(footer);
}

void addBoard(CLI::App& app, BoardOptions& options) {
    CLI::App& board = *app.add_subcommand("board", "Test the accelerator of a board");
    board.add_option("ACTION", options.action, "test: the board tests itself")
        ->required()
        ->check(CLI::IsMember({"test"}));
    board
        .add_option("ADDRESS", options.address,
                    "HOST:PORT of its momentree-board, virtual-board or virtual-board:rtl")
        ->required();
    addBoardSecret(board, "--secret,--board-secret");
    board.footer(
        "Exit codes: 0 all checks passed; 1 a check failed, or the board did not answer; "
        "2 bad usage.");
}

void addServe(CLI::App& app) {
    CLI::App& serve = *app.add_subcommand(
        "serve", "Let editors and agents check, simulate and plot models (MCP)");
    serve
        .add_flag_callback(
            "--stdio", [] {}, "Requests on standard input, answers on standard output")
        ->required();
    serve.footer(
        "One message of JSON-RPC 2.0 on each line, as in the Model Context Protocol. Ends with its "
        "input.");
}

bool hasDisplay() {
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (const char* value = std::getenv(name); value && *value) return true;
    return false;
}

/// Whether a lesson is free of errors; prints them if not.
bool checkedLesson(const Catalogue& catalogue, const std::string& folder) {
    const std::string file = (std::filesystem::path(folder) / lessonFile).string();
    const auto lesson = readLesson(folder, (resourcesDirectory() / "examples").string());
    if (!lesson) print(lesson.error(), file);
    if (!lesson) return false;
    const auto good = checkLesson(*lesson, catalogue);
    if (!good) print(good.error(), file);
    return good.has_value();
}

int openWindowOrSay(int argc, char** argv, const Catalogue& catalogue,
                    const app::WindowRequest& request, const OpenWindow& openWindow) {
    if (!request.lesson.empty() && !checkedLesson(catalogue, request.lesson)) return exitBadUse;
    if (openWindow && hasDisplay()) return openWindow(argc, argv, request);
    const std::string why = openWindow ? "no display for the window" : "no window in this build";
    print(why + "; to simulate without one, use: momentree run FILE");
    return exitBadUse;
}

bool parse(CLI::App& app, int argc, char** argv, int& exitCode) {
    try {
        app.parse(argc, argv);
        return true;
    } catch (const CLI::Success& asked) {
        exitCode = app.exit(asked);
    } catch (const CLI::ParseError& problem) {
        print(std::string(problem.what()) + "; see momentree --help");
        exitCode = exitBadUse;
    }
    return false;
}

}  // namespace

int commandLine(int argc, char** argv, const OpenWindow& openWindow) try {
    CLI::App app("Momentree, a laboratory for multibody dynamics", "momentree");
    app.set_version_flag("--version", app::versions());
    app.allow_windows_style_options(false)->footer(footer);  // "/a.json" is a file everywhere
    Request request;
    app.add_option("FILE", request.window.file, "Open the window with this model or study");
    app.add_option("--lesson", request.window.lesson,
                   "Open the window with the lesson in this folder")
        ->type_name("FOLDER");
    app.add_flag_callback(
        "--no-restore", [&request] { request.window.restore = false; },
        "Do not restore unsaved work or the last model");
    addBoardSecret(app);
    addRun(app, request.run);
    addCompare(app, request.compare);
    addReplay(app, request.replay);
    addCheck(app, request.check);
    addAnalyse(app, request.analyse);
    addSynthesise(app, request.synthesise);
    addGrade(app, request.grade);
    addPaper(app, request.paper);
    addCost(app, request.cost);
    addList(app, request.list);
    addExport(app, request.write);
    addGenerate(app, request.generate);
    addBoard(app, request.board);
    addServe(app);
    app.require_subcommand(0, 1);

    int exitCode = exitDone;
    if (!parse(app, argc, argv, exitCode)) return exitCode;
    Catalogue catalogue;
    app::addAccelerators(catalogue);
    if (app.got_subcommand("run")) return runCommand(catalogue, request.run);
    if (app.got_subcommand("compare")) return compareCommand(catalogue, request.compare);
    if (app.got_subcommand("replay")) return replayCommand(catalogue, request.replay);
    if (app.got_subcommand("check")) return checkCommand(catalogue, request.check);
    if (app.got_subcommand("analyse")) return analyseCommand(catalogue, request.analyse);
    if (app.got_subcommand("synthesise")) return synthesiseCommand(request.synthesise);
    if (app.got_subcommand("grade")) return gradeCommand(request.grade);
    if (app.got_subcommand("paper")) return paperCommand(catalogue, request.paper);
    if (app.got_subcommand("cost")) return costCommand(catalogue, request.cost);
    if (app.got_subcommand("list")) return listCommand(catalogue, request.list);
    if (app.got_subcommand("export")) return exportCommand(catalogue, request.write);
    if (app.got_subcommand("generate")) return generateCommand(request.generate);
    if (app.got_subcommand("board")) return boardCommand(request.board);
    if (app.got_subcommand("serve")) return serveCommand();
    return openWindowOrSay(argc, argv, catalogue, request.window, openWindow);
} catch (const std::bad_alloc&) {
    print("out of memory");
    return exitFailed;
} catch (const std::exception& e) {
    print(std::string("internal error: ") + e.what());
    return exitFailed;
}

}  // namespace momentree::cli
