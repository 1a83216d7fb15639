// SPDX-License-Identifier: Apache-2.0
// momentree-campaign: generates mechanisms and compares all formulations on each. Failures are
// shrunk and written as model files.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <thread>

#include "campaign/jobs.hpp"
#include "campaign/known.hpp"
#include "campaign/shrink.hpp"
#include "core/io/model_file.hpp"

namespace momentree::campaign {
namespace {

constexpr std::uint64_t blockSize = 256;  ///< mechanisms between two states written

struct Options {
    std::uint64_t count = 1000, seed = 1;
    std::filesystem::path folder, known, seeds;
    int steps = 100;
    unsigned jobs = std::max(std::thread::hardware_concurrency(), 1U);
    bool quiet = false, whole = false;
};

/// Where a campaign stands; written after each block.
struct State {
    std::uint64_t next = 0;
    std::map<std::string, std::uint64_t> counts;  ///< by kind and reason, "failed: drift: aba"
};

volatile std::sig_atomic_t interrupted = 0;

std::string oneLine(std::string text) {
    for (char& c : text)
        if (c == '\n' || c == '\t') c = ' ';
    return text;
}

void save(Mechanism mechanism, const Verdict& verdict, const std::filesystem::path& path) {
    mechanism.description.title = verdict.reason;
    mechanism.description.text = mechanism.kind + ". " + verdict.detail;
    if (const auto saved = saveModelFile(mechanism.description, path.string()); !saved)
        std::cerr << toString(saved.error().front()) << '\n';
}

bool isNew(const std::string& kind, const std::string& reason, const Known& known) {
    return std::ranges::any_of(classesOf(kind, reason),
                               [&](const std::string& name) { return !known.contains(name); });
}

Outcome examine(const Options& options, const Known& known, std::uint64_t seed) {
    Mechanism mechanism = generate(seed);
    Verdict verdict = judge(mechanism, options.steps, &mechanism.description.run);
    const bool fresh = isNew(nameOf(verdict.kind), verdict.reason, known);
    const bool kept = fresh || (options.whole && verdict.kind != Kind::Agrees);
    if (kept && !options.folder.empty()) {
        if (fresh && !options.whole)
            mechanism = shrink(std::move(mechanism), options.steps, verdict);
        save(mechanism, verdict,
             options.folder / ("seed-" + std::to_string(seed) + ".momentree.json"));
    }
    return {seed, nameOf(verdict.kind), oneLine(verdict.reason),
            oneLine(mechanism.kind + ": " + verdict.detail)};
}

std::filesystem::path statePath(const Options& options) { return options.folder / "state.txt"; }

/// The state of an earlier campaign of the same seed in this folder, or a new one.
State stateOf(const Options& options) {
    State state{options.seed, {}};
    if (options.folder.empty()) return state;
    std::ifstream file(statePath(options));
    std::uint64_t seed = 0, next = 0;
    if (!(file >> seed >> next) || seed != options.seed) return state;
    state.next = next;
    std::uint64_t count = 0;
    for (std::string reason; file >> count && std::getline(file >> std::ws, reason);)
        state.counts[reason] = count;
    return state;
}

void save(const State& state, const Options& options) {
    if (options.folder.empty()) return;
    const std::filesystem::path fresh = options.folder / "state.new";
    {
        std::ofstream file(fresh);
        file << options.seed << ' ' << state.next << '\n';
        for (const auto& [reason, count] : state.counts) file << count << ' ' << reason << '\n';
    }
    std::filesystem::rename(fresh, statePath(options));
}

void report(const Outcome& outcome, const Options& options, const Known& known) {
    const bool fresh = isNew(outcome.kind, outcome.reason, known);
    const std::string line = "seed " + std::to_string(outcome.seed) + " " + outcome.kind + ": " +
                             outcome.reason + "; " + outcome.detail + '\n';
    if (!options.folder.empty()) {
        const char* name = fresh ? "failures.txt" : "others.txt";
        std::ofstream(options.folder / name, std::ios::app) << line;
    }
    if (fresh) std::cout << line << std::flush;
}

/// Prints the sums. Returns whether all defects are of known classes and as rare as said there.
bool summarise(const State& state, const Options& options, const Known& known) {
    const std::uint64_t total = state.next - options.seed;
    std::map<std::string, std::uint64_t> kinds, classes;
    for (const auto& [reason, count] : state.counts) {
        const std::size_t colon = reason.find(": ");
        const std::string kind = reason.substr(0, colon);
        kinds[kind] += count;
        if (colon == std::string::npos) continue;
        for (const std::string& name : classesOf(kind, reason.substr(colon + 2)))
            classes[name] += count;
    }
    std::cout << total << " mechanisms from seed " << options.seed;
    for (const auto& [kind, count] : kinds) std::cout << ", " << count << ' ' << kind;
    std::cout << '\n';
    if (!options.quiet)
        for (const auto& [reason, count] : state.counts)
            std::cout << "    " << count << ' ' << reason << '\n';
    bool good = true;
    for (const auto& [name, count] : classes) {
        const auto most = known.find(name);
        const double allowed = most == known.end() ? 0.0 : most->second;
        const double found = static_cast<double>(count);
        if (found <= std::ceil(allowed * static_cast<double>(total) / 1000.0)) continue;
        good = false;
        std::cout << (most == known.end() ? "new: " : "more than known: ") << count << ' ' << name
                  << '\n';
    }
    return good;
}

/// Mechanisms that once failed. Returns whether none of them is wrong in a way that is not known;
/// formulations may still stop by name.
bool runSeeds(const Options& options, const Known& known) {
    std::ifstream file(options.seeds);
    if (!file) throw std::runtime_error("cannot read " + options.seeds.string());
    bool good = true;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') continue;
        const Outcome outcome = examine(options, known, std::stoull(line));
        report(outcome, options, known);
        good = good && !(outcome.kind == nameOf(Kind::Failed) &&
                         isNew(outcome.kind, outcome.reason, known));
    }
    return good;
}

int run(const Options& options) {
    if (!options.folder.empty()) std::filesystem::create_directories(options.folder);
    State state = stateOf(options);
    const Known known = options.known.empty() ? Known{} : readKnown(options.known);
    if (!options.seeds.empty()) return runSeeds(options, known) ? 0 : 1;
    const std::uint64_t end = options.seed + options.count;
    std::signal(SIGINT, [](int) { interrupted = 1; });
    while (state.next < end && interrupted == 0) {
        const std::uint64_t stop = std::min(end, state.next + blockSize);
        const auto outcomes = inProcesses(state.next, stop, options.jobs, [&](std::uint64_t seed) {
            return examine(options, known, seed);
        });
        if (interrupted != 0) break;  // the block is repeated next time
        for (const Outcome& outcome : outcomes) {
            const bool agrees = outcome.reason.empty();
            ++state.counts[outcome.kind + (agrees ? "" : ": " + outcome.reason)];
            if (!agrees) report(outcome, options, known);
        }
        state.next = stop;
        save(state, options);
    }
    return summarise(state, options, known) ? 0 : 1;
}

}  // namespace
}  // namespace momentree::campaign

int main(int argc, char** argv) {
    momentree::campaign::Options options;
    CLI::App app("Generates mechanisms and compares all formulations on each.");
    app.add_option("--count", options.count, "number of mechanisms");
    app.add_option("--seed", options.seed, "of the first mechanism");
    app.add_option("--folder", options.folder,
                   "for failures as model files, and for the state: the same command continues an "
                   "interrupted campaign");
    app.add_option("--seeds", options.seeds, "file of single seeds, instead of --count");
    app.add_option("--known", options.known, "file of the known classes of defects");
    app.add_option("--steps", options.steps, "of 0.02 rad that each mechanism runs")
        ->check(CLI::PositiveNumber);
    app.add_option("--jobs", options.jobs, "number of processes")->check(CLI::PositiveNumber);
    app.add_flag("--quiet", options.quiet, "print only the sums");
    app.add_flag("--whole", options.whole,
                 "write all that does not agree, as generated instead of shrunk");
    CLI11_PARSE(app, argc, argv);
    try {
        return momentree::campaign::run(options);
    } catch (const std::exception& problem) {
        std::cerr << "momentree-campaign: " << problem.what() << '\n';
        return 2;
    }
}
