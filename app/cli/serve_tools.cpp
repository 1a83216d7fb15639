// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/serve_tools.hpp"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <algorithm>
#include <span>

#include "app/base/resources_dir.hpp"
#include "app/cli/commands.hpp"
#include "core/platform/machine.hpp"

namespace momentree::cli {
namespace {

constexpr int longestCall = 600'000;  ///< [ms]
constexpr qsizetype longestText = 200'000;
constexpr int mostRows = 1000;

struct Parameter {
    const char* name;
    const char* type;  ///< of JSON Schema
    const char* text;
    bool needed = false;
};

constexpr Parameter theModel{
    "model", "string",
    "Path of a model file (.momentree.json), a reference case or a robot "
    "(.urdf, .xml, .sdf), an assembly of FreeCAD (.FCStd) or a link of PMKS+. Give this or "
    "model_text."},
    theModelText{"model_text", "string", "The content of a .momentree.json file."},
    theSet{"set", "object",
           "Values of parameters of the model by name; run.NAME changes a setting of the run, "
           "start.JOINT.q and start.JOINT.u the start of a joint."},
    theFormulation{"formulation", "string", "Id of a formulation, see the tool list."},
    theBackend{"backend", "string", "Id of a backend."},
    theIntegrator{"integrator", "string", "Id of an integrator."},
    theStep{"step", "number", "Step size [s]."},
    theDuration{"duration", "number", "Simulated time [s]."},
    theSample{"sample", "number", "Interval of recorded rows [s]."};

constexpr Parameter argumentsOfCheck[] = {theModel, theModelText, theSet};
constexpr Parameter argumentsOfRun[] = {
    theModel,
    theModelText,
    theSet,
    theFormulation,
    theBackend,
    theIntegrator,
    theStep,
    theDuration,
    theSample,
    {"error", "boolean", "Estimate the error by a second, more accurate run."},
    {"columns", "array",
     "Columns of the table to return: \"crank.x\", \"J1.q\", \"total\", or a probe. The report "
     "lists all columns."},
    {"rows", "integer", "Number of rows to return at most, evenly chosen; 20 if not given."}};
constexpr Parameter argumentsOfPlot[] = {theModel,       theModelText, theSet,
                                         theFormulation, theBackend,   theIntegrator,
                                         theStep,        theDuration,  theSample};
constexpr Parameter argumentsOfCompare[] = {
    theModel,
    theModelText,
    theSet,
    {"with", "array",
     "What to compare: ids of formulations, integrators or backends; join ids of one run with +, "
     "such as naudet+rk4.",
     true},
    theStep,
    theDuration,
    theSample};
constexpr Parameter argumentsOfAnalyse[] = {
    {"kind", "string",
     "inverse-dynamics (torque of the motors), kinematics, modes (frequencies), equilibrium, or "
     "another kind of the command analyse.",
     true},
    theModel,
    theModelText,
    theSet,
    {"duration", "number", "Time that motions are followed [s]."},
    theStep};
constexpr Parameter argumentsOfList[] = {
    {"what", "string", "formulations, backends, integrators, joints or examples.", true}};
constexpr Parameter argumentsOfExplain[] = {
    {"topic", "string", "A topic of the help, such as hdca, integrators or elements.", true}};

struct Tool {
    const char* name;
    const char* text;
    std::span<const Parameter> parameters;
    bool takesModel = true;
};
constexpr Tool tools[] = {
    {"check",
     "Check a model: structure, degrees of freedom, redundant constraints, assembly and "
     "singularity, with all problems and warnings.",
     argumentsOfCheck},
    {"run", "Simulate a model: the report (energy, drift, warnings) and chosen columns.",
     argumentsOfRun},
    {"compare", "Simulate a model by several formulations, integrators or backends: a table.",
     argumentsOfCompare},
    {"plot", "Simulate a model: a picture of the mechanism and its plots (PNG).", argumentsOfPlot},
    {"analyse", "Analyse a mechanism without simulating it.", argumentsOfAnalyse},
    {"list", "The available formulations, backends, integrators, joints or examples.",
     argumentsOfList, false},
    {"explain", "A page of the help, in Markdown.", argumentsOfExplain, false}};

const Tool* toolNamed(const QString& name) {
    const auto* found = std::ranges::find_if(tools, [&](const Tool& t) { return name == t.name; });
    return found == std::end(tools) ? nullptr : found;
}

bool hasType(const QJsonValue& value, const QString& type) {
    if (type == "string") return value.isString();
    if (type == "number") return value.isDouble();
    if (type == "integer") return value.isDouble() && value.toDouble() == value.toInt(-1);
    if (type == "boolean") return value.isBool();
    return type == "array" ? value.isArray() : value.isObject();
}

QJsonObject textBlock(const QString& text) {
    QString shown = text;
    if (shown.size() > longestText) shown = text.left(longestText) + "\n… (cut)";
    return {{"type", "text"}, {"text", shown}};
}

QJsonObject failure(const QString& text) {
    return {{"content", QJsonArray{textBlock(text)}}, {"isError", true}};
}

struct Ended {
    int code = 0;
    QString out, problems;
    QString unfinished = {};  ///< why it was ended
};

/// Runs this program with other arguments.
Ended momentree(const QStringList& arguments, const QString& input,
                const std::atomic<bool>& cancelled) {
    QProcess process;
    process.start(QString::fromStdString(platform::programFile().string()), arguments);
    process.write(input.toUtf8());
    process.closeWriteChannel();
    QElapsedTimer clock;
    clock.start();
    while (!process.waitForFinished(50)) {
        if (process.state() == QProcess::NotRunning) break;
        const bool late = clock.elapsed() > longestCall;
        if (!cancelled && !late) continue;
        process.kill();
        process.waitForFinished();
        return {1, {}, {}, late ? "it took longer than ten minutes" : "it was cancelled"};
    }
    return {
        process.exitStatus() == QProcess::NormalExit ? process.exitCode() : 1,
        QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError()),
        process.exitStatus() == QProcess::NormalExit ? QString() : "the program ended by a crash"};
}

/// One call of a tool.
class Call {
public:
    Call(const QJsonObject& arguments, const std::atomic<bool>& cancelled)
        : given_(arguments), cancelled_(cancelled) {}

