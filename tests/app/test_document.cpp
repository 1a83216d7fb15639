// SPDX-License-Identifier: GPL-3.0-or-later
// The document, its history and the edits of the drawing tools, without a window.
#include <QFile>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <numbers>

#include "app/document/edits/draw.hpp"
#include "app/document/edits/references.hpp"
#include "app/document/fields/field.hpp"
#include "app/document/fields/shared_fields.hpp"
#include "app/document/model_document.hpp"
#include "app/document/recovery.hpp"
#include "app/document/selection.hpp"
#include "app/document/shape_mass.hpp"
#include "app/document/snap.hpp"
#include "core/io/model_file.hpp"
#include "document_acts.hpp"
#include "support/test_main.hpp"

namespace momentree::test_document {

using namespace momentree::app;
using momentree::test::at;
using momentree::test::draw;
using momentree::test::drawFourBar;
using momentree::test::fieldNamed;

namespace {

std::string textOf(const ModelDocument& document) { return writeModelText(document.description()); }

}  // namespace

class TestDocument : public QObject {
    Q_OBJECT
private slots:
    void historyNamesItsSteps() {
        ModelDocument document;
        QSignalSpy changed(&document, &ModelDocument::changed);
        QVERIFY(document.edit("Turn gravity", [](auto& m) { m.gravity[1] = 5.0; }));
        QCOMPARE(document.history().undoText(), QString("Turn gravity"));
        QVERIFY(document.modified());
        document.history().undo();
        QVERIFY(!document.modified());
        QCOMPARE(document.description().gravity[1].value, -9.80665);
        QCOMPARE(changed.size(), 2);
    }

    void gestureIsOneStepAndNothingMakesNone() {
        ModelDocument document;
        const int gesture = document.newGesture();
        for (int k = 1; k <= 5; ++k)
            QVERIFY(document.edit(
                "Drag", [&](auto& m) { m.gravity[0] = k; }, gesture));
        QCOMPARE(document.history().count(), 1);
        QVERIFY(document.edit("Same", [](auto& m) { m.gravity[0] = 5.0; }));
        QCOMPARE(document.history().count(), 1);
        // A drag back to its start leaves no step.
        QVERIFY(document.edit(
            "Drag", [](auto& m) { m.gravity[0] = 0.0; }, gesture));
        QCOMPARE(document.history().count(), 0);
    }

    /// Pictures can be older than the document: their elements may be gone.
    void selectionExistsInTheDocument() {
        ModelDocument document;
        Selection selection(document);
        drawFourBar(document);
        const Element last{Element::Kind::Body, 2}, first{Element::Kind::Body, 0};
        selection.set({first, last});
        QSignalSpy changes(&selection, &Selection::changed);
        document.history().undo();
        QCOMPARE(selection.elements().size(), std::size_t(2));  // the last ground
        while (document.description().bodies.size() > 2) document.history().undo();
        QCOMPARE(selection.elements(), std::vector{first});
        QCOMPARE(changes.count(), 1);
        for (const Element& gone : {last, Element{Element::Kind::Joint, -1},
                                    Element{Element::Kind::Coupling, 0}, Element{}})
            selection.set(gone);
        QVERIFY(selection.empty());
        selection.toggle(last);
        QVERIFY(selection.empty());
    }

    void badExpressionsChangeNothing() {
        ModelDocument document;
        const std::string before = textOf(document);
        const auto done = document.edit("Type", [](auto& m) { m.gravity[1] = scalarFrom("2*L"); });
        QVERIFY(!done);
        QCOMPARE(textOf(document), before);
        QCOMPARE(document.history().count(), 0);
    }

    void historySurvivesSaving() {
        ModelDocument document;
        drawFourBar(document);
        document.setSaved("/somewhere/mine.momentree.json");
        QVERIFY(!document.modified());
        document.history().undo();
        QVERIFY(document.modified());
        QCOMPARE(document.history().count(), 5);
    }

    void drawnFourBarMoves() {
        ModelDocument document;
        drawFourBar(document);
        const CheckedModel seen = checkModel(document.description());
        QVERIFY(seen.assembled);
        QCOMPARE(seen.report.degreesOfFreedom, 1);
        QCOMPARE(loopCount(*seen.model), 1);
        QVERIFY(drawnFlat(document.description()));
        // As heavy as a square bar of aluminium.
        const double length = std::hypot(0.1, 0.2) + 0.02;
        QVERIFY(std::abs(seen.model->bodies[0].mass - 2700.0 * 0.0004 * length) < 1e-6);
    }

