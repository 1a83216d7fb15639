// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/agent/loaded_model.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "fpga_link/protocol/crc32.hpp"

namespace momentree::fpga {

namespace {

constexpr std::size_t angleWord = 0, momentumWord = 1;

Trajectory trajectoryOf(const wire::LoadModel& message) {
    Trajectory trajectory;
    trajectory.mechanism.closed = message.closed != 0;
    trajectory.mechanism.gravityX = message.gravityX;
    trajectory.mechanism.gravityY = message.gravityY;
    for (const wire::Body& body : message.bodies) {
        trajectory.mechanism.bodies.push_back(
            {body.length, body.cx, body.cy, body.mass, body.inertia, body.damping});
        trajectory.start.angle.push_back(body.angle);
        trajectory.start.momentum.push_back(body.momentum);
    }
    return trajectory;
}

Register inLane(Register place, std::size_t lane) {
    return {place.bank + LoadedModel::banksOfLane * static_cast<int>(lane), place.address};
}
void addImage(LoadedModel& model, const std::vector<InitialWord>& image, std::size_t lane) {
    for (const InitialWord& word : image)
        model.image.push_back({inLane(word.place, lane), word.bits});
}

/// The trajectories of a lane: `own` of them, the last one of all repeated at the end.
std::vector<Trajectory> shareOf(const std::vector<Trajectory>& all, std::size_t lane,
                                std::size_t own) {
    std::vector<Trajectory> share;
    for (std::size_t i = 0; i < own; ++i)
        share.push_back(all[std::min(lane * own + i, all.size() - 1)]);
    return share;
}

/// The programs of the lanes, none if they differ in their words.
std::vector<Program> spread(const LoadedModel& model, std::size_t lanes, CompileOptions options) {
    options.ownConstants = true;
    std::vector<Program> programs;
    const std::size_t own = (model.trajectories.size() + lanes - 1) / lanes;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        Compiled compiled = compile(shareOf(model.trajectories, lane, own), options);
        if (!compiled.program) return {};
        programs.push_back(std::move(*compiled.program));
        const auto same = [](const ProgramWord& a, const ProgramWord& b) {
            return encode(a) == encode(b);
        };
        if (!std::ranges::equal(programs[lane].words, programs[0].words, same)) return {};
        programs[0].pivotLimit = std::max(programs[0].pivotLimit, programs[lane].pivotLimit);
    }
    return programs;
}

void locate(LoadedModel& model, const std::vector<Program>& programs) {
    const std::size_t n = model.trajectories[0].mechanism.bodies.size();
    std::vector<std::vector<std::size_t>> wordOfState(programs.size());
    for (std::size_t lane = 0; lane < programs.size(); ++lane) {
        const Program& program = programs[lane];
        addImage(model, program.image, lane);
        wordOfState[lane].assign(program.states.size(), LoadedModel::dropped);
        const std::vector<Trajectory> share = shareOf(model.trajectories, lane, model.perLane);
        for (std::size_t j = 0; j < model.perLane; ++j) {
            const std::size_t k = lane * model.perLane + j;
            if (k >= model.trajectories.size()) break;
            if (j == 0)
                for (const Register& place : program.states)
                    model.states.push_back(inLane(place, lane));
            for (std::size_t i = 0; i < n; ++i) {
                const auto at = [&](std::size_t word) {
                    return stateIndex(share, model.method, j, i, word);
                };
                model.angle.push_back(inLane(program.states[at(angleWord)], lane));
                model.momentum.push_back(inLane(program.states[at(momentumWord)], lane));
                const std::size_t row = k * (model.head() + 2 * n) + model.head();
                wordOfState[lane][at(angleWord)] = row + i;
                wordOfState[lane][at(momentumWord)] = row + n + i;
            }
        }
    }
    for (const int state : model.program.sampleOrder)
        for (const std::vector<std::size_t>& words : wordOfState)
            model.sampleOrder.push_back(words[static_cast<std::size_t>(state)]);
}

/// Why these models cannot run together, empty if they can.
std::string refusalOf(std::span<const wire::LoadModel> messages) {
    if (messages.empty()) return "LOAD_MODELS needs 1 to 64 trajectories";
    const wire::LoadModel& first = messages[0];
    for (std::size_t k = 1; k < messages.size(); ++k) {
        const wire::LoadModel& other = messages[k];
        if (other.method != first.method || other.step != first.step ||
            other.phased != first.phased || other.bodies.size() != first.bodies.size())
            return "trajectory " + std::to_string(k + 1) +
                   ": method, step, phases and number of bodies must be those of the first one";
    }
    return {};
}

Outcome<LoadedModel> build(std::span<const wire::LoadModel> messages, bool tagged,
                           std::size_t lanes) {
    if (const std::string reason = refusalOf(messages); !reason.empty())
        return fault(wire::ErrorCode::BadPayload, reason);
    const wire::LoadModel& first = messages[0];
    LoadedModel model;
    for (const wire::LoadModel& message : messages)
        model.trajectories.push_back(trajectoryOf(message));
    model.tagged = tagged;
    model.step = first.step;
    model.method =
        first.method == wire::Method::Euler ? PlanarMethod::Euler : PlanarMethod::RungeKutta4;
    const CompileOptions options{model.method, first.step, first.phased != 0};
    model.perLane = (model.trajectories.size() + lanes - 1) / lanes;
    std::vector<Program> programs;
    if (lanes > 1) programs = spread(model, lanes, options);
    if (programs.empty()) {
        Compiled compiled = compile(model.trajectories, options);
        if (!compiled.program) return fault(wire::ErrorCode::BadPayload, compiled.refusal);
        model.perLane = model.trajectories.size();
        programs.assign(lanes, *compiled.program);
    }
    model.program = programs[0];
    locate(model, programs);
    return model;
}

/// Why this is no program for the engine, empty if it is one.
std::string refusalOf(const wire::LoadProgram& message) {
    if (message.words.empty() || message.words.size() % ProgramBits{}.size() != 0)
        return "a program needs whole words of eight parts, at least one";
    if (message.passes < 1 || message.passes > 4) return "a step has 1 to 4 passes";
    const auto inFile = [](std::uint32_t place) { return place < wire::maxPlaces; };
    if (!std::ranges::all_of(message.kept, inFile) ||
        !std::ranges::all_of(message.image, inFile, &wire::PlacedWord::place))
        return "the register file has " + std::to_string(wire::maxPlaces) + " words";
    std::vector<std::uint32_t> row = message.coordinates;
    row.insert(row.end(), message.momenta.begin(), message.momenta.end());
    const auto isKept = [&](std::uint32_t k) { return k < message.kept.size(); };
    if (row.empty() || message.coordinates.size() != message.momenta.size() ||
        !std::ranges::all_of(row, isKept))
        return "a row needs as many momenta as coordinates, all of them words that are kept";
    std::vector<std::uint32_t> samples = message.samples;
    std::ranges::sort(row);
    std::ranges::sort(samples);
    if (row != samples || std::ranges::adjacent_find(row) != row.end())
        return "the words of the FIFO must be those of a row, each once";
    return {};
}

/// The program of the message, which has been checked.
Program programOf(const wire::LoadProgram& message) {
    const auto registerOf = [](std::uint32_t place) {
        return Register{static_cast<int>(place / Machine::bankWords),
                        static_cast<int>(place % Machine::bankWords)};
    };
    Program program;
    std::vector<ProgramBits> bits(message.words.size() / ProgramBits{}.size());
    for (std::size_t i = 0; i < message.words.size(); ++i)
        bits[i / ProgramBits{}.size()][i % ProgramBits{}.size()] = message.words[i];
    program.words = decode(bits);
    for (const wire::PlacedWord& word : message.image)
        program.image.push_back({registerOf(word.place), word.word});
    for (const std::uint32_t place : message.kept) program.states.push_back(registerOf(place));
    for (const std::uint32_t state : message.samples)
        program.sampleOrder.push_back(static_cast<int>(state));
    for (std::size_t k = 0; k < message.phases.size(); ++k) {
        const wire::PhaseClocks& clocks = message.phases[k];
        const auto number = [](std::uint32_t value) { return static_cast<int>(value); };
        if (clocks.first >= clocks.end) continue;
        program.phases.push_back({static_cast<FabricPhase>(k),
                                  {number(clocks.sums), number(clocks.products),
                                   number(clocks.reciprocals), number(clocks.roundings)},
                                  number(clocks.first),
                                  number(clocks.end)});
    }
    program.passes = message.passes;
    program.phased = message.phased != 0;
    program.pivotLimit = message.pivotLimit;
    return program;
}

}  // namespace

