// SPDX-License-Identifier: Apache-2.0
// Robots on the command line: warnings by kind, released roots, starts of joints, bad files.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "program.hpp"

namespace momentree::test_cli_robots {
namespace {

QByteArray link(const QByteArray& name) {
    return "<link name='" + name +
           "'><inertial><origin xyz='0 0 -0.5'/><mass value='1'/><inertia ixx='0.1' iyy='0.1' "
           "izz='0.1'/></inertial></link>\n";
}
QByteArray joint(const QByteArray& name, const QByteArray& from, const QByteArray& to) {
    return "<joint name='" + name + "' type='revolute'><parent link='" + from + "'/><child link='" +
           to +
           "'/><origin xyz='0 0 -1'/><axis xyz='0 1 0'/><limit lower='-1' upper='1'/></joint>\n";
}
const QByteArray robot = "<robot name='r'>\n" + link("base") + link("a") + link("b") + link("c") +
                         joint("j", "base", "a") + joint("k", "a", "b") + joint("l", "b", "c") +
                         "</robot>\n";

}  // namespace

class TestCliRobots : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QString out_, err_;

    int run(const QStringList& arguments) {
        QProcess process;
        process.start(MOMENTREE_PROGRAM, arguments);
        process.closeWriteChannel();
        if (!process.waitForFinished(test::patience)) return -1;
        out_ = QString::fromUtf8(process.readAllStandardOutput());
        err_ = QString::fromUtf8(process.readAllStandardError());
        return process.exitCode();
    }
    QString written(const QString& name, const QByteArray& text) {
        const QString path = folder_.filePath(name);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(text);
        return path;
    }

private slots:
    void warningsAreOneLineForEachKind() {
        const QString file = written("r.urdf", robot);
        QCOMPARE(run({"check", file}), 0);
        QCOMPARE(err_.count("its limits"), 1);
        QVERIFY2(err_.contains("r.urdf:6: joint 'j': warning: its limits (-1 to 1 rad)"),
                 qPrintable(err_));
        QVERIFY2(err_.contains("(and 2 more like this)"), qPrintable(err_));
        QCOMPARE(run({"check", file, "-v"}), 0);
        QCOMPARE(err_.count("its limits"), 3);
        QCOMPARE(run({"run", file, "--duration", "0.01", "--quiet"}), 0);
        QCOMPARE(err_, QString());
        QCOMPARE(run({"check", file, "--quiet"}), 0);
        QCOMPARE(err_, QString());
        QCOMPARE(run({"export", file, "--to", folder_.filePath("r.momentree.json"), "--quiet"}), 0);
        QCOMPARE(err_, QString());
    }

    /// 128 joints that URDF does not know, at the place of the first.
    void errorsAreOneLineForEachText() {
        const QString chain =
            QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/chain_128.momentree.json");
        const QString to = folder_.filePath("chain.urdf");
        QCOMPARE(run({"export", chain, "--to", to}), 2);
        QCOMPARE(err_.count("no spherical joints"), 1);
        QVERIFY2(err_.contains("joint 'J1':") && err_.contains("(and 127 more like this)"),
                 qPrintable(err_));
        QCOMPARE(run({"export", chain, "--to", to, "-v"}), 2);
        QCOMPARE(err_.count("no spherical joints"), 128);
    }

    void theRootCanBeFree() {
        const QString file = written("r.urdf", robot);
        QCOMPARE(run({"check", file}), 0);
        QVERIFY2(out_.contains("degrees of freedom    3"), qPrintable(out_));
        QCOMPARE(run({"check", file, "--free-base"}), 0);
        QVERIFY2(out_.contains("degrees of freedom    9"), qPrintable(out_));
    }

    void anotherLinkCanBeTheRoot() {
        const QString file = written("r.urdf", robot), to = folder_.filePath("held.momentree.json");
        QCOMPARE(run({"check", file, "--root", "base"}), 0);
        QCOMPARE(run({"check", file, "--root", "c"}), 0);
        QVERIFY2(out_.contains("degrees of freedom    3"), qPrintable(out_));
        QCOMPARE(run({"check", file, "--root", "nobody"}), 2);
        QVERIFY2(err_.contains("link 'nobody'") && err_.contains("there are 'base'"),
                 qPrintable(err_));
        QCOMPARE(run({"check", file, "--root", "base", "--free-base"}), 2);
        QVERIFY2(err_.contains("not both"), qPrintable(err_));
        const QString ground =
            written("g.urdf", "<robot name='g'>\n<link name='world'/>\n" + link("a") +
                                  joint("j", "world", "a") + "</robot>\n");
        QCOMPARE(run({"check", ground, "--root", "a"}), 2);
        QVERIFY2(err_.contains("g.urdf:3: link 'a': cannot be the root, because the root 'world'"),
                 qPrintable(err_));
        // The mass of the root is that of a link on two fixed joints.
        const auto rigid = [](const char* name, const char* from, const char* on) {
            return QByteArray("<joint name='") + name + "' type='fixed'><parent link='" + from +
                   "'/><child link='" + on + "'/></joint>\n";
        };
        const QString nested = written(
            "n.urdf", "<robot name='n'>\n<link name='world'/><link name='foot'/>\n" + link("base") +
                          link("a") + rigid("f", "world", "foot") + rigid("g", "foot", "base") +
                          joint("j", "base", "a") + "</robot>\n");
        QCOMPARE(run({"check", nested, "--root", "a"}), 0);
        QCOMPARE(run({"export", file, "--to", to, "--quiet"}), 0);
        QCOMPARE(run({"check", to, "--root", "base"}), 2);
        QVERIFY2(err_.contains("only robots"), qPrintable(err_));
    }

