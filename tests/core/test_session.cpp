// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#include <limits>
#include <mutex>
#include <stdexcept>

#include "core/session/pace.hpp"
#include "core/session/rate_meter.hpp"
#include "core/session/session.hpp"
#include "support/test_main.hpp"
#include "tests/support/pendulum_catalogue.hpp"

namespace momentree::test_session {

using test::pendulumCatalogue;
using test::pendulumModel;
using test::PendulumOptions;

namespace {

constexpr double veryLong = 1e4;  // [s] simulated

RunSpec spec(double duration = 1.0) {
    RunSpec s;
    s.formulation = "pendulum";
    s.integrator = "rk4";
    s.step = 1e-3;
    s.sample = 0.01;
    s.duration = duration;
    return s;
}

std::unique_ptr<Session> session(const RunSpec& s, const PendulumOptions& options = {}) {
    auto made = Session::create(pendulumCatalogue(options), pendulumModel(), s);
    return made ? std::move(*made) : nullptr;
}

/// The states announced by a session, in order; may be destroyed before the session.
class Announced {
public:
    explicit Announced(Session& session) {
        session.onStateChange([log = log_, &session] {
            const RunState state = session.figures().state;
            const std::lock_guard lock(log->mutex);
            log->states.push_back(state);
        });
    }
    bool endsWith(RunState state) const {
        const std::lock_guard lock(log_->mutex);
        return !log_->states.empty() && log_->states.back() == state;
    }

private:
    struct Log {
        std::mutex mutex;
        std::vector<RunState> states;
    };
    std::shared_ptr<Log> log_ = std::make_shared<Log>();
};

/// Rows without the phase times, which differ between runs.
std::vector<double> values(const Session& s) {
    std::vector<double> all;
    for (std::size_t r = 0; r < s.recording()->size(); ++r) {
        const auto row = s.recording()->row(r);
        all.insert(all.end(), row.begin(), row.begin() + s.layout().csvWidth());
    }
    return all;
}

}  // namespace

class TestSession : public QObject {
    Q_OBJECT

private slots:
    void startsPausedWithTheFirstRow() {
        const auto s = session(spec());
        QVERIFY(s);
        QVERIFY(s->figures().state == RunState::Paused);
        QCOMPARE(s->recording()->size(), std::size_t(1));
        QCOMPARE(s->recording()->at(0, 0), 0.0);
    }
    void playsToTheEnd() {
        const auto s = session(spec());
        Announced announced(*s);
        s->setSpeed(0.0);
        s->play();
        QTRY_VERIFY(announced.endsWith(RunState::Finished));
        QCOMPARE(s->recording()->size(), std::size_t(101));
        for (std::size_t k = 0; k <= 100; ++k)
            QVERIFY(s->recording()->at(k, 0) == (k == 100 ? 1.0 : 0.01 * static_cast<double>(k)));
        const RunFigures figures = s->figures();
        QCOMPARE(figures.time, 1.0);
        QCOMPARE(figures.steps, 1000);
        QVERIFY(!figures.message);
        QVERIFY(figures.wall > 0.0);
        QCOMPARE(s->phases()[static_cast<std::size_t>(Phase::Derivatives)].calls, 4000);
        s->play();
        QVERIFY(s->figures().state == RunState::Finished);
    }
    /// An endless run stays within its memory; the first row and the newest ones are kept.
    void goesOnUntilStopped() {
        RunSpec endless = spec(std::numeric_limits<double>::infinity());
        endless.step = endless.sample = 0.01;
        auto made = Session::create(pendulumCatalogue({}), pendulumModel(), endless, {.budget = 1});
        QVERIFY(made);
        Session& s = **made;
        Announced announced(s);
        s.setSpeed(0.0);
        s.play();
        QTRY_VERIFY(s.recording()->thinnings() > 20);
        QVERIFY(s.figures().state == RunState::Running);
        s.pause();
        QTRY_VERIFY(announced.endsWith(RunState::Paused));
        const auto rows = s.recording();
        QCOMPARE(rows->capacity(), fewestThinnedRows);
        QVERIFY(rows->size() <= fewestThinnedRows);
        QCOMPARE(rows->at(0, 0), 0.0);
        const std::size_t last = rows->size() - 1;
        QCOMPARE(rows->at(last, 0), s.figures().time);
        QVERIFY(rows->at(last, 0) > 0.01 * static_cast<double>(fewestThinnedRows));
        for (std::size_t k = 1; k <= last; ++k) QVERIFY(rows->at(k, 0) > rows->at(k - 1, 0));
        const double newest = rows->at(last, 0) - rows->at(last - 1, 0);
        QVERIFY(std::abs(newest - 0.01) < 1e-9);
        s.play();
        QTRY_VERIFY(s.figures().time > rows->at(last, 0));
    }
    void anEndlessRunNeedsALimitOfMemory() {
        auto made = Session::create(pendulumCatalogue({}), pendulumModel(),
                                    spec(std::numeric_limits<double>::infinity()));
        QVERIFY(!made);
        QCOMPARE(made.error().front().place, Place::setting("duration"));
    }
    void pausesAndGoesOn() {
        const auto s = session(spec(veryLong));
        Announced announced(*s);
        s->setSpeed(0.0);
        s->play();
        QVERIFY(s->figures().state == RunState::Running);
        QTRY_VERIFY(s->recording()->size() > 10);
        s->pause();
        QVERIFY(s->figures().state == RunState::Paused);
        QTRY_VERIFY(announced.endsWith(RunState::Paused));
        const std::size_t rows = s->recording()->size();
        s->stepOnce();
        QTRY_COMPARE(s->recording()->size(), rows + 1);
        QVERIFY(s->figures().state == RunState::Paused);
        s->play();
        QTRY_VERIFY(s->recording()->size() > rows + 10);
    }
    void stepsAreCountedEvenWhenQuick() {
        const auto s = session(spec());
        for (int k = 0; k < 5; ++k) s->stepOnce();
        QTRY_COMPARE(s->recording()->size(), std::size_t(6));
        QTRY_COMPARE(s->figures().steps, 50);
        QVERIFY(s->figures().state == RunState::Paused);
    }
    void stepsReachTheEnd() {
        const auto s = session(spec(0.02));
        for (int k = 0; k < 5; ++k) s->stepOnce();
        QTRY_VERIFY(s->figures().state == RunState::Finished);
        QCOMPARE(s->recording()->size(), std::size_t(3));
    }
    void aNewSessionRepeatsExactlyAndPausesChangeNothing() {
        const auto through = session(spec(20.0));
        through->setSpeed(0.0);
        through->play();
        QTRY_VERIFY(through->figures().state == RunState::Finished);

        const auto halting = session(spec(20.0));
        halting->setSpeed(0.0);
        for (int k = 0; k < 20; ++k) {
            halting->play();
            halting->pause();
            halting->stepOnce();
        }
        halting->play();
        QTRY_VERIFY(halting->figures().state == RunState::Finished);
        QVERIFY(values(*halting) == values(*through));
    }
    void speedTakesEffectAtOnce() {
        const auto s = session(spec());
        s->setSpeed(1e-9);
        s->play();
        QVERIFY(s->figures().state == RunState::Running);
        s->setSpeed(0.0);
        QCOMPARE(s->speed(), 0.0);
        QTRY_VERIFY(s->figures().state == RunState::Finished);
    }
    void aPacedRunComesToItsEnd() {
        const auto s = session(spec(0.3));
        s->setSpeed(2.0);
        s->play();
        QTRY_VERIFY(s->figures().state == RunState::Finished);
        QCOMPARE(s->recording()->size(), std::size_t(31));
    }
    /// A paced run is never ahead of the wall clock.
    void realTimeIsKept() {
        using namespace std::chrono_literals;
        const Pace::Clock::time_point start{};
        Pace pace(start, 1.0);
        QCOMPARE(pace.wait(1.5, 2.0, start), 0.25);
        QCOMPARE(pace.wait(1.5, 2.0, start + 125ms), 0.125);
        QCOMPARE(pace.wait(1.5, 2.0, start + 250ms), 0.0);
        QCOMPARE(pace.wait(1.5, 1e-9, start), Pace::longestWait);
        // A short delay is caught up with, a long one forgiven.
        QCOMPARE(pace.wait(1.5, 2.0, start + 312500us), 0.0);
        QCOMPARE(pace.wait(2.0, 2.0, start + 312500us), 0.1875);
        QCOMPARE(pace.wait(2.0, 2.0, start + 1000ms), 0.0);
        QCOMPARE(pace.wait(2.5, 2.0, start + 1000ms), 0.25);
    }
    /// Simulated seconds per wall second over the last one.
    void theRateIsThatOfTheLastSecond() {
        using namespace std::chrono_literals;
        const RateMeter::Clock::time_point start{};
        RateMeter meter;
        meter.restart(start, 0.0, 0);
        QCOMPARE(meter.realTimeFactor(), 0.0);
        for (int k = 1; k <= 40; ++k) meter.add(start + k * 125ms, 0.25 * k, 50 * k);
        QCOMPARE(meter.realTimeFactor(), 2.0);
        QCOMPARE(meter.stepsPerSecond(), 400.0);
        for (int k = 41; k <= 60; ++k) meter.add(start + k * 125ms, 10.0, 2000);
        QCOMPARE(meter.realTimeFactor(), 0.0);
    }
    void stopsAtOnce_data() {
        QTest::addColumn<double>("speed");
        QTest::newRow("stepping") << 0.0;
        QTest::newRow("waiting") << 1e-9;
    }
    void stopsAtOnce() {
        QFETCH(double, speed);
        RunSpec longSample = spec(veryLong);
        longSample.sample = veryLong;  // one sample of ten million steps
        const auto s = session(longSample);
        Announced announced(*s);
        s->setSpeed(speed);
        s->play();
        s->stop();
        QVERIFY(s->figures().state == RunState::Finished);
        QTRY_VERIFY(announced.endsWith(RunState::Finished));
        QVERIFY(s->figures().message->id == "run-stopped-early");
        QCOMPARE(s->recording()->size(), std::size_t(1));
        s->play();
        s->stepOnce();
        QVERIFY(s->figures().state == RunState::Finished);
    }
    void stopsBeforeItStarts() {
        const auto s = session(spec());
        Announced announced(*s);
        s->stop();
        QTRY_VERIFY(announced.endsWith(RunState::Finished));
    }
    void divergenceKeepsTheData() {
        const auto s = session(spec(), {.notFiniteAfter = 0.5145});
        Announced announced(*s);
        s->setSpeed(0.0);
        s->play();
        QTRY_VERIFY(announced.endsWith(RunState::Failed));
        const RunFigures figures = s->figures();
        QVERIFY2(figures.message->id == "motion-diverged", figures.message->str().c_str());
        QCOMPARE(figures.message->arguments[0].text, std::string("0.514"));
        const auto& recording = *s->recording();
        QCOMPARE(recording.size(), std::size_t(53));  // 0 ... 0.51 and where it ended
        QCOMPARE(recording.at(52, 0), 0.514);
        for (const double value : values(*s)) QVERIFY(std::isfinite(value));
        s->play();
        s->stepOnce();
        QVERIFY(s->figures().state == RunState::Failed);
        QCOMPARE(recording.size(), std::size_t(53));
    }
    void singularIsExplained() {
        const auto s = session(spec(), {.singularAfter = 0.5});
        s->setSpeed(0.0);
        s->play();
        QTRY_VERIFY(s->figures().state == RunState::Failed);
        QVERIFY(s->figures().message->id == "run-singular");
    }
    void exceptionsEndTheRunOnly() {
        const auto s = session(spec(), {.atCall = 2000, .call = [] {
                                            throw std::runtime_error("broken on purpose");
                                        }});
        Announced announced(*s);
        s->setSpeed(0.0);
        s->play();
        QTRY_VERIFY(announced.endsWith(RunState::Failed));
        QVERIFY(s->figures().message->id == "run-internal-error");
        QCOMPARE(s->figures().message->arguments[0].text, std::string("broken on purpose"));
        QVERIFY(s->recording()->size() > 1);
    }
    void readersGoOnDuringARun() {
        const auto s = session(spec(200.0));
        s->setSpeed(0.0);
        s->play();
        double last = 0.0;
        while (s->figures().state == RunState::Running) {
            const auto& recording = *s->recording();
            const std::size_t size = recording.size();
            const double newest = recording.at(size - 1, 0);
            QVERIFY(newest >= last);
            QCOMPARE(recording.rowAt(newest), size - 1);
            last = newest;
        }
        QVERIFY(s->figures().state == RunState::Finished);
    }
    void ordersFromManyThreads() {
        const auto s = session(spec(veryLong));
        s->setSpeed(0.0);
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < 4; ++t)
                threads.emplace_back([&s, t] {
                    for (int k = 0; k < 200; ++k) {
                        if (t == 0) s->play();
                        if (t == 1) s->pause();
                        if (t == 2) s->stepOnce();
                        if (t == 3) s->setSpeed(k % 2 == 0 ? 0.0 : 1.0);
                        s->figures();
                        s->phases();
                    }
                });
        }
        s->stop();
        QVERIFY(s->figures().state == RunState::Finished);
    }
    void destroyedInEveryState_data() {
        QTest::addColumn<int>("how");
        QTest::newRow("untouched") << 0;
        QTest::newRow("stepping") << 1;
        QTest::newRow("waiting") << 2;
        QTest::newRow("paused") << 3;
        QTest::newRow("stopped") << 4;
    }
    void destroyedInEveryState() {
        QFETCH(int, how);
        RunSpec longSample = spec(veryLong);
        longSample.sample = veryLong;
        for (int k = 0; k < 200; ++k) {
            auto s = session(longSample);
            QVERIFY(s);
            s->setSpeed(how == 2 ? 1e-9 : 0.0);
            if (how >= 1) s->play();
            if (how == 3) s->pause();
            if (how == 4) s->stop();
            const auto recording = s->recording();
            s.reset();
            QCOMPARE(recording->size(), std::size_t(1));
        }
    }
};

MOMENTREE_TEST(TestSession, Guiless)

}  // namespace momentree::test_session
#include "test_session.moc"