    QJsonObject check() {
        const Ended text = run({"check"}, {});
        if (!text.unfinished.isEmpty()) return failure(text.unfinished);
        const Ended json = run({"check"}, {"--json"});
        QJsonObject answer = answerOf(text);
        answer["structuredContent"] =
            QJsonObject{{"problems", QJsonDocument::fromJson(json.out.toUtf8()).array()}};
        return answer;
    }
    QJsonObject simulate() {
        const QString table = folder_.filePath("table.csv");
        const Ended ended = run({"run"}, {"--quiet", "--report", "-", "--csv", table});
        QJsonObject report = QJsonDocument::fromJson(ended.out.toUtf8()).object();
        if (report.isEmpty()) return failure(reasonOf(ended));
        const QJsonArray columns = report["columns"].toArray();
        for (const char* long_ : {"model_as_run", "results", "machine", "columns", "settings"})
            report.remove(long_);
        QJsonArray names;
        for (const QJsonValue& column : columns) names.append(column["name"]);
        report["columns"] = names;
        QJsonObject content{{"report", report}};
        if (given_.contains("columns")) {
            const QString unknown = readRows(table, names, content);
            if (!unknown.isEmpty()) return failure(unknown);
        }
        const QString text = ended.problems + QJsonDocument(content).toJson();
        return {{"content", QJsonArray{textBlock(text)}},
                {"structuredContent", content},
                {"isError", ended.code != 0}};
    }
    QJsonObject plot() {
        const QString file = folder_.filePath("plot.png");
        const Ended ended = run({"run"}, {"--png", file});
        QFile picture(file);
        if (!picture.open(QIODevice::ReadOnly)) return failure(reasonOf(ended));
        const QJsonObject image{{"type", "image"},
                                {"data", QString::fromLatin1(picture.readAll().toBase64())},
                                {"mimeType", "image/png"}};
        QJsonArray content{image};
        content.append(textBlock(ended.problems + ended.out));
        return {{"content", content}, {"isError", ended.code != 0}};
    }
    QJsonObject compare() {
        QStringList ids;
        for (const QJsonValue& id : given_["with"].toArray()) ids << id.toString();
        return answerOf(run({"compare"}, {"--quiet", "--with", ids.join(',')}));
    }
    QJsonObject analyse() {
        const Ended ended = run({"analyse", given_["kind"].toString()}, {"--json"});
        QJsonObject answer = answerOf(ended);
        const QJsonDocument json = QJsonDocument::fromJson(ended.out.toUtf8());
        if (json.isObject()) answer["structuredContent"] = json.object();
        return answer;
    }
    QJsonObject list() {
        return answerOf(momentree({"list", given_["what"].toString()}, {}, cancelled_));
    }
    QJsonObject explain() const {
        const QDir help(QString::fromStdString((resourcesDirectory() / "help").string()));
        QStringList topics;
        for (const QString& file : help.entryList({"*.md"})) topics << file.chopped(3);
        const QString topic = given_["topic"].toString();
        QFile page(help.filePath(topic + ".md"));
        if (!topics.contains(topic) || !page.open(QIODevice::ReadOnly))
            return failure("there is no help about '" + topic + "'; topics are " +
                           topics.join(", "));
        return {{"content", QJsonArray{textBlock(QString::fromUtf8(page.readAll()))}},
                {"isError", false}};
    }

private:
    static QString reasonOf(const Ended& ended) {
        return ended.unfinished.isEmpty() ? ended.problems + ended.out : ended.unfinished;
    }
    static QJsonObject answerOf(const Ended& ended) {
        const QString text =
            ended.unfinished.isEmpty() ? ended.out + ended.problems : ended.unfinished;
        return {{"content", QJsonArray{textBlock(text)}}, {"isError", ended.code != 0}};
    }
    /// Runs a command with the model and the options that are given.
    Ended run(QStringList command, const QStringList& options) {
        QString path = given_["model"].toString();
        const bool text = given_.contains("model_text");
        if (path.startsWith('-')) path.prepend("./");
        command << (text ? QStringLiteral("-") : path);
        for (const char* name :
             {"formulation", "backend", "integrator", "step", "duration", "sample"})
            if (const QJsonValue value = given_[name]; !value.isUndefined())
                command << QStringLiteral("--%1=%2").arg(name, value.toVariant().toString());
        if (given_["error"].toBool()) command << "--error";
        const QJsonObject values = given_["set"].toObject();
        for (auto it = values.begin(); it != values.end(); ++it)
            command << "--set" << it.key() + '=' + it->toVariant().toString();
        return momentree(command + options, given_["model_text"].toString(), cancelled_);
    }
    /// Adds "columns" and "rows"; returns the error.
    QString readRows(const QString& path, const QJsonArray& known, QJsonObject& to) const {
        std::vector<qsizetype> chosen;
        for (const QJsonValue& name : given_["columns"].toArray()) {
            const auto at = std::ranges::find(known, name);
            if (at == known.end())
                return "there is no column '" + name.toString() +
                       "'; a run without 'columns' lists them in its report";
            chosen.push_back(at - known.begin());
        }
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly)) return "the table cannot be read";
        const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
        const qsizetype count = lines.size() - 1;
        const qsizetype most = std::clamp(given_["rows"].toInt(20), 1, mostRows);
        const qsizetype shown = std::min(count, most);
        QJsonArray rows;
        for (qsizetype k = 0; k < shown; ++k) {
            const qsizetype row = shown > 1 ? k * (count - 1) / (shown - 1) : count - 1;
            const QList<QByteArray> fields = lines[row + 1].trimmed().split(',');
            QJsonArray values{fields[0].toDouble()};
            for (const qsizetype column : chosen) values.append(fields[column].toDouble());
            rows.append(values);
        }
        QJsonArray names{"time"};
        for (const QJsonValue& name : given_["columns"].toArray()) names.append(name);
        to["columns"] = names;
        to["rows"] = rows;
        to["rows_recorded"] = count;
        return {};
    }

    const QJsonObject& given_;
    const std::atomic<bool>& cancelled_;
    QTemporaryDir folder_;
};

}  // namespace

