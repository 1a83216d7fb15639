// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "fpga_link/arithmetic/fp32_latency.hpp"
#include "fpga_link/functions/microcode.hpp"

namespace momentree::fpga::functions {

namespace {

// From issue to the unit's inputs: words are read, then registered.
constexpr int readClocks = 2;
constexpr int orderClocks = readClocks + 1;  ///< until the exchange affects later addresses
constexpr int inverseStride = 8;             ///< words of a row of an inverse that is read again
constexpr int firstScratch = 0x280;
constexpr int scratchWords = 384;

int latencyOf(Unit unit) {
    switch (unit) {
        case Unit::Multiply:
            return fp32MulLatency;
        case Unit::Reciprocal:
            return fp32RcpLatency;
        case Unit::Add:
        case Unit::Move:
            return fp32AddLatency;
        default:
            return 0;
    }
}
/// Clock in which a result is written, counted from its issue.
int writeClocks(Unit unit) { return readClocks + latencyOf(unit); }

struct Dependence {
    int on;
    int clocks;  ///< minimum distance of the issues
};

bool isMapped(const Location& place) {
    return place.kind == Location::Kind::Row || place.kind == Location::Kind::Column;
}

/// Dependences of every operation. Words are written once, except mapped ones; an exchange of rows
/// waits for all earlier mapped operations, and later ones wait for the exchange. A word of an
/// inverse, whose columns are mapped, waits for all of its row.
class Dependences {
public:
    explicit Dependences(const std::vector<MicroOperation>& operations)
        : operations_(operations), of(operations.size()) {
        for (int i = 0; i < static_cast<int>(operations.size()); ++i) add(i);
    }

private:
    const MicroOperation& at(int i) const { return operations_[static_cast<std::size_t>(i)]; }

    void add(int i) {
        const MicroOperation& operation = at(i);
        if (operation.unit == Unit::Order) {
            for (const int earlier : epoch_) depend(i, earlier, waitFor(earlier));
            epoch_.clear();
            writer_.clear();
        }
        read(i, operation.a.place);
        read(i, operation.b.place);
        if (operation.unit == Unit::Order) {
            lastOrder_ = i;
            epoch_.push_back(i);
            return;
        }
        if (!isMapped(operation.target)) return;
        if (lastOrder_ >= 0) depend(i, lastOrder_, orderClocks);
        if (operation.target.kind == Location::Kind::Row) {
            for (const int reader : readers_[operation.target.number]) depend(i, reader, 0);
            writer_[operation.target.number] = i;
        } else {
            inverseRows_[operation.target.number / inverseStride].push_back(i);
        }
        epoch_.push_back(i);
    }

    void read(int i, const Location& place) {
        if (place.kind == Location::Kind::Result) {
            depend(i, place.number, writeClocks(at(place.number).unit) + 1);
        } else if (place.kind == Location::Kind::Row) {
            if (lastOrder_ >= 0) depend(i, lastOrder_, orderClocks);
            if (const auto found = writer_.find(place.number); found != writer_.end())
                depend(i, found->second, writeClocks(at(found->second).unit) + 1);
            readers_[place.number].push_back(i);
            if (at(i).unit != Unit::Order) epoch_.push_back(i);
        } else if (const auto row = inverseRows_.find(place.number / inverseStride);
                   row != inverseRows_.end()) {
            for (const int writer : row->second)
                depend(i, writer, writeClocks(at(writer).unit) + 1);
        }
    }

    int waitFor(int earlier) const {
        const MicroOperation& operation = at(earlier);
        if (operation.unit == Unit::Order) return orderClocks;
        return isMapped(operation.target) ? writeClocks(operation.unit) + 1 : 1;
    }

    void depend(int i, int on, int clocks) {
        if (on != i) of[static_cast<std::size_t>(i)].push_back({on, clocks});
    }

