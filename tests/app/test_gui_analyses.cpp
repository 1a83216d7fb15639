// SPDX-License-Identifier: GPL-3.0-or-later
// The questions of Analyse: motor torque, movement, modes, equilibrium.
#include <qcustomplot.h>

#include <QCheckBox>
#include <QDockWidget>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMouseEvent>
#include <QPushButton>
#include <QScrollBar>
#include <QTabBar>
#include <QTableWidget>
#include <QTemporaryDir>
#include <cmath>

#include "app/base/segment_bar.hpp"
#include "app/panels/analyses/error_answer.hpp"
#include "app/panels/analyses/worst_answer.hpp"
#include "app/scene/picture_layers.hpp"
#include "tests/app/analyses_window.hpp"

namespace momentree::test_gui_analyses {

using app::AnalysisKind;

class TestGuiAnalyses : public QObject, app::AnalysesWindow {
    Q_OBJECT

private slots:
    void initTestCase() { prepare("test_gui_analyses"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void motorTorqueIsThereAtOnce() {
        open("four_bar_driven");
        app::Answer& torque = answer(AnalysisKind::InverseDynamics);
        QTRY_VERIFY(torque.outcome());
        QVERIFY(sees("torqueDock") && !sees("modesDock") && !sees("xrayDock"));
        const auto& found = std::get<InverseDynamics>(torque.outcome()->found);
        const Model& analysed = *torque.outcome()->model;
        const double rate = analysed.motions[0].law.polynomial.at(1);
        QVERIFY(std::abs(found.samples.back().time * std::abs(rate) / (2.0 * M_PI) - 1.0) < 1e-12);
        QVERIFY(texts(torque).contains("Motor torque over one turn"));
        // The worst instant is in the picture.
        const auto sight = view().sight();
        const double peak = found.efforts[0].effort.time;
        const auto nearest = std::ranges::min_element(
            found.samples, {}, [&](const Sample& s) { return std::abs(s.time - peak); });
        for (std::size_t i = 0; i < nearest->bodies.size(); ++i)
            QVERIFY((sight->pose(static_cast<int>(i)).r - nearest->bodies[i].r).norm() < 1e-12);
        keepBoth("analyse-torque");
        auto* views = torque.findChild<QTabBar*>("answerViews");
        QCOMPARE(views->count(), 4);
        views->setCurrentIndex(2);
        keep("analyse-reactions");
        views->setCurrentIndex(3);
        const auto tables = torque.findChildren<QTableWidget*>();
        QCOMPARE(tables.size(), 2);
        QVERIFY(tables[0]->isVisible());
        QCOMPARE(tables[0]->item(0, 1)->text().toDouble(),
                 std::stod(app::shortNumber(found.efforts[0].effort.value)));
        keep("analyse-table");
    }

    void resultsAreSaved() {
        open("four_bar_driven");
        app::Answer& torque = answer(AnalysisKind::InverseDynamics);
        QTRY_VERIFY(torque.outcome());
        const auto& found = std::get<InverseDynamics>(torque.outcome()->found);
        QTemporaryDir folder;
        QString why;
        QVERIFY(torque.exportTo(folder.filePath("torque.csv"), &why));
        QFile csv(folder.filePath("torque.csv"));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        const QList<QByteArray> rows = csv.readAll().split('\n');
        const auto column = rows[0].trimmed().split(',').indexOf("drive.effort");
        QVERIFY(column > 0);
        double largest = 0.0;
        for (const QByteArray& row : rows.mid(1))
            if (!row.isEmpty())
                largest = std::max(largest, std::abs(row.split(',')[column].toDouble()));
        const double peak = std::abs(found.efforts[0].effort.value);
        QVERIFY(largest <= peak && largest > 0.999 * peak);
        QVERIFY(torque.exportTo(folder.filePath("torque.json"), &why));
        QFile json(folder.filePath("torque.json"));
        QVERIFY(json.open(QIODevice::ReadOnly));
        const QJsonObject report = QJsonDocument::fromJson(json.readAll()).object();
        QCOMPARE(report["analysis"].toString(), QString("inverse-dynamics"));
        QCOMPARE(report["status"].toString(), QString("done"));
        QVERIFY(!torque.exportTo(folder.filePath("none/torque.csv"), &why));
        QVERIFY(!why.isEmpty());
    }

    void worstLoadsAreShownAndSaved() {
        open("four_bar_driven");
        ask("Worst loads");
        auto& worst = static_cast<app::WorstAnswer&>(answer(AnalysisKind::WorstLoads));
        QTRY_VERIFY(worst.outcome());
        QVERIFY(sees("worstDock") && !sees("torqueDock"));
        const auto& found = std::get<WorstLoads>(worst.outcome()->found);
        auto* table = worst.findChild<QTableWidget*>();
        QCOMPARE(table->rowCount(), static_cast<int>(found.joints.size()));
        table->setCurrentCell(2, 0);
        const std::vector<Vector3d> shown = places();
        const auto& bodies = found.joints[2].atForce.sample.bodies;
        for (std::size_t i = 0; i < bodies.size(); ++i)
            QVERIFY((shown[i] - bodies[i].r).norm() < 1e-12);
        keepBoth("analyse-worst-loads");
        QTemporaryDir folder;
        QString why;
        QVERIFY(worst.saveLoadCase(1, folder.filePath("body.inp"), &why));
        QFile deck(folder.filePath("body.inp"));
        QVERIFY(deck.open(QIODevice::ReadOnly));
        QVERIFY(deck.readAll().contains("*CLOAD"));
        QVERIFY(!worst.saveLoadCase(1, folder.filePath("none/body.inp"), &why) && !why.isEmpty());
    }

    /// The step of Euler's rule: a sentence and the stack, out of date after another step.
    void theErrorHasASource() {
        open("single_pendulum");
        RunSpec spec = *window_->run().settings();
        spec.integrator = "explicit-euler";
        spec.step = 0.01;
        spec.duration = 1.0;
        spec.sample = 0.01;
        window_->run().applySpec(spec);
        QTRY_COMPARE(window_->run().settings()->step, 0.01);
        ask("Error");
        auto& error = static_cast<app::ErrorAnswer&>(answer(AnalysisKind::Error));
        QTRY_VERIFY(error.outcome() && !error.computing() && !error.isOutOfDate());
        QVERIFY(sees("errorDock") && !sees("torqueDock"));
        QVERIFY2(error.verdict().contains("halve it to 0.005 s"), qPrintable(error.verdict()));
        QVERIFY(error.plot().graphCount() >= 2);
        keepBoth("analyse-error");
        spec.step = 0.005;
        window_->run().applySpec(spec);
        QTRY_VERIFY(error.isOutOfDate());
    }

    /// A quick answer follows the model, as while a slider moves, and stays on screen until then.
    void aQuickAnswerFollowsTheModel() {
        open("four_bar_driven");
        app::Answer& torque = answer(AnalysisKind::InverseDynamics);
        QTRY_VERIFY(torque.outcome());
        const auto peak = [&torque] {
            return std::get<InverseDynamics>(torque.outcome()->found).efforts[0].effort.value;
        };
        // The first answer may have been slow, as everything is loaded for it.
        for (int k = 1; k < 4; ++k) {
            const double before = peak();
            QVERIFY(window_->document().edit(
                "heavier", [k](ModelDescription& d) { d.gravity[1] = -9.81 * (1 + k); }));
            if (torque.isOutOfDate() && !torque.computing()) press(torque, "computeAgain");
            QTRY_VERIFY(torque.outcome() && !torque.isOutOfDate() && !torque.computing());
            QVERIFY(peak() != before);
        }
        // Many at once, as a slider sends them.
        for (int k = 0; k < 20; ++k) {
            window_->document().edit("heavier",
                                     [k](ModelDescription& d) { d.gravity[1] = -10.0 - 0.1 * k; });
            QCoreApplication::processEvents();
        }
        QTRY_VERIFY(torque.outcome() && !torque.isOutOfDate() && !torque.computing());
        keepBoth("analyse-followed");
    }

    void aParameterIsVaried() {
        open("balanced_pole");
        ask("Root locus");
        app::Answer& locus = answer(AnalysisKind::RootLocus);
        QTRY_VERIFY(locus.outcome());
        const auto& found = std::get<app::OverParameter>(locus.outcome()->found);
        QCOMPARE(found.over.name, std::string("k_tilt"));
        QCOMPARE(found.over.values.size(), std::size_t(41));
        QCOMPARE(std::get<RootLocus>(found.result).eigenvalues.cols(), Eigen::Index(4));
        keepBoth("analyse-root-locus");
        QTemporaryDir folder;
        QString why;
        QVERIFY(locus.exportTo(folder.filePath("locus.csv"), &why));
        QFile csv(folder.filePath("locus.csv"));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QVERIFY(csv.readLine().startsWith("k_tilt,re1,im1"));
        ask("Rest over a parameter");
        app::Answer& rest = answer(AnalysisKind::EquilibriumPath);
        QTRY_VERIFY(rest.problem().contains("no equilibrium was found"));
        auto* from = rest.findChild<QLineEdit*>("overFrom");
        from->setText("100");
        press(rest, "computeOver");
        QTRY_VERIFY(rest.problem().contains("two different values"));
        from->setText("60");
        press(rest, "computeOver");
        QTRY_VERIFY(rest.outcome());
        keepBoth("analyse-rest");
    }

    /// Two answers would have too little room each.
    void commandsAnswerOneQuestion() {
        open("four_bar");
        ask("Modes");
        window_->findChild<QAction*>("equilibrium")->trigger();
        QTRY_COMPARE(questions()->currentItem()->text(), QString("Equilibrium"));
        window_->findChild<QAction*>("rootLocus")->trigger();
        QTRY_COMPARE(questions()->currentItem()->text(), QString("Root locus"));
        for (const char* hidden : {"modesDock", "equilibriumDock"})
            QVERIFY(!window_->findChild<QDockWidget*>(hidden)->isVisible());
        QVERIFY(window_->findChild<QDockWidget*>("locusDock")->isVisible());
    }
    void questionsSayWhatIsMissing() {
        open("four_bar");
        app::Answer& torque = answer(AnalysisKind::InverseDynamics);
        QCOMPARE(window_->part<app::Analyses>().missing(AnalysisKind::InverseDynamics),
                 QString("needs a motor"));
        QVERIFY(!torque.isVisible());  // another question is asked first
        QVERIFY(!torque.findChild<QPushButton*>("playAnswer")->isEnabled());
        ask("Motor torque");
        QTRY_VERIFY(torque.problem().contains("Drive 1 of the joints that still move"));
        keep("analyse-undriven");
        window_->files().newModel();
        QTRY_VERIFY(torque.problem().contains("The drawing is empty"));
        for (const AnalysisKind kind : {AnalysisKind::Kinematics, AnalysisKind::Modes,
                                        AnalysisKind::Equilibrium, AnalysisKind::InverseDynamics})
            QCOMPARE(window_->part<app::Analyses>().missing(kind), QString("empty drawing"));
    }

    void movementHasItsCurves() {
        open("four_bar_driven");
        ask("Movement");
        app::Answer& movement = answer(AnalysisKind::Kinematics);
        QTRY_VERIFY(movement.outcome());
        QVERIFY(texts(movement).contains("Movement over one turn"));
        QTRY_VERIFY(texts(movement).contains("Transmission angle"));
        keepBoth("analyse-movement");
        auto* pages = movement.findChild<app::SegmentBar*>();
        QVERIFY(pages != nullptr);
        const int curves = pages->currentIndex();
        pages->setCurrentIndex(pages->count() - 1);  // no table hides rows of its own
        const auto tables = movement.findChildren<QTableWidget*>();
        QCOMPARE(tables.size(), 3);
        for (const QTableWidget* table : tables) {
            QTRY_VERIFY(table->isVisible());
            QCOMPARE(table->verticalScrollBar()->maximum(), 0);
        }
        pages->setCurrentIndex(curves);
        const std::vector<Vector3d> before = places();
        press(movement, "playAnswer");
        QVERIFY(window_->part<app::Analyses>().stage().playing());
        QTRY_VERIFY(places() != before);
        press(movement, "playAnswer");
        QVERIFY(!window_->part<app::Analyses>().stage().playing());
        // Leaving the question shows the run again.
        ask("Constraints");
        QTRY_VERIFY(places() == before);
    }

    void modesMoveInThePicture() {
        open("double_pendulum");
        ask("Modes");
        app::Answer& modes = answer(AnalysisKind::Modes);
        QTRY_VERIFY(modes.outcome());
        auto* cards = modes.findChild<QListWidget*>("modes");
        QCOMPARE(cards->count(), 2);
        QVERIFY(!modes.findChild<QCheckBox*>("releaseMotors")->isVisible());
        const QString said = texts(modes).join('\n');
        QVERIFY2(said.contains("m/s² or rad/s²") && !said.contains("s^2"), qPrintable(said));
        QVERIFY(!window_->part<app::Analyses>().stage().playing());
        const QImage before = picture();
        press(modes, "playMode");
        QTRY_VERIFY(picture() != before);
        keepBoth("analyse-modes");
        QTest::mouseClick(cards->viewport(), Qt::LeftButton, {},
                          cards->visualItemRect(cards->item(1)).center());
        QCOMPARE(modes.findChild<QPushButton*>("playMode")->text(), QString("Stop"));
        press(modes, "playMode");
        QVERIFY(!window_->part<app::Analyses>().stage().playing());
        // A run takes the picture.
        press(modes, "playMode");
        window_->run().play();
        QTRY_VERIFY(!window_->part<app::Analyses>().stage().playing());
    }

    /// Motors that hold the mechanism are released.
    void drivenMechanismsVibrateWithoutTheirMotors() {
        open("four_bar_driven");
        ask("Modes");
        app::Answer& modes = answer(AnalysisKind::Modes);
        QTRY_VERIFY(modes.outcome());
        auto* release = modes.findChild<QCheckBox*>("releaseMotors");
        QVERIFY(release->isVisible() && release->isChecked());
        QCOMPARE(std::get<ModesAboutStart>(modes.outcome()->found).modes.modes.size(),
                 std::size_t(1));
        QTest::mouseClick(release, Qt::LeftButton, {}, QPoint(8, release->height() / 2));
        QVERIFY(!release->isChecked());
        QTRY_VERIFY(modes.outcome());
        QVERIFY(std::get<ModesAboutStart>(modes.outcome()->found).modes.modes.empty());
        QVERIFY(!modes.findChild<QPushButton*>("playMode")->isEnabled());
    }

    void theEquilibriumBecomesTheStart() {
        open("double_pendulum");
        ask("Equilibrium");
        app::Answer& rest = answer(AnalysisKind::Equilibrium);
        QTRY_VERIFY(rest.outcome());
        const auto pose = std::get<Equilibrium>(rest.outcome()->found).state.bodies;
        for (std::size_t i = 0; i < pose.size(); ++i)
            QVERIFY((view().sight()->pose(static_cast<int>(i)).r - pose[i].r).norm() < 1e-12);
        keepBoth("analyse-equilibrium");
        const auto start = window_->live().checked().start;
        QVERIFY((start[0].r - pose[0].r).norm() > 0.01);
        press(rest, "startHere");
        const auto isAt = [&](const std::vector<BodyState>& wanted) {
            const auto& now = window_->live().checked().start;
            for (std::size_t i = 0; i < wanted.size(); ++i)
                if (!((now[i].r - wanted[i].r).norm() < 1e-9)) return false;
            return true;
        };
        QTRY_VERIFY(isAt(pose));
        window_->document().history().undo();
        QTRY_VERIFY(isAt(start));
    }

    void aMotionThatCannotGoOnSaysSo() {
        open("four_bar_driven");
        app::Answer& torque = answer(AnalysisKind::InverseDynamics);
        QTRY_VERIFY(torque.outcome());
        QVERIFY(window_->document().edit("longer crank",
                                         [](ModelDescription& d) { d.parameters[0].value = 0.3; }));
        // An answer that took long waits to be asked for, others follow the model.
        const auto endsEarly = [&] {
            auto* again = torque.findChild<QAbstractButton*>("computeAgain");
            if (again && again->isVisible()) again->click();
            return torque.outcome() && torque.outcome()->output.ended && !torque.computing();
        };
        QTRY_VERIFY(endsEarly());
        QVERIFY(!texts(torque).filter("Motor torque over ").isEmpty());
        QVERIFY(!texts(torque).contains("Motor torque over one turn"));
    }

    /// The window may be closed while an answer is computed.
    void closesWhileComputing() {
        open("chain_128");
        ask("Modes");
        QVERIFY(answer(AnalysisKind::Modes).computing() || answer(AnalysisKind::Modes).outcome());
    }
};

MOMENTREE_TEST(TestGuiAnalyses, Gui)

}  // namespace momentree::test_gui_analyses
#include "test_gui_analyses.moc"
