// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/load_model.hpp"
#include "core/generate/text.hpp"
#include "core/io/csv.hpp"
#include "core/session/catalogue.hpp"

namespace CLI {  // NOLINT: of the library
class App;
}

namespace momentree::cli {

/// Below the options of every command.
inline constexpr const char* footer =
    "Exit codes: 0 success; 1 the run failed or was stopped (results so far are kept); 2 bad "
    "usage\n"
    "or bad file. FILE can be - for standard input.";

/// Options of `momentree run`; missing ones come from the file, then from the formulation.
struct RunOptions : ModelOptions {
    std::optional<std::string> formulation, backend, integrator;
    std::optional<double> step, duration, sample;  ///< [s]
    std::optional<std::string> csv, report, png;   ///< paths; "-" is standard output
    std::optional<std::string> hdf5, vtk;          ///< paths of files
    std::optional<std::string> capsule, parquet;   ///< paths of files
    std::optional<std::string> labReport;          ///< path of a file, .html or .pdf
    CsvColumns columns = CsvColumns::All;
    bool units = false;                     ///< a second row with the units of the columns
    bool error = false;                     ///< estimate it
    std::optional<std::string> controller;  ///< path of a functional mock-up unit
};

/// Options of `momentree compare` for studies only.
struct StudyCommandOptions {
    std::optional<std::string> out;    ///< folder of results
    std::optional<std::string> table;  ///< path; "-" is standard output
    std::optional<std::string> task;   ///< "K/N"
    int jobs = 0;                      ///< 0 for as many as the processors allow
    bool workPrecision = false;
    bool given() const { return out || table || task || jobs != 0 || workPrecision; }
};

/// Options of `momentree compare`. Missing ones come from the file, then from the formulation of
/// each run.
struct CompareOptions : ModelOptions {              // the file is a model or a study
    std::vector<std::string> with;                  ///< "hdca", "naudet+float32", "aba+rk4"
    std::optional<std::string> recording, mapping;  ///< paths of a table and how it is read
    std::optional<double> step, duration, sample;   ///< [s]
    std::optional<std::string> csv;                 ///< path; "-" is standard output
    CsvColumns columns = CsvColumns::All;
    bool units = false;
    StudyCommandOptions study;
};

/// Options of `momentree check`.
struct CheckOptions : ModelOptions {
    bool json = false;  ///< print only an array of problems and warnings to standard output
};

/// Options of `momentree export`.
struct ExportOptions : ModelOptions {
    std::string to;  ///< output path; its extension selects the format
    int fmi = 3;     ///< version of FMI, 2 or 3
};

/// Options of `momentree generate`.
struct GenerateOptions : ModelOptions {
    std::string to = "-";  ///< path of the code; "-" is standard output
    GeneratedParts parts;
    std::vector<std::string> by;  ///< parameters of the slopes
};

/// Options of `momentree replay`.
struct ReplayOptions {
    std::string file;  ///< a report, an HDF5 file or a capsule
    bool quiet = false;
};

/// Options of `momentree analyse`.
struct AnalyseOptions : ModelOptions {
    std::string kind;
    std::optional<double> duration, step;  ///< [s]
    std::optional<std::string> csv;        ///< path; "-" is standard output
    std::optional<std::string> loadCase;   ///< path, .inp or .json
    std::optional<std::string> body;       ///< of the load case
    std::optional<std::string> data;       ///< path of measured columns
    std::vector<std::string> fitted;       ///< parameters to find
    std::vector<std::string> columns;      ///< "MEASURED=COLUMN"
    std::optional<std::string> over;       ///< "NAME=FROM:TO:COUNT"
    std::vector<std::string> actuated;     ///< "JOINT" or "JOINT.COORDINATE"
    bool json = false;
};
/// The kinds of `momentree analyse`.
std::vector<std::string> analysisKinds();

/// Options of `momentree synthesise`.
struct SynthesiseOptions {
    std::string kind;            ///< path, positions, function
    std::string file, to;        ///< the table, the model
    std::string family = "any";  ///< of paths: any, four-bar, five-bar, chain
    int cranks = 9;              ///< of a chain
    double transmission = 0.0;   ///< least angle [deg]
    /// Link over the size of the curve or the positions; default of the kind.
    std::optional<double> longest;
    double ground = 0.1;                        ///< length of a function generator's ground [m]
    std::optional<std::vector<double>> pivots;  ///< X0, Y0, X1, Y1 [m]
    std::uint64_t seed = 1;
    double seconds = 60.0;
    int jobs = 0;  ///< threads, 0 for as many as the processors allow
    bool json = false;
};

/// Options of `momentree grade`.
struct GradeOptions {
    std::string submissions;          ///< a file or a folder of files
    std::string exercise;             ///< folder
    std::optional<std::string> task;  ///< a student, whose task is printed instead
    std::optional<std::string> make;  ///< a course system, for which the folder `to` is written
    std::string to;
    std::optional<std::string> csv;  ///< path; "-" is standard output
    bool json = false;
    int jobs = 0;  ///< 0 for as many as the processors allow
};

/// Options of `momentree paper`.
struct PaperOptions {
    std::string paper, figure;        ///< empty: all
    std::optional<std::string> csv;   ///< path; "-" is standard output
    std::optional<std::string> page;  ///< the same, for all figures as Markdown
};

/// Options of `momentree cost`.
struct CostOptions {
    std::string family = "chain";
    std::vector<std::string> formulations{"hdca", "naudet", "index3-dca", "lagrange-index1"};
    std::vector<int> bodies{2, 4, 8, 16, 32, 64, 128, 256}, threads{1};
    std::optional<std::string> csv;  ///< path; "-" is standard output
    bool quiet = false;
};

/// Options of `momentree board`.
struct BoardOptions {
    std::string action;   ///< test
    std::string address;  ///< HOST:PORT, virtual-board or virtual-board:rtl
};

// Each returns an exit code and prints errors to standard error.
int runCommand(const Catalogue& catalogue, const RunOptions& options);
int compareCommand(const Catalogue& catalogue, const CompareOptions& options);
int recordingCommand(const Catalogue& catalogue, const CompareOptions& options);
int studyCommand(const Catalogue& catalogue, const CompareOptions& options);
int replayCommand(const Catalogue& catalogue, const ReplayOptions& options);
int analyseCommand(const Catalogue& catalogue, const AnalyseOptions& options);
int synthesiseCommand(const SynthesiseOptions& options);
int gradeCommand(const GradeOptions& options);
/// Declares the command with its options.
void addPaper(CLI::App& app, PaperOptions& options);
int paperCommand(const Catalogue& catalogue, const PaperOptions& options);
/// Declares the command with its options.
void addCost(CLI::App& app, CostOptions& options);
int costCommand(const Catalogue& catalogue, const CostOptions& options);
int checkCommand(const Catalogue& catalogue, const CheckOptions& options);
int exportCommand(const Catalogue& catalogue, const ExportOptions& options);
int generateCommand(const GenerateOptions& options);
int boardCommand(const BoardOptions& options);
int serveCommand();
/// @param what formulations, backends, integrators, joints or examples
int listCommand(const Catalogue& catalogue, const std::string& what);

}  // namespace momentree::cli
