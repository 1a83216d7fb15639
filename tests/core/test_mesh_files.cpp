// SPDX-License-Identifier: Apache-2.0
// Meshes of robots: reading files, finding them, keeping them when models are saved elsewhere.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cstring>
#include <filesystem>
#include <random>

#include "core/io/mesh_file.hpp"
#include "core/io/model_file.hpp"
#include "core/model/model.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_mesh_files {

using test::said;
namespace {

const std::string tetrahedron =
    "solid t\n"
    "facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nvertex 1 0 0\nendloop\nendfacet\n"
    "facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0 1\nendloop\nendfacet\n"
    "facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 0 1 0\nendloop\nendfacet\n"
    "facet normal 0 0 0\nouter loop\nvertex 1 0 0\nvertex 0 1 0\nvertex 0 0 1\nendloop\nendfacet\n"
    "endsolid t\n";
const std::string cube =
    "# a cube\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nvt 0 0\n"
    "f 4 3 2 1\nf 5/1 6/1 7/1 8/1\nf 1//1 2//1 6//1 5//1\nf 2 3 7 6\nf -6 -5 -1 -2\nf 4 1 5 8\n";

/// The same cube of half the size as a list of squares, moved and mirrored by nodes, in cm.
const std::string collada =
    "<COLLADA><asset><unit meter='0.01'/></asset>\n<library_geometries><geometry id='g'><mesh>"
    "<source id='p'><float_array count='24'>0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1"
    "</float_array></source>\n<vertices id='v'><input semantic='POSITION' source='#p'/></vertices>"
    "<polylist count='6'><input semantic='VERTEX' source='#v' offset='1'/>"
    "<input semantic='NORMAL' source='#n' offset='0'/><vcount>4 4 4 4 4 4</vcount>\n"
    "<p>0 3 0 2 0 1 0 0 0 4 0 5 0 6 0 7 0 0 0 1 0 5 0 4 0 1 0 2 0 6 0 5 0 2 0 3 0 7 0 6 0 3 0 0 "
    "0 4 0 7</p></polylist></mesh></geometry></library_geometries>\n<library_visual_scenes>"
    "<visual_scene id='s'><node><matrix>1 0 0 2 0 1 0 0 0 0 1 0 0 0 0 1</matrix>\n"
    "<rotate>0 0 1 90</rotate><scale>50 -50 50</scale><node><instance_geometry url='#g'/></node>"
    "</node></visual_scene></library_visual_scenes>\n"
    "<scene><instance_visual_scene url='#s'/></scene></COLLADA>\n";

/// The volume inside a closed mesh, by the divergence theorem.
double volumeOf(const TriangleMesh& mesh) {
    double volume = 0.0;
    const auto at = [&](std::uint32_t k) {
        return Vector3d(mesh.points[k][0], mesh.points[k][1], mesh.points[k][2]);
    };
    for (const auto& [a, b, c] : mesh.triangles) volume += at(a).dot(at(b).cross(at(c))) / 6.0;
    return volume;
}

/// The same triangles as binary STL.
std::string binary(const TriangleMesh& mesh) {
    std::string text(80, 's');
    const auto add = [&](const void* data, std::size_t size) {
        text.append(static_cast<const char*>(data), size);
    };
    const auto count = static_cast<std::uint32_t>(mesh.triangles.size());
    add(&count, sizeof count);
    for (const auto& triangle : mesh.triangles) {
        const std::array<float, 3> normal{};
        add(normal.data(), sizeof normal);
        for (const std::uint32_t k : triangle)
            for (const double x : mesh.points[k]) {
                const auto single = static_cast<float>(x);
                add(&single, sizeof single);
            }
        text.append(2, '\0');
    }
    return text;
}

void writeTo(const QString& path, const std::string& text) {
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.data(), static_cast<qint64>(text.size()));
}

