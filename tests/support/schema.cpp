// SPDX-License-Identifier: Apache-2.0
#include "support/schema.hpp"

#include <QProcess>

#include "support/test_main.hpp"

namespace momentree::test {

std::optional<QString> schemaProblems(const QString& schema, const QStringList& files) {
    const QString script = QStringLiteral(
        "import sys, json, pathlib\n"
        "try:\n    from jsonschema import Draft202012Validator as V, RefResolver as R\n"
        "except ImportError:\n    sys.exit(77)\n"
        "path = pathlib.Path(sys.argv[1])\n"
        "s = json.load(open(path))\n"
        "V.check_schema(s)\n"
        "v = V(s, resolver=R(path.parent.as_uri() + '/', s))\n"
        "for f in sys.argv[2:]:\n"
        "    for e in v.iter_errors(json.load(open(f))):\n"
        "        print(f, list(e.path), e.message[:200])\n");
    QProcess python;
    python.start(
        "python3",
        QStringList{"-c", script, MOMENTREE_SOURCE_DIR "/resources/schema/" + schema} + files);
    if (!python.waitForFinished(patience) || python.exitCode() == 77) return std::nullopt;
    const QString said = QString::fromUtf8(python.readAllStandardOutput());
    if (python.exitCode() == 0) return said;
    return said + QString::fromUtf8(python.readAllStandardError());
}

}  // namespace momentree::test
