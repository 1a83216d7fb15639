// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/diagnostics/mechanism_energies.hpp"
#include "core/diagnostics/power_balance.hpp"
#include "core/session/contact_advice.hpp"
#include "core/stepping/run_spec.hpp"
#include "core/stepping/stepper.hpp"

namespace momentree {

/// Something that a run has noticed and that does not end it.
struct RunNote {
    double time = 0.0;  ///< [s]
    Message text;
    bool warns = true;  ///< otherwise it belongs to the motion, as an impact does
};

/// Whether the constraints of a run may open, and do work.
bool yields(const RunSpec& spec);

/// Watches the power balance, the drift, the corrections and the speeds of a run. Each kind of note
/// appears once.
class RunMonitor {
public:
    /// Of a stepper that computes with doubles, unless `computesWith` says otherwise.
    RunMonitor(const Model& model, const RunSpec& spec);

    /// Whether the balance needs `follow`.
    bool needsPower() const { return needsPower_ || settling_; }
    /// Takes a state between samples. Once called, only these states and the newest sample
    /// determine the balance, so that it does not depend on the times of the samples.
    /// @return steps until it needs the next one: the more, the smoother the power is
    std::int64_t follow(const Sample& between);
    /// Takes the rounding of the numbers that the stepper computes with, relative, once it knows.
    void computesWith(double rounding);
    /// To be called for every sample.
    /// @return `BalanceLost` if the energy says that the motion is wrong, `Contradiction` if joints
    /// are apart
    StepStatus check(const Sample& sample, const Progress& progress);
    double balance() const { return balance_; }  ///< [J]
    /// Of the balance, by the integral of the powers alone [J].
    double balanceUncertainty() const { return here_.uncertainty(); }
    /// Sets the works of the sample that was checked last, see `PowerBalance::writeWorks`.
    void writeWorks(Sample& sample) const { here_.writeWorks(sample.exchanges); }
    const std::vector<RunNote>& notes() const { return notes_; }
    /// What contacts so far need of the steps.
    const ContactAdvice& contacts() const { return contacts_; }
    /// Whether the loops close only within the assembly tolerance, at the start or beside it.
    bool rounded() const;

private:
    void noteSteps(double time, double moved);
    void noteSpeeds(const Sample& sample);
    void notePhase(const Sample& sample);
    void noteContacts(const Sample& sample);
    void noteReactions(const Sample& sample);
    double lostOf(const MechanismEnergy& mechanism) const;
    StepStatus checkBalance(const PowerBalance& balance, double time);
    void noteUnmoved(const Sample& sample);
    StepStatus checkDrift(const Sample& sample);
    void settle(double time);
    void start(const Sample& first);
    void noteUnknown(const Sample& sample);

    const Model& model_;
    RunSpec spec_;
    int order_;          ///< of the integrator, 0 if it is adaptive
    double posesKnown_;  ///< poses, relative to the size
    bool needsPower_, follows_ = false;
    const PowerBalance unbegun_;
    PowerBalance followed_;
    PowerBalance here_;                            ///< with the newest sample
    std::int64_t interval_ = 1, longestInterval_;  ///< of the states that are followed [steps]
    double balance_ = 0.0;
    bool lost_ = false;  ///< at the last sample
    std::vector<RunNote> notes_;
    ContactAdvice contacts_;
    std::size_t contactNote_ = 0;  ///< of `notes_`, counted from 1; 0 for none
    bool balanceNoted_ = false, stepsNoted_ = false, driftNoted_ = false;
    bool reactionsNoted_, unbalancedNoted_ = false, unmovedNoted_ = false;
    bool speedsNoted_;
    /// Only if nothing has power and the loops close exactly.
    MechanismEnergies energies_;
    bool conserves_;
    std::vector<double> shifts_;  ///< [mechanisms] of their clocks, see `notePhase` [s]
    double phaseTime_ = 0.0;      ///< of the sample before [s]
    bool phaseNoted_ = false;
    bool started_ = false;
    /// Loops with rounded lengths have not moved yet to where they fit best: the first step does.
    bool settling_ = false;
    bool stepsSettled_ = false;
    double startTime_ = 0.0;       ///< [s]
    double startDrift_ = 0.0;      ///< `Sample::driftRelative`, or beside the start if larger
    double size_ = 1.0;            ///< of the mechanism [m]
    double unknownWork_ = 0.0;     ///< of loads, by corrections and rounding [J]
    double unknownOpening_ = 0.0;  ///< of joints that are open within rounding, now [J]
    double unknownKinetic_ = 0.0;  ///< of speeds that are rounding [J]
};

}  // namespace momentree