std::string robotWith(const std::string& visuals) {
    return "<robot name='r'>\n<link name='world'/>\n<link name='arm'><inertial><mass value='1'/>"
           "<inertia ixx='1' iyy='1' izz='1'/></inertial>\n" +
           visuals +
           "</link>\n<joint name='j' type='revolute'><parent link='world'/><child link='arm'/>"
           "<axis xyz='0 0 1'/><limit lower='-1' upper='2'/></joint>\n</robot>\n";
}
std::string visual(const std::string& geometry) {
    return "<visual><origin xyz='0.1 0.2 0.3' rpy='0 0 1.5707963267948966'/><geometry>" + geometry +
           "</geometry></visual>\n";
}

}  // namespace

class TestMeshFiles : public QObject {
    Q_OBJECT
private slots:
    void volumesAreThoseOfTheSolids() {
        const auto text = readMeshText(tetrahedron, "t.STL");
        QVERIFY2(text, text ? "" : qPrintable(said(text.error())));
        QVERIFY(std::abs(volumeOf(*text) - 1.0 / 6.0) < 1e-15);
        const auto again = readMeshText(binary(*text), "t.stl");
        QVERIFY2(again, again ? "" : qPrintable(said(again.error())));
        QVERIFY(std::abs(volumeOf(*again) - 1.0 / 6.0) < 1e-7);  // points are floats
        const auto solid = readMeshText(cube, "c.obj");
        QVERIFY2(solid, solid ? "" : qPrintable(said(solid.error())));
        QCOMPARE(solid->triangles.size(), std::size_t(12));
        QVERIFY2(std::abs(volumeOf(*solid) - 1.0) < 1e-6,
                 qPrintable(QString::number(volumeOf(*solid))));
        const auto scene = readMeshText(collada, "c.dae");
        QVERIFY2(scene, scene ? "" : qPrintable(said(scene.error())));
        QVERIFY2(std::abs(volumeOf(*scene) - 0.125) < 1e-6,
                 qPrintable(QString::number(volumeOf(*scene))));
        QVERIFY(std::abs(scene->points[1][0] - 0.02) < 1e-6);  // (1, 0, 0), turned to y
        QVERIFY(std::abs(scene->points[1][1] - 0.5) < 1e-6);
    }

