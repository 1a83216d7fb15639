// SPDX-License-Identifier: Apache-2.0
// Damaged files of every text format: thousands of seeded mutations of good files are read, and
// what is accepted is built and assembled. Each is accepted or rejected with the line of the
// problem.
#include <QElapsedTimer>
#include <QFile>
#include <QTest>
#include <array>
#include <random>

#include "core/io/mjcf.hpp"
#include "core/io/model_file.hpp"
#include "core/io/sdf.hpp"
#include "core/io/urdf.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/study/study.hpp"
#include "support/test_main.hpp"

namespace momentree::test_damaged_files {
namespace {

/// Damages a text as careless editors, scripts and disks do.
class Damager {
public:
    explicit Damager(unsigned seed) : random_(seed) {}

    std::string damaged(std::string text) {
        for (int n = 1 + below(3); n > 0 && !text.empty(); --n) damage(text);
        return text;
    }

private:
    int below(std::size_t n) {
        return int(std::uniform_int_distribution<std::size_t>(0, n - 1)(random_));
    }

    void damage(std::string& text) {
        const auto at = std::size_t(below(text.size()));
        const auto length = std::min(std::size_t(1 + below(40)), text.size() - at);
        switch (below(8)) {
            case 0:
                text.resize(at + 1);
                break;
            case 1:
                text.erase(at, length);
                break;
            case 2:
                text.insert(at, text.substr(at, length));
                break;
            case 3:
                text[at] = char(below(256));
                break;
            case 4:
                text.insert(std::size_t(below(text.size())), text.substr(at, length));
                break;
            case 5:
                text.insert(at, std::string(std::size_t(1 + below(2000)), "[{(<\"-"[below(6)]));
                break;
            default:
                replaceWord(text, at);
        }
    }

    /// Replaces the number or word at or after a place.
    void replaceWord(std::string& text, std::size_t at) {
        static constexpr std::string_view marks = " \t\n\r,:[]{}\"'<>=";
        static constexpr std::array words{"nan",    "-inf",  "1e999", "-1",  "0",        "1e-300",
                                          "\"\"",   "null",  "true",  "1e9", "[]",       "{}",
                                          "ground", "a.b.c", "2 kg",  "1/0", "\"sin(\"", "-0.5"};
        const auto begin = text.find_first_not_of(marks, at);
        if (begin == std::string::npos) return;
        const auto end = std::min(text.find_first_of(marks, begin), text.size());
        text.replace(begin, end - begin, words[std::size_t(below(words.size()))]);
    }

    std::mt19937 random_;
};

struct Format {
    const char* name;
    std::string (*write)(const Model&);  ///< empty if the format cannot hold the model
};

std::string model(const Model& model) { return writeModelText(model.description); }
std::string urdf(const Model& model) { return writeUrdf(model, nullptr).value_or(""); }
std::string mjcf(const Model& model) { return writeMjcf(model, "m", nullptr).value_or(""); }
std::string sdf(const Model& model) { return writeSdf(model, "m", nullptr).value_or(""); }

/// What is wrong with a report of errors; empty if it is as promised.
QString faultOf(const Diagnostics& problems) {
    if (problems.empty()) return "rejected without a reason";
    for (const Diagnostic& d : problems) {
        if (d.message.id.empty()) return "a message without an id";
        if (d.severity == Diagnostic::Severity::Error && d.line > 0) return {};
    }
    return "no line: " + QString::fromStdString(toString(problems.front()));
}

struct Outcome {
    bool accepted = false;
    QString fault = {};
};

constexpr int mutations = 300;

/// Reads mutations of a text. The first one that is not handled as promised is kept in a file.
void tryMutations(const std::string& text, Outcome (*read)(const std::string& broken)) {
    Damager damager(unsigned(text.size()));
    int accepted = 0;
    for (int i = 0; i < mutations; ++i) {
        const std::string broken = damager.damaged(text);
        QElapsedTimer clock;
        clock.start();
        const Outcome outcome = read(broken);
        accepted += outcome.accepted;
        if (outcome.fault.isEmpty() && clock.elapsed() < 2000) continue;
        QFile kept("damaged_file");
        QVERIFY(kept.open(QIODevice::WriteOnly));
        kept.write(broken.data(), qint64(broken.size()));
        QFAIL(qPrintable(
            QString("mutation %1: %2, %3 ms").arg(i).arg(outcome.fault).arg(clock.elapsed())));
    }
    QVERIFY(accepted > 0 && accepted < mutations);
}

const std::string examples = MOMENTREE_SOURCE_DIR "/resources/examples/";
const std::string studyFiles = MOMENTREE_SOURCE_DIR "/resources/studies/";

}  // namespace

class TestDamagedFiles : public QObject {
    Q_OBJECT
private slots:
    void models_data();
    void models();
    void studies();
};

void TestDamagedFiles::models_data() {
    QTest::addColumn<std::string>("text");
    static constexpr std::array formats{Format{"model", model}, Format{"urdf", urdf},
                                        Format{"mjcf", mjcf}, Format{"sdf", sdf}};
    for (const std::string example : {"robot_arm", "four_bar_driven", "pendulum_with_stop",
                                      "cam_roller", "branched_tree", "double_wishbone"}) {
        const auto read = readModelFile(examples + example + ".momentree.json");
        QVERIFY(read.has_value());
        const auto built = buildModel(*read);
        QVERIFY(built.has_value());
        for (const Format& format : formats)
            if (const std::string text = format.write(**built); !text.empty())
                QTest::addRow("%s as %s", example.c_str(), format.name) << text;
    }
}

void TestDamagedFiles::models() {
    QFETCH(std::string, text);
    const auto read = [](const std::string& broken) {
        Diagnostics notes;
        const auto description = readModelText(broken, "m", &notes);
        if (!description) return Outcome{false, faultOf(description.error())};
        if (const auto built = buildModel(*description)) assemble(**built);
        return Outcome{true, {}};
    };
    tryMutations(text, read);
}

void TestDamagedFiles::studies() {
    QFile file(QString::fromStdString(studyFiles + "double_pendulum.study.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    tryMutations(file.readAll().toStdString(), [](const std::string& broken) {
        const auto study = readStudyText(broken, "m.study.json");
        if (!study) return Outcome{false, faultOf(study.error())};
        expand(*study);
        return Outcome{true, {}};
    });
}

}  // namespace momentree::test_damaged_files

MOMENTREE_TEST(momentree::test_damaged_files::TestDamagedFiles, Appless)
#include "test_damaged_files.moc"
