// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/io/results.hpp"
#include "core/session/catalogue.hpp"

namespace momentree::cli {

/// Options of `momentree run`; missing ones come from the file, then from the formulation.
struct RunOptions {
    std::string file;
    std::optional<std::string> formulation, backend, integrator;
    std::optional<double> step, duration, sample;  ///< [s]
    std::optional<std::string> csv, report, png;   ///< paths; "-" is standard output
    std::optional<std::string> hdf5, vtk;          ///< paths of files
    CsvColumns columns = CsvColumns::All;
    std::vector<std::string> parameters;  ///< "NAME=VALUE"
    bool error = false;                   ///< estimate it
    bool quiet = false;
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
struct CompareOptions {
    std::string file;                              ///< a model or a study
    std::vector<std::string> with;                 ///< "hdca", "naudet+float32", "aba+rk4"
    std::optional<double> step, duration, sample;  ///< [s]
    std::optional<std::string> csv;                ///< path; "-" is standard output
    CsvColumns columns = CsvColumns::All;
    std::vector<std::string> parameters;  ///< "NAME=VALUE"
    bool quiet = false;
    StudyCommandOptions study;
};

/// Options of `momentree replay`.
struct ReplayOptions {
    std::string file;  ///< a report or an HDF5 file
    bool quiet = false;
};

// Each returns an exit code and prints errors to standard error.
int runCommand(const Catalogue& catalogue, const RunOptions& options);
int compareCommand(const Catalogue& catalogue, const CompareOptions& options);
int studyCommand(const Catalogue& catalogue, const CompareOptions& options);
int replayCommand(const Catalogue& catalogue, const ReplayOptions& options);
/// @param json print only an array of problems and warnings to standard output
int checkCommand(const Catalogue& catalogue, const std::string& file,
                 const std::vector<std::string>& parameters, bool json);
/// @param to output path; its extension selects the format
int exportCommand(const std::string& file, const std::string& to);
/// @param what formulations, backends, integrators, joints or examples
int listCommand(const Catalogue& catalogue, const std::string& what);

}  // namespace momentree::cli