    void brokenFilesAreTold_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("line");
        QTest::newRow("vertex") << "a.stl" << QByteArray("solid\nvertex 0 x 0\n") << 2;
        QTest::newRow("infinite") << "a.obj" << QByteArray("v 0 inf 0\n") << 1;
        QTest::newRow("corner") << "a.obj" << QByteArray("v 0 0 0\nf 1 1 2\n") << 2;
        QTest::newRow("before the first") << "a.obj" << QByteArray("v 0 0 0\nf -2 1 1\n") << 2;
        QTest::newRow("empty") << "a.obj" << QByteArray() << 0;
        QTest::newRow("short") << "a.stl" << QByteArray(90, '\x7f') << 0;
        QTest::newRow("kind") << "a.glb" << QByteArray("glTF") << 0;
        QTest::newRow("scene") << "a.dae" << QByteArray("\n<COLLADA/>") << 2;
        QTest::newRow("itself") << "a.dae"
                                << QByteArray(
                                       "<COLLADA><v id='s'>\n<node id='n'>"
                                       "<instance_node url='#n'/></node></v>"
                                       "<scene><instance_visual_scene url='#s'/></scene>"
                                       "</COLLADA>")
                                << 2;
    }
    void brokenFilesAreTold() {
        QFETCH(QString, name);
        QFETCH(QByteArray, text);
        QFETCH(int, line);
        const auto read = readMeshText(text.toStdString(), name.toStdString());
        QVERIFY(!read);
        QCOMPARE(read.error().front().line, line);
    }

    /// Whatever is in a file, every corner is a point.
    void mutatedFilesAreReadOrRefused() {
        const std::string whole = binary(*readMeshText(tetrahedron, "t.stl"));
        std::mt19937 random(20261124);
        int refused = 0;
        for (const auto& [name, good] : {std::pair<std::string, std::string>{"t.stl", tetrahedron},
                                         {"t.stl", whole},
                                         {"c.obj", cube},
                                         {"c.dae", collada}})
            for (int k = 0; k < 300; ++k) {
                std::string text = good;
                for (int change = 0; change < 3; ++change)
                    text[random() % text.size()] = static_cast<char>(random() % 256);
                if (k % 3 == 0) text.resize(random() % text.size());
                const auto read = readMeshText(text, name);
                if (!read) ++refused;
                if (!read) continue;
                for (const auto& triangle : read->triangles)
                    for (const std::uint32_t corner : triangle)
                        QVERIFY2(corner < read->points.size(), name.c_str());
            }
        QVERIFY2(refused > 100, qPrintable(QString::number(refused)));
    }

    void packagesAreFound() {
        const QTemporaryDir folder;
        const std::string root = QDir(folder.path()).canonicalPath().toStdString();
        writeTo(folder.filePath("arm_description/meshes/a.stl"), tetrahedron);
        writeTo(folder.filePath("elsewhere/meshes/a.stl"), tetrahedron);
        writeTo(folder.filePath("ros/tool/a.stl"), tetrahedron);
        MeshFolders folders{root + "/arm_description/urdf/arm.urdf", {}};
        // The package around the robot's file.
        QCOMPARE(meshPath("package://arm_description/meshes/a.stl", folders),
                 root + "/arm_description/meshes/a.stl");
        QCOMPARE(meshPath("../meshes/a.stl", folders), root + "/arm_description/meshes/a.stl");
        const std::string drive = std::filesystem::path(root).root_name().generic_string();
        QCOMPARE(meshPath("file:///x/a.stl", folders), drive + "/x/a.stl");
        const std::string slash = drive.empty() ? "" : "/";
        QCOMPARE(meshPath("file://" + slash + drive + "/x/a.stl", folders), drive + "/x/a.stl");
        const char separator = QDir::listSeparator().toLatin1();
        qputenv("ROS_PACKAGE_PATH",
                QByteArray::fromStdString(std::string("/nowhere") + separator + root + "/ros"));
        QCOMPARE(meshPath("package://tool/a.stl", folders), root + "/ros/tool/a.stl");
        qunsetenv("ROS_PACKAGE_PATH");
        folders.packages["arm_description"] = root + "/elsewhere";
        QCOMPARE(meshPath("package://arm_description/meshes/a.stl", folders),
                 root + "/elsewhere/meshes/a.stl");
        QCOMPARE(meshPath("package://unknown/a.stl", folders),
                 root + "/arm_description/urdf/unknown/a.stl");
    }

    void meshesSurviveSavingElsewhere() {
        const QTemporaryDir folder;
        writeTo(folder.filePath("robot/meshes/a.stl"), tetrahedron);
        writeTo(
            folder.filePath("robot/r.urdf"),
            robotWith(visual("<mesh filename='meshes/a.stl' scale='0.001 0.001 0.002'/>") +
                      visual("<box size='1 2 3'/>") + visual("<mesh filename='meshes/a.stl'/>")));
        Diagnostics notes;
        const auto first = readModelFile(folder.filePath("robot/r.urdf").toStdString(), &notes);
        QVERIFY2(first, first ? "" : qPrintable(said(first.error())));
        QVERIFY2(!said(notes).contains("missing"), qPrintable(said(notes)));
        const auto& parts = first->bodies.at(0).shape.parts;
        QCOMPARE(parts.size(), std::size_t(3));
        QCOMPARE(parts[0].size[2].value, 0.002);
        QCOMPARE(parts[1].position[1].value, 0.2);
        QVERIFY(QDir().mkpath(folder.filePath("models/mine")));
        const std::string to = folder.filePath("models/mine/r.momentree.json").toStdString();
        QVERIFY(saveModelFile(*first, to));
        QFile saved(QString::fromStdString(to));
        QVERIFY(saved.open(QIODevice::ReadOnly));
        QVERIFY(saved.readAll().contains("\"../../robot/meshes/a.stl\""));
        notes.clear();
        const auto second = readModelFile(to, &notes);
        QVERIFY2(second, second ? "" : qPrintable(said(second.error())));
        QCOMPARE(notes.size(), std::size_t(0));
        QVERIFY(second->bodies == first->bodies);
        QVERIFY(buildModel(*second));
    }

    void missingMeshesAreOneWarning() {
        const QTemporaryDir folder;
        writeTo(folder.filePath("broken.obj"), "v 0 0 0\nf 1 2 3\n");
        writeTo(folder.filePath("a.glb"), "glTF");
        std::string visuals;
        for (const char* name :
             {"x.stl", "y.stl", "y.stl", "package://p/z.stl", "broken.obj", "a.glb"})
            visuals += visual(std::string("<mesh filename='") + name + "'/>");
        writeTo(folder.filePath("r.urdf"), robotWith(visuals));
        Diagnostics notes;
        QVERIFY(readModelFile(folder.filePath("r.urdf").toStdString(), &notes));
        const QString text = said(notes);
        QVERIFY2(text.contains("missing meshes are not drawn (3, "), qPrintable(text));
        QCOMPARE(text.count("missing"), 1);
        QVERIFY2(text.contains("broken.obj', line 2: there is no vertex '2'"), qPrintable(text));
        QVERIFY2(text.contains("a.glb')"), qPrintable(text));
        for (const Diagnostic& note : notes) QVERIFY2(note.line > 0, qPrintable(said({note})));
    }

    void geomsOfMujocoAreDrawn() {
        const QTemporaryDir folder;
        writeTo(folder.filePath("assets/a.stl"), tetrahedron);
        writeTo(folder.filePath("m.xml"),
                "<mujoco><compiler meshdir='assets'/>\n<asset><mesh file='a.stl' scale='2 2 2'/>"
                "<material name='red' rgba='1 0 0 1'/></asset>\n<worldbody><body name='b'>"
                "<joint/><inertial mass='1' pos='0 0 0' diaginertia='1 1 1'/>\n"
                "<geom type='mesh' mesh='a' material='red' pos='1 0 0'/>\n"
                "<geom type='capsule' size='0.1 0.2'/><geom type='box' size='1 1 1' group='3'/>\n"
                "</body></worldbody></mujoco>");
        Diagnostics notes;
        const auto read = readModelFile(folder.filePath("m.xml").toStdString(), &notes);
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        const auto& parts = read->bodies.at(0).shape.parts;
        QCOMPARE(parts.size(), std::size_t(4));  // a mesh and a capsule; group 3 is hidden
        QCOMPARE(parts[0].color, std::string("#ff0000"));
        QCOMPARE(parts[0].size[0].value, 2.0);
        QVERIFY2(!said(notes).contains("missing"), qPrintable(said(notes)));
    }

    void limitsAreKeptOnRequest() {
        Diagnostics notes;
        const auto without = readModelText(robotWith(""), "r.urdf", &notes);
        QVERIFY(without && without->joints.at(0).limits.empty());
        QVERIFY2(said(notes).contains("--limits keeps them"), qPrintable(said(notes)));
        notes.clear();
        ImportOptions options;
        options.limits = true;
        const auto with = readModelText(robotWith(""), "r.urdf", &notes, options);
        QVERIFY(with);
        QCOMPARE(with->joints.at(0).limits.size(), std::size_t(1));
        QCOMPARE(with->joints[0].limits[0].most->value, 2.0);
        QVERIFY2(!said(notes).contains("limits"), qPrintable(said(notes)));
        const auto model = readModelText(
            "<mujoco><worldbody><body><joint range='-90 45'/><geom size='1'/></body></worldbody>"
            "</mujoco>",
            "m.xml", &notes, options);
        QVERIFY(model);
        QVERIFY(std::abs(model->joints.at(0).limits.at(0).most->value - M_PI / 4) < 1e-15);
    }
};

MOMENTREE_TEST(TestMeshFiles, Guiless)

}  // namespace momentree::test_mesh_files
#include "test_mesh_files.moc"