    void lengthsAndAnglesOfBarsAreTyped() {
        ModelDocument document;
        drawFourBar(document);
        const auto type = [&](const Element& element, const QString& name, const QString& text) {
            const auto fields = fieldsOf(document.description(), element);
            const Field* field = fieldNamed(fields, name);
            QString why = field ? QString() : "no field";
            const int steps = document.history().count();
            ModelDescription trial = document.description();
            if (field) why = field->take(trial, text);
            if (!why.isEmpty()) return why;
            if (!document.edit("Type", [&](auto& m) { field->take(m, text); }))
                return QString("no");
            return document.history().count() == steps + 1 ? QString() : QString("no step");
        };
        const auto span = [&] {
            const CheckedModel seen = checkModel(document.description());
            const Matrix3d R = rotationOf<double>(seen.start[0].e);
            const auto& markers = document.description().bodies[0].markers;
            return Vector3d(R * (valueOf(markers[1].position) - valueOf(markers[0].position)));
        };
        const Element crank{Element::Kind::Body, 0};
        QCOMPARE(type(crank, "Length", "18 cm"), QString());
        QVERIFY(std::abs(span().norm() - 0.18) < 1e-9);
        QCOMPARE(document.description().bodies[0].markers[1].position[0].text,
                 std::string("18 cm"));
        QVERIFY(checkModel(document.description()).assembled);
        QVERIFY(type(crank, "Length", "-1").contains("positive"));
        QVERIFY(type(crank, "Length", "30 deg").contains("not a unit"));
        QVERIFY(type(crank, "Angle", "0.3 kg").contains("not a unit"));
        QCOMPARE(type(crank, "Angle", "80 deg"), QString());
        QVERIFY(std::abs(std::atan2(span().y(), span().x()) - 80.0 * std::numbers::pi / 180.0) <
                2e-6);
        QVERIFY(checkModel(document.description()).assembled);
        // The rocker of this four-bar does not reach the outside.
        QVERIFY(type({Element::Kind::Body, 2}, "Angle", "180 deg").contains("the nearest is"));
        QCOMPARE(type({Element::Kind::Body, 2}, "Angle", "-80 deg"), QString());
        // Both ends of the coupler move on circles.
        const Element coupler{Element::Kind::Body, 1};
        const CheckedModel posed = checkModel(document.description());
        const auto& ends = document.description().bodies[1].markers;
        const Vector3d along = rotationOf<double>(posed.start[1].e) *
                               (valueOf(ends[1].position) - valueOf(ends[0].position));
        const double now = std::atan2(along.y(), along.x()) * 180.0 / std::numbers::pi;
        for (const double by : {2.0, 4.0, -3.0})
            QCOMPARE(type(coupler, "Angle", QString::number(now + by) + " deg"), QString());

        const auto held = std::ranges::find_if(document.description().joints, [](const auto& j) {
            return j.a.body == "ground" && j.b.body == "link1";
        });
        QVERIFY(held != document.description().joints.end());
        const Element joint{Element::Kind::Joint,
                            static_cast<int>(held - document.description().joints.begin())};
        QCOMPARE(type(joint, "Starting angle", "100 deg"), QString());
        const CheckedModel seen = checkModel(document.description());
        QVERIFY(seen.assembled);
        QCOMPARE(document.description().jointStarts[0].q[0].text, std::string("100 deg"));
        QCOMPARE(type(joint, "Starting angle", ""), QString());
        QVERIFY(document.description().jointStarts.empty());
    }

    void endsOfSpringsOnGroundAreTyped() {
        ModelDocument document;
        drawFourBar(document);
        draw(document, [](Drawing& d) {
            d.addSpring(at(0.1, 0.2, {"link1", "B", 0}), at(0.5, 0.5), false);
        });
        const auto fields = fieldsOf(document.description(), {Element::Kind::Force, 0});
        const Field* place = fieldNamed(fields, "On ground at");
        QVERIFY(place);
        QVERIFY(document.edit("Type", [&](auto& m) { place->take(m, "0.6, 50 cm, 0"); }));
        const auto& spring =
            std::get<SpringDamperDescription>(document.description().forces[0].law);
        QCOMPARE(spring.b.body, std::string("ground"));
        QVERIFY(checkModel(document.description()).assembled);
        QCOMPARE(document.description().groundMarkers.back().position[0].value, 0.6);
    }

