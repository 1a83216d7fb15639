// SPDX-License-Identifier: Apache-2.0
#include <QtTest/QTest>
#include <atomic>
#include <chrono>
#include <cmath>
#include <numeric>
#include <thread>
#include <vector>

#include "core/execution/workers.hpp"
#include "support/allocation_guard.hpp"
#include "support/test_main.hpp"

namespace momentree::test_workers {

using momentree::Workers;

namespace {

std::size_t size(int n) { return static_cast<std::size_t>(n); }

/// Long enough for helpers to stop spinning and sleep.
void beBusyElsewhere() {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end = Clock::now() + std::chrono::microseconds(300);
    while (Clock::now() < end) std::this_thread::yield();
}

}  // namespace

class TestWorkers : public QObject {
    Q_OBJECT

private slots:
    void everyIndexOnce_data();
    void everyIndexOnce();
    void sharesAreRunByOneThread();
    void helpersTakePart();
    void sameBitsEveryTime();
    void roundsFollowEachOther();
    void sleepersComeBack();
    void lateHelpersAreLeftAlone();
    void resultsFeedTheNextRound();
    void allocatesNothing();
    void poolsEndAtAnyTime();
    void atLeastTheCaller();
};

void TestWorkers::everyIndexOnce_data() {
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("count");
    for (const int threads : {1, 2, 3, 8})
        for (const int count : {0, 1, 2, 3, 7, 8, 1000})
            QTest::addRow("%d threads, %d indices", threads, count) << threads << count;
}

void TestWorkers::everyIndexOnce() {
    QFETCH(int, threads);
    QFETCH(int, count);
    Workers workers(threads);
    QCOMPARE(workers.threads(), threads);
    std::vector<int> visits(size(count), 0);
    for (int round = 1; round <= 3; ++round) {
        workers.forEach(count, [&](int i) { ++visits[size(i)]; });
        QCOMPARE(visits, std::vector<int>(size(count), round));
    }
}

void TestWorkers::sharesAreRunByOneThread() {
    Workers workers(3);
    const int count = 10;
    std::vector<std::thread::id> thread(size(count));
    std::vector<int> begun(3);
    for (int round = 0; round < 200; ++round) {
        begun = {0, 3, 6};  // the shares are [0, 3), [3, 6), [6, 10)
        std::atomic<bool> inOrder = true;
        workers.forEach(count, [&](int i) {
            thread[size(i)] = std::this_thread::get_id();
            const int share = i < 3 ? 0 : i < 6 ? 1 : 2;
            if (begun[size(share)]++ != i) inOrder = false;
        });
        QVERIFY(inOrder);
        QVERIFY(thread[0] == std::this_thread::get_id());
        for (int i = 1; i < count; ++i)
            if (i != 3 && i != 6) QVERIFY(thread[size(i)] == thread[size(i - 1)]);
    }
}

void TestWorkers::helpersTakePart() {
    // The caller cannot finish its own share before the helper has started the other.
    Workers workers(2);
    std::atomic<bool> begun = false;
    workers.forEach(2, [&](int i) {
        if (i == 1) begun = true;
        while (!begun) std::this_thread::yield();
    });
    QVERIFY(begun);
}

void TestWorkers::sameBitsEveryTime() {
    const auto sum = [](Workers& workers) {
        const int parts = workers.threads();
        std::vector<double> partial(size(parts), 0.0);
        workers.forEach(parts, [&](int k) {
            for (int i = 1000 * k / parts; i < 1000 * (k + 1) / parts; ++i)
                partial[size(k)] += 1.0 / (1.0 + i);
        });
        return std::accumulate(partial.begin(), partial.end(), 0.0);
    };
    for (const int threads : {1, 2, 3, 8}) {
        Workers workers(threads), others(threads);
        const double once = sum(workers);
        QVERIFY(std::abs(once - 7.485470860550345) < 1e-12);  // the harmonic number of 1000
        for (int round = 0; round < 10; ++round) {
            QVERIFY(sum(workers) == once);
            QVERIFY(sum(others) == once);
        }
    }
}

void TestWorkers::roundsFollowEachOther() {
    Workers workers(4);
    std::vector<int> counts(4, 0);
    constexpr int rounds = 20000;
    for (int round = 0; round < rounds; ++round)
        workers.forEach(4, [&](int i) { ++counts[size(i)]; });
    QCOMPARE(counts, std::vector<int>(4, rounds));
}

void TestWorkers::sleepersComeBack() {
    Workers workers(2);
    std::atomic<int> calls = 0;
    for (int round = 0; round < 20; ++round) {
        beBusyElsewhere();  // the helper falls asleep before the round
        workers.forEach(2, [&](int i) {
            if (i == 1) beBusyElsewhere();  // and the caller during it
            ++calls;
        });
    }
    QCOMPARE(calls.load(), 40);
}

// A helper that delays the caller, as when its processor is taken, is not called for some rounds;
// the caller does all shares meanwhile.
void TestWorkers::lateHelpersAreLeftAlone() {
    using Clock = std::chrono::steady_clock;
    Workers workers(2);
    const std::thread::id caller = std::this_thread::get_id();
    std::vector<int> calls(2, 0);
    int helped = 0, alone = 0;
    for (int round = 0; round < 400; ++round) {
        std::atomic<bool> begun = false;
        workers.forEach(2, [&](int i) {
            ++calls[size(i)];
            const bool helps = std::this_thread::get_id() != caller;
            if (i == 0) {  // lets a helper start, if it was called
                const Clock::time_point end = Clock::now() + std::chrono::microseconds(100);
                while (!begun && Clock::now() < end) std::this_thread::yield();
            } else if (helps) {
                begun = true;
                const Clock::time_point end = Clock::now() + std::chrono::milliseconds(2);
                while (Clock::now() < end) std::this_thread::yield();
            }
            if (i == 1) ++(helps ? helped : alone);
        });
    }
    QCOMPARE(calls, std::vector<int>(2, 400));
    QVERIFY2(helped < alone, qPrintable(QString("%1 and %2").arg(helped).arg(alone)));
}

void TestWorkers::resultsFeedTheNextRound() {
    // Every index reads what another thread wrote in the round before, without further
    // synchronisation, as sweeps over the levels of a tree do.
    Workers workers(3);
    const int n = 64;
    std::vector<double> value(size(n), 1.0), next(size(n));
    for (int round = 0; round < 300; ++round) {
        workers.forEach(n, [&](int i) { next[size(i)] = value[size(n - 1 - i)] + i; });
        workers.forEach(n, [&](int i) { value[size(i)] = 0.5 * next[size((i + 21) % n)]; });
    }
    std::vector<double> expected(size(n), 1.0), scratch(size(n));
    for (int round = 0; round < 300; ++round) {
        for (int i = 0; i < n; ++i) scratch[size(i)] = expected[size(n - 1 - i)] + i;
        for (int i = 0; i < n; ++i) expected[size(i)] = 0.5 * scratch[size((i + 21) % n)];
    }
    QVERIFY(value == expected);
}

void TestWorkers::allocatesNothing() {
    Workers workers(3);
    std::vector<std::size_t> allocated(3, 1);
    const momentree::test::AllocationGuard guard;
    for (int round = 0; round < 100; ++round) {
        workers.forEach(3, [&](int i) {
            thread_local const momentree::test::AllocationGuard own;  // from the first round on
            allocated[size(i)] = own.count();
        });
    }
    QCOMPARE(guard.count(), std::size_t(0));
    QCOMPARE(allocated, std::vector<std::size_t>(3, 0));
}

void TestWorkers::poolsEndAtAnyTime() {
    std::atomic<int> calls = 0;
    for (int k = 0; k < 200; ++k) {
        Workers workers(3);
        if (k % 4 == 1) beBusyElsewhere();
        if (k % 2 == 1) workers.forEach(3, [&](int) { ++calls; });
        if (k % 4 == 3) beBusyElsewhere();
    }
    QCOMPARE(calls.load(), 300);
}

void TestWorkers::atLeastTheCaller() {
    for (const int threads : {-1, 0, 1}) {
        Workers workers(threads);
        QCOMPARE(workers.threads(), 1);
        int sum = 0;
        workers.forEach(4, [&](int i) { sum += i; });
        QCOMPARE(sum, 6);
    }
}

MOMENTREE_TEST(TestWorkers, Appless)

}  // namespace momentree::test_workers
#include "test_workers.moc"