QJsonArray toolList() {
    QJsonArray list;
    for (const Tool& tool : tools) {
        QJsonObject properties;
        QJsonArray needed;
        for (const Parameter& one : tool.parameters) {
            QJsonObject schema{{"type", one.type}, {"description", one.text}};
            if (schema["type"] == "array") schema["items"] = QJsonObject{{"type", "string"}};
            properties[one.name] = schema;
            if (one.needed) needed.append(one.name);
        }
        list.append(QJsonObject{{"name", tool.name},
                                {"description", tool.text},
                                {"inputSchema", QJsonObject{{"type", "object"},
                                                            {"properties", properties},
                                                            {"required", needed},
                                                            {"additionalProperties", false}}},
                                {"annotations", QJsonObject{{"readOnlyHint", true}}}});
    }
    return list;
}

QString callProblem(const QString& name, const QJsonObject& arguments) {
    const Tool* tool = toolNamed(name);
    if (tool == nullptr) return "there is no tool '" + name + "'";
    QStringList known;
    for (const Parameter& one : tool->parameters) {
        known << one.name;
        const QJsonValue value = arguments[one.name];
        if (value.isUndefined() && one.needed)
            return QStringLiteral("the argument '%1' is missing").arg(one.name);
        if (!value.isUndefined() && !hasType(value, one.type))
            return QStringLiteral("the argument '%1' must be of type %2").arg(one.name, one.type);
    }
    for (const QString& given : arguments.keys())
        if (!known.contains(given))
            return QStringLiteral("there is no argument '%1'; known are %2")
                .arg(given, known.join(", "));
    if (tool->takesModel && arguments.contains("model") == arguments.contains("model_text"))
        return "give either 'model' or 'model_text'";
    return {};
}

QJsonObject callTool(const QString& tool, const QJsonObject& arguments,
                     const std::atomic<bool>& cancelled) {
    Call call(arguments, cancelled);
    if (tool == "check") return call.check();
    if (tool == "run") return call.simulate();
    if (tool == "compare") return call.compare();
    if (tool == "plot") return call.plot();
    if (tool == "analyse") return call.analyse();
    if (tool == "list") return call.list();
    return call.explain();
}

}  // namespace momentree::cli