    void severalElementsShareFields() {
        ModelDocument document;
        drawFourBar(document);
        const std::vector<Element> all{{Element::Kind::Body, 0},
                                       {Element::Kind::Joint, 0},
                                       {Element::Kind::Body, 2},
                                       {Element::Kind::Joint, 1},
                                       {Element::Kind::Body, 1}};
        QCOMPARE(countText(all), QString("3 links, 2 joints"));
        const auto fields = sharedFields(document.description(), all);
        QVERIFY(!fieldNamed(fields, "Name"));
        const Field* density = fieldNamed(fields, "Density");
        QVERIFY(density && fieldNamed(fields, "Colour"));
        ModelDescription read = document.description();
        QCOMPARE(density->text(read), QString("2700"));
        QCOMPARE(fieldNamed(fields, "Mass")->text(read), QString());  // they differ
        QVERIFY(document.edit("Type", [&](auto& m) { density->take(m, "7850"); }));
        for (const BodyDescription& body : document.description().bodies)
            QVERIFY(std::abs(*densityOf(body) - 7850.0) < 1e-5);
        // Values that a file could not store are rejected.
        const Field* color = fieldNamed(fields, "Colour");
        QVERIFY(!color->take(read, "red").isEmpty() && !color->take(read, "#12345").isEmpty());
        QVERIFY(color->take(read, "#a0B1c2").isEmpty() && color->take(read, "").isEmpty());
    }

    void openJointIsTold() {
        ModelDocument document;
        drawFourBar(document);
        QVERIFY(
            document.edit("Move ground", [](auto& m) { m.groundMarkers[1].position[0] = 5.0; }));
        const CheckedModel seen = checkModel(document.description());
        QVERIFY(seen.built && !seen.assembled);
        QVERIFY(seen.problems.front().message.id == "joint-stays-open");
        QCOMPARE(seen.start.size(), std::size_t(3));
    }

    void deletingTakesWhatHangsOnIt() {
        ModelDocument document;
        drawFourBar(document);
        draw(document, [](Drawing& d) {
            QVERIFY(d.addMotor(2));
            d.addSpring(at(0.1, 0.2, {"link1", "B", 0}), at(0.5, 0.5), false);
        });
        draw(document, [](Drawing& d) { remove(d.description, {{Element::Kind::Body, 0}}); });
        const ModelDescription& m = document.description();
        QCOMPARE(m.bodies.size(), std::size_t(2));
        QCOMPARE(m.joints.size(), std::size_t(2));
        QVERIFY(m.motions.empty() && m.forces.empty());
        QCOMPARE(m.groundMarkers.size(), std::size_t(1));
        QVERIFY(checkModel(m).assembled);
    }

    void renamingReachesEveryReference() {
        ModelDocument document;
        drawFourBar(document);
        QVERIFY(document.edit("Rename", [](auto& m) {
            QCOMPARE(rename(m, {Element::Kind::Body, 1}, "coupler"), QString());
            QVERIFY(!rename(m, {Element::Kind::Body, 0}, "coupler").isEmpty());
        }));
        QVERIFY(checkModel(document.description()).assembled);
    }

    void fieldsTakeUnitsAndRefuseNonsense() {
        ModelDocument document;
        drawFourBar(document);
        ModelDescription model = document.description();
        const auto fields = fieldsOf(model, {Element::Kind::Body, 0});
        const Field* point = fieldNamed(fields, "Point B");
        QVERIFY(point);
        QVERIFY(point->take(model, "12 cm, 0, 0").isEmpty());
        QCOMPARE(point->text(model), QString("12 cm, 0, 0"));
        QVERIFY(!point->take(model, "1, 2").isEmpty());
        const Field* mass = fieldNamed(fields, "Mass");
        QVERIFY(mass && mass->take(model, "1,5").isEmpty());
        QCOMPARE(model.bodies[0].mass.value, 1.5);
        QVERIFY(fieldNamed(fields, "Inertia")->take(model, "1, 1, 5").isEmpty());
        const auto built = buildModel(model);
        QVERIFY(!built);
        QVERIFY(built.error().front().message.id == "inertia-impossible");
    }