Outcome<LoadedModel> buildModel(const wire::LoadProgram& message, std::size_t lanes) {
    if (const std::string reason = refusalOf(message); !reason.empty())
        return fault(wire::ErrorCode::BadPayload, reason);
    LoadedModel model;
    model.program = programOf(message);
    std::size_t samples = 0;
    for (const ProgramWord& word : model.program.words)
        samples += static_cast<std::size_t>(std::ranges::count_if(word, &Slot::sample));
    if (samples != message.samples.size())
        return fault(wire::ErrorCode::BadPayload, "the program sends " + std::to_string(samples) +
                                                      " words, not " +
                                                      std::to_string(message.samples.size()));
    std::vector<std::size_t> placeInRow(message.kept.size());
    std::size_t place = model.head();
    for (const std::uint32_t state : message.coordinates) {
        model.angle.push_back(model.program.states[state]);
        placeInRow[state] = place++;
    }
    for (const std::uint32_t state : message.momenta) {
        model.momentum.push_back(model.program.states[state]);
        placeInRow[state] = place++;
    }
    for (const std::uint32_t state : message.samples)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            model.sampleOrder.push_back(lane == 0 ? placeInRow[state] : LoadedModel::dropped);
    model.states = model.program.states;
    for (std::size_t lane = 0; lane < lanes; ++lane) addImage(model, model.program.image, lane);
    return model;
}

