// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonDocument>
#include <condition_variable>
#include <deque>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/serve_tools.hpp"

namespace momentree::cli {
namespace {

constexpr const char* protocol = "2025-06-18";
constexpr std::size_t longestLine = 20'000'000;
constexpr std::size_t mostWaiting = 100;

/// Error codes of JSON-RPC 2.0.
enum Code : int {
    parseError = -32700,
    invalidRequest = -32600,
    methodNotFound = -32601,
    invalidParams = -32602,
    busy = -32000
};

struct ToolRequest {
    QJsonValue id;
    QString tool;
    QJsonObject arguments;
    std::atomic<bool> cancelled = false;
};

/// Answers requests of JSON-RPC 2.0, one on each line (the Model Context Protocol on standard input
/// and output). Tools are called one after the other on a thread of their own.
class Server {
public:
    Server() : worker_([this] { work(); }) {}
    ~Server() {
        {
            const std::lock_guard lock(mutex_);
            ended_ = true;
        }
        wake_.notify_all();
    }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    void take(const std::string& line) {
        if (line.find_first_not_of(" \t\r") == std::string::npos) return;
        if (line.size() > longestLine) return refuse({}, invalidRequest, "the line is too long");
        QJsonParseError problem;
        const QJsonDocument document =
            QJsonDocument::fromJson(QByteArray::fromStdString(line), &problem);
        if (problem.error != QJsonParseError::NoError)
            return refuse({}, parseError,
                          QStringLiteral("not JSON: %1 at byte %2")
                              .arg(problem.errorString())
                              .arg(problem.offset));
        const QJsonObject request = document.object();
        const QJsonValue id = request["id"];
        const bool goodId = id.isUndefined() || id.isString() || id.isDouble();
        if (!document.isObject() || request["jsonrpc"] != "2.0" || !goodId ||
            !request["method"].isString())
            return refuse({}, invalidRequest,
                          "a request is an object with 'jsonrpc': \"2.0\", 'method' and 'id'");
        const QString method = request["method"].toString();
        const QJsonObject params = request["params"].toObject();
        if (id.isUndefined()) return notice(method, params);
        if (method == "initialize") return answer(id, greeting());
        if (method == "ping") return answer(id, {});
        if (method == "tools/list") return answer(id, {{"tools", toolList()}});
        if (method == "tools/call") return queue(id, params);
        refuse(id, methodNotFound, "there is no method '" + method + "'");
    }

private:
    static QJsonObject greeting() {
        return {{"protocolVersion", protocol},
                {"capabilities", QJsonObject{{"tools", QJsonObject{}}}},
                {"serverInfo", QJsonObject{{"name", "momentree"},
                                           {"title", "Momentree"},
                                           {"version", MOMENTREE_VERSION}}},
                {"instructions",
                 "Simulates linkages and robots. Check a model before running it; list and explain "
                 "tell which formulations and integrators there are. Units are SI."}};
    }
    void notice(const QString& method, const QJsonObject& params) {
        if (method != "notifications/cancelled") return;
        const std::lock_guard lock(mutex_);
        for (const auto& request : requests_)
            if (request->id == params["requestId"]) request->cancelled = true;
    }
    void queue(const QJsonValue& id, const QJsonObject& params) {
        auto request = std::make_shared<ToolRequest>();
        request->id = id;
        request->tool = params["name"].toString();
        request->arguments = params["arguments"].toObject();
        const QString problem = callProblem(request->tool, request->arguments);
        if (!problem.isEmpty()) return refuse(id, invalidParams, problem);
        {
            const std::lock_guard lock(mutex_);
            if (requests_.size() < mostWaiting) {
                requests_.push_back(std::move(request));
                wake_.notify_all();
                return;
            }
        }
        refuse(id, busy, "too many calls are waiting");
    }
    /// Calls the tools until the input has ended and every call is answered.
    void work() {
        for (;;) {
            std::shared_ptr<ToolRequest> request;
            {
                std::unique_lock lock(mutex_);
                wake_.wait(lock, [this] { return ended_ || !requests_.empty(); });
                if (requests_.empty()) return;
                request = requests_.front();
            }
            QJsonObject result;
            if (!request->cancelled)
                result = callTool(request->tool, request->arguments, request->cancelled);
            {
                const std::lock_guard lock(mutex_);
                requests_.pop_front();
            }
            if (!request->cancelled) answer(request->id, result);
        }
    }
    void answer(const QJsonValue& id, const QJsonObject& result) {
        send({{"jsonrpc", "2.0"}, {"id", id}, {"result", result}});
    }
    void refuse(const QJsonValue& id, int code, const QString& text) {
        send({{"jsonrpc", "2.0"},
              {"id", id.isUndefined() ? QJsonValue() : id},
              {"error", QJsonObject{{"code", code}, {"message", text}}}});
    }
    void send(const QJsonObject& message) {
        const std::lock_guard lock(output_);
        std::cout << QJsonDocument(message).toJson(QJsonDocument::Compact).toStdString()
                  << std::endl;
    }

    std::mutex mutex_, output_;
    std::condition_variable wake_;
    std::deque<std::shared_ptr<ToolRequest>> requests_;  ///< the first is being worked on
    bool ended_ = false;
    std::jthread worker_;  ///< last member: joins before all others are destroyed
};

}  // namespace

int serveCommand() {
    Server server;
    for (std::string line; std::getline(std::cin, line);) server.take(line);
    return exitDone;
}

}  // namespace momentree::cli