    void snapsToPointsAnglesAndGrid() {
        const std::vector<Point> points{Point(0.1, 0.1)};
        SnapQuestion question;
        question.points = points;
        question.pixel = 1e-3;
        question.cursor = Point(0.105, 0.096);
        QCOMPARE(snap(question).kind, Snap::Kind::Place);
        question.anchor = Point(0.0, 0.0);
        question.cursor = Point(0.3003, 0.298);
        const Snap diagonal = snap(question);
        QCOMPARE(diagonal.kind, Snap::Kind::Angle);
        QVERIFY(std::abs(diagonal.at.x() - diagonal.at.y()) < 1e-12);
        question.anchor.reset();
        question.cursor = Point(0.237, 0.412);
        QVERIFY((snap(question).at - Point(0.24, 0.41)).norm() < 1e-12);
        question.enabled = false;
        QCOMPARE(snap(question).at, question.cursor);
    }

    void tenThousandActsAndBack() {
        QRandomGenerator random(20261121);
        ModelDocument document;
        const std::string before = textOf(document);
        const auto place = [&] { return 0.01 * random.bounded(-40, 40); };
        for (int k = 0; k < 10'000; ++k) {
            const ModelDescription& m = document.description();
            const int bodies = static_cast<int>(m.bodies.size());
            const auto some = [&] { return m.bodies[random.bounded(bodies)].name; };
            const int act = bodies == 0 ? 0 : bodies > 6 ? 1 : random.bounded(9);
            const DrawnPoint here = at(place(), place());
            draw(document, [&](Drawing& d) {
                if (act == 0) d.addLink(std::array{here, at(here.at.x() + 0.1, place())});
                if (act == 1)
                    remove(d.description, {{Element::Kind::Body, random.bounded(bodies)}});
                if (act == 2)
                    d.addLink(std::array{at(0.0, place(), {some(), "", 0}),
                                         at(0.3, place(), {some(), "", 0})});
                if (act == 3) d.addGround(at(place(), place(), {some(), "", 0}));
                if (act == 4) d.addSpring(at(0.1, 0.0, {some(), "", 0}), here, random.bounded(2));
                if (act == 5) d.addForce(at(0.1, 0.0, {some(), "", 0}), {1.0, place(), 0.0}, 10.0);
                if (act == 6) d.addSlider(here, {1.0, place(), 0.0});
                if (act == 7 && !d.description.joints.empty())
                    static_cast<void>(reshape(d, hingedWith(m, m.joints[0].b), here.at));
                if (act == 8 && !d.description.joints.empty())
                    static_cast<void>(
                        d.addMotor(random.bounded(static_cast<int>(m.joints.size()))));
            });
            if (QTest::currentTestFailed()) return;
        }
        QVERIFY(document.history().count() > 9'000);
        const std::string after = textOf(document);
        while (document.history().canUndo()) document.history().undo();
        QCOMPARE(textOf(document), before);
        while (document.history().canRedo()) document.history().redo();
        QCOMPARE(textOf(document), after);
    }

    void unsavedWorkIsFoundAgain() {
        QTemporaryDir folder;
        std::string lostText;
        {
            ModelDocument document;
            Recovery recovery(document, folder.path());
            drawFourBar(document);
            recovery.saveNow();
            lostText = textOf(document);
            // As after a crash: the copies exist, but no process holds the lock.
            for (const QString& name : QDir(folder.path()).entryList(QDir::Files))
                if (!name.endsWith(".lock"))
                    QVERIFY(QFile::copy(folder.filePath(name), folder.filePath("old" + name)));
            QVERIFY(recovery.findLost());
        }
        ModelDocument document;
        Recovery recovery(document, folder.path());
        const auto lost = recovery.findLost();
        QVERIFY(lost);
        QVERIFY(lost->file.isEmpty());
        const auto found = readModelFile(lost->copy.toStdString());
        QVERIFY(found);
        QCOMPARE(writeModelText(*found), lostText);
        recovery.discard(*lost);
        QVERIFY(!recovery.findLost());
    }

    void savedWorkLeavesNoCopy() {
        QTemporaryDir folder;
        ModelDocument document;
        Recovery recovery(document, folder.path());
        drawFourBar(document);
        recovery.saveNow();
        QCOMPARE(QDir(folder.path()).entryList({"*.json"}, QDir::Files).size(), 1);
        document.setSaved(folder.filePath("elsewhere"));
        QCOMPARE(QDir(folder.path()).entryList({"*.json"}, QDir::Files).size(), 0);
    }
};

MOMENTREE_TEST(TestDocument, Guiless)

}  // namespace momentree::test_document
#include "test_document.moc"