Outcome<LoadedModel> buildModel(const wire::LoadModel& message, std::size_t lanes) {
    return build({&message, 1}, false, lanes);
}
Outcome<LoadedModel> buildModel(const wire::LoadModels& message, std::size_t lanes) {
    return build(message.models, true, lanes);
}

std::uint32_t crcOf(const Program& program) {
    std::uint32_t crc = 0;
    for (const ProgramWord& word : program.words)
        for (const std::uint32_t part : encode(word)) crc = crc32(crc, part);
    return crc;
}

Outcome<std::vector<std::uint32_t>> stateWords(const LoadedModel& model,
                                               const wire::SetState& state) {
    if (model.isProgram())
        return fault(wire::ErrorCode::Unsupported,
                     "the state of a program cannot be set; load it again with another image");
    const std::size_t all = model.angle.size(), n = model.bodies();
    if (state.angle.size() != all || state.momentum.size() != all)
        return fault(wire::ErrorCode::BadPayload,
                     "the state needs one angle and one momentum for each of the " +
                         std::to_string(all) + " bodies");
    std::vector<Trajectory> moved = model.trajectories;
    for (std::size_t i = 0; i < all; ++i) {
        PlanarState& start = moved[i / n].start;
        start.angle[i % n] = std::bit_cast<float>(state.angle[i]);
        start.momentum[i % n] = std::bit_cast<float>(state.momentum[i]);
        if (!std::isfinite(start.angle[i % n]) || !std::isfinite(start.momentum[i % n]))
            return fault(wire::ErrorCode::BadPayload,
                         "the state of body " + std::to_string(i + 1) + " is not finite");
    }
    std::vector<std::uint32_t> words;
    for (std::size_t lane = 0; lane * model.perLane < moved.size(); ++lane)
        for (const double value : startingWords(shareOf(moved, lane, model.perLane), model.method))
            words.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(value)));
    return words;
}

}  // namespace momentree::fpga
