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

using momentree::HelperAccount;
using momentree::Workers;
using namespace std::chrono_literals;

namespace {

std::size_t size(int n) { return static_cast<std::size_t>(n); }

/// Long enough for helpers to give up looking and sleep.
void beBusyElsewhere() { std::this_thread::sleep_for(2ms); }

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
    void lateHelpersMissNothing();
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

// A helper that keeps the caller waiting, as one does whose processor is taken, is not called again
// for a while, the longer the more often it happens; the caller does its shares meanwhile.
void TestWorkers::lateHelpersAreLeftAlone() {
    const auto start = HelperAccount::Clock::time_point();
    HelperAccount account;
    account.add(-150us, start);
    QVERIFY(!account.doubtful() && !account.alone(start));
    account.add(-150us, start);
    QVERIFY(account.alone(start) && account.alone(start + 1999us));
    QVERIFY(account.doubtful() && !account.alone(start + 2ms));
    account.add(-1ms, start);
    QVERIFY(account.alone(start + 3ms) && !account.alone(start + 4ms));
    for (int k = 0; k < 20; ++k) account.add(-1ms, start);
    QVERIFY(account.alone(start + 255ms) && !account.alone(start + 256ms));
    // Helpers that save time are trusted again.
    for (int k = 0; k < 100; ++k) account.add(100us, start);
    QVERIFY(!account.doubtful() && !account.alone(start));
    account.add(-10ms, start);
    QVERIFY(!account.doubtful());
}

// Whoever of the two comes late, every index is visited once.
void TestWorkers::lateHelpersMissNothing() {
    Workers workers(2);
    const std::thread::id caller = std::this_thread::get_id();
    std::vector<int> calls(2, 0);
    for (int round = 0; round < 400; ++round)
        workers.forEach(2, [&](int i) {
            ++calls[size(i)];
            if (std::this_thread::get_id() != caller) beBusyElsewhere();
        });
    QCOMPARE(calls, std::vector<int>(2, 400));
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