    void jointsStartWhereTold() {
        const QString file = written("r.urdf", robot), to = folder_.filePath("r.momentree.json");
        QCOMPARE(run({"export", file, "--set", "start.k.q=20 deg", "--set", "start.k.u=0.5", "--to",
                      to, "--quiet"}),
                 0);
        QFile saved(to);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(saved.readAll());
        QVERIFY2(text.contains("20 deg"), qPrintable(text));
        QCOMPARE(run({"check", to}), 0);
        QCOMPARE(run({"run", file, "--set", "start.x.q=1"}), 2);
        QVERIFY2(err_.contains("there is no joint 'x'"), qPrintable(err_));
        QCOMPARE(run({"run", file, "--set", "start.k=1"}), 2);
        QVERIFY2(err_.contains("must be start.JOINT.q=VALUE"), qPrintable(err_));
        QCOMPARE(run({"run", file, "--set", "start.k.q=1,2"}), 2);
    }

    void modelsOfMujocoOpenToo() {
        const QString file = written(
            "m.xml",
            "<mujoco>\n<worldbody><body name='b'><joint name='j'/><geom size='0.1' pos='1 0 0'/>"
            "</body></worldbody>\n</mujoco>");
        QCOMPARE(run({"check", file}), 0);
        QCOMPARE(run({"check", file, "--free-base"}), 2);
        QVERIFY2(err_.contains("m.xml:1: only robots in URDF"), qPrintable(err_));
    }

    void limitsAndPackagesAreOptions() {
        const QString file = written("r.urdf", robot);
        QCOMPARE(run({"check", file, "--limits"}), 0);
        QVERIFY2(!err_.contains("its limits"), qPrintable(err_));
        QCOMPARE(run({"check", file, "--package", "nowhere"}), 2);
        QVERIFY2(err_.contains("must be NAME=FOLDER"), qPrintable(err_));
        QCOMPARE(run({"check", file, "--package", "a=/tmp", "--package", "b=/tmp"}), 0);
    }

    void modelsAreWrittenForMujoco() {
        const QString file = written("r.urdf", robot), to = folder_.filePath("out.xml");
        QCOMPARE(run({"export", file, "--to", to, "--limits", "--quiet"}), 0);
        QCOMPARE(err_, QString());
        QCOMPARE(run({"check", to}), 0);
        QVERIFY2(err_.contains("its range is left out"), qPrintable(err_));
        QVERIFY2(out_.contains("degrees of freedom    3"), qPrintable(out_));
        QCOMPARE(run({"export", file, "--to", folder_.filePath("r.step")}), 2);
        QVERIFY2(err_.contains("supported are .urdf, .xml (MJCF)"), qPrintable(err_));
    }

    void flatMechanismsAreWrittenForCutters() {
        if (!test::hasWindow) QSKIP(test::needsWindow);
        const QString examples = MOMENTREE_SOURCE_DIR "/resources/examples/";
        const QString to = folder_.filePath("links.dxf");
        QCOMPARE(run({"export", examples + "four_bar.momentree.json", "--to", to}), 0);
        QFile file(to);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(text.startsWith("0\nSECTION\n") && text.endsWith("0\nEOF\n"));
        QCOMPARE(run({"export", examples + "bennett.momentree.json", "--to", to}), 2);
        QVERIFY2(err_.contains("moves in space"), qPrintable(err_));
    }

    void macrosNeedTheirProgram() {
        const QString file = written("r.urdf.xacro",
                                     "<robot name='r' xmlns:xacro='http://ros.org/wiki/xacro'>\n"
                                     "<xacro:include filename='nowhere'/></robot>");
        QCOMPARE(run({"check", file}), 2);
        QVERIFY2(err_.contains("r.urdf.xacro:1:") && err_.contains("the program xacro"),
                 qPrintable(err_));
    }

    /// Lines in the output of xacro are not those of the file.
    void macrosHaveNoLines() {
#ifdef Q_OS_WIN
        QSKIP("a script is no program there");
#endif
        const QString program = written("xacro",
                                        "#!/bin/sh\necho \"<robot name='r'>\n\n\n<link name='a'/>"
                                        "<link name='b'/>\n<joint name='j' type='odd'><parent "
                                        "link='a'/><child link='b'/></joint></robot>\"\n");
        QVERIFY(QFile::setPermissions(program, QFile::ReadOwner | QFile::ExeOwner));
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", QFileInfo(program).path().toUtf8() + ":" + path);
        const int code = run({"check", written("r.urdf.xacro", "<robot><xacro:macro/></robot>")});
        qputenv("PATH", path);
        QCOMPARE(code, 2);
        QVERIFY2(err_.contains("r.urdf.xacro:1: joint 'j': the type of the joint is unknown"),
                 qPrintable(err_));
    }
};

MOMENTREE_TEST(TestCliRobots, Guiless)

}  // namespace momentree::test_cli_robots
#include "test_cli_robots.moc"