    const std::vector<MicroOperation>& operations_;
    int lastOrder_ = -1;
    std::vector<int> epoch_;  ///< mapped operations since the last exchange
    std::map<int, int> writer_;
    std::map<int, std::vector<int>> readers_;
    std::map<int, std::vector<int>> inverseRows_;  ///< writers of each row, by its words

public:
    std::vector<std::vector<Dependence>> of;
};

/// Clocks from the issue of each operation to the end of everything that depends on it.
std::vector<int> urgencies(const std::vector<MicroOperation>& operations,
                           const Dependences& dependences) {
    std::vector<int> urgency(operations.size());
    for (std::size_t i = operations.size(); i-- > 0;) {
        urgency[i] = std::max(urgency[i], writeClocks(operations[i].unit));
        for (const Dependence& dependence : dependences.of[i]) {
            int& before = urgency[static_cast<std::size_t>(dependence.on)];
            before = std::max(before, urgency[i] + dependence.clocks);
        }
    }
    return urgency;
}

constexpr int notYet = -1;

/// Clock of issue of every operation: always the most urgent one that is ready.
std::vector<int> issues(const std::vector<MicroOperation>& operations) {
    const Dependences dependences(operations);
    const std::vector<int> urgency = urgencies(operations, dependences);
    std::vector<int> issue(operations.size(), notYet);
    std::set<int> writes;
    int nextReciprocal = 0;
    const auto canGo = [&](std::size_t i, int clock) {
        const Unit unit = operations[i].unit;
        if (unit == Unit::Reciprocal && clock < nextReciprocal) return false;
        if (unit != Unit::Order && writes.contains(clock + writeClocks(unit))) return false;
        return std::all_of(dependences.of[i].begin(), dependences.of[i].end(), [&](auto& on) {
            const int before = issue[static_cast<std::size_t>(on.on)];
            return before != notYet && clock >= before + on.clocks;
        });
    };
    std::size_t left = operations.size();
    for (int clock = 0; left > 0; ++clock) {
        std::size_t best = operations.size();
        for (std::size_t i = 0; i < operations.size(); ++i)
            if (issue[i] == notYet && (best == operations.size() || urgency[i] > urgency[best]) &&
                canGo(i, clock))
                best = i;
        if (best == operations.size()) continue;
        const Unit unit = operations[best].unit;
        issue[best] = clock;
        --left;
        if (unit != Unit::Order) writes.insert(clock + writeClocks(unit));
        if (unit == Unit::Reciprocal) nextReciprocal = clock + fp32RcpInterval;
    }
    return issue;
}

/// Words for results without a fixed place; a word is free after its last read.
class Scratch {
public:
    explicit Scratch(const std::vector<MicroOperation>& operations, const std::vector<int>& issue)
        : lastRead_(operations.size(), 0) {
        for (std::size_t i = 0; i < operations.size(); ++i)
            for (const Operand& operand : {operations[i].a, operations[i].b})
                if (operand.place.kind == Location::Kind::Result) {
                    int& last = lastRead_[static_cast<std::size_t>(operand.place.number)];
                    last = std::max(last, issue[i]);
                }
        freeFrom_.fill(-1);
    }

    /// @param written clock of the write
    /// @return address, or -1 if all words are in use
    int place(std::size_t operation, int written) {
        for (std::size_t word = 0; word < freeFrom_.size(); ++word)
            if (freeFrom_[word] < written) {
                freeFrom_[word] = std::max(lastRead_[operation], written);
                return firstScratch + static_cast<int>(word);
            }
        return -1;
    }

private:
    std::vector<int> lastRead_;
    std::array<int, scratchWords> freeFrom_{};
};

}  // namespace

Schedule scheduled(const Recorder& recorder) {
    std::vector<MicroOperation> operations = recorder.operations();
    const std::vector<int> issue = issues(operations);
    std::vector<std::size_t> order(operations.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
        return issue[left] + writeClocks(operations[left].unit) <
               issue[right] + writeClocks(operations[right].unit);
    });
    Scratch scratch(operations, issue);
    for (const std::size_t i : order)
        if (operations[i].target.kind == Location::Kind::Result &&
            operations[i].unit != Unit::Order)
            operations[i].target = {Location::Kind::Word,
                                    scratch.place(i, issue[i] + writeClocks(operations[i].unit))};
    for (MicroOperation& operation : operations)
        for (Operand* operand : {&operation.a, &operation.b})
            if (operand->place.kind == Location::Kind::Result)
                operand->place = operations[static_cast<std::size_t>(operand->place.number)].target;
    std::sort(order.begin(), order.end(),
              [&](std::size_t left, std::size_t right) { return issue[left] < issue[right]; });
    Schedule schedule;
    for (const std::size_t i : order) {
        schedule.operations.push_back(operations[i]);
        schedule.issue.push_back(issue[i]);
        schedule.length = std::max(schedule.length, issue[i] + writeClocks(operations[i].unit) + 1);
    }
    return schedule;
}

}  // namespace momentree::fpga::functions
