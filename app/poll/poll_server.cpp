// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/poll_server.hpp"

#include <QNetworkInterface>
#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>
#include <QtHttpServer/QAbstractHttpServer>
#include <QtHttpServer/QHttpServerRequest>
#include <QtHttpServer/QHttpServerResponder>
#include <map>

#include "app/poll/poll_page.hpp"

namespace momentree::app {
namespace {

using Code = QHttpServerResponder::StatusCode;

/// A connection for one request. The HTTP server of Qt 6.4 has no limits of its own.
class PollSocket final : public QTcpSocket {
public:
    explicit PollSocket(QObject* parent) : QTcpSocket(parent) {
        setReadBufferSize(PollServer::mostBytes);
        QTimer::singleShot(PollServer::lifetime, this, [this] { abort(); });
    }

protected:
    qint64 readData(char* data, qint64 most) override {
        const qint64 count = answered_ ? -1 : QTcpSocket::readData(data, most);
        if (count > 0) read_ += count;
        if (read_ > PollServer::mostBytes) end();
        return read_ > PollServer::mostBytes ? -1 : count;
    }
    qint64 writeData(const char* data, qint64 count) override {
        if (!answered_)
            QMetaObject::invokeMethod(
                this, [this] { disconnectFromHost(); }, Qt::QueuedConnection);
        answered_ = true;
        return QTcpSocket::writeData(data, count);
    }

private:
    void end() {
        QMetaObject::invokeMethod(
            this, [this] { abort(); }, Qt::QueuedConnection);
    }
    qint64 read_ = 0;
    bool answered_ = false;
};

}  // namespace

class PollServer::Listener final : public QTcpServer {
public:
    using QTcpServer::QTcpServer;
    int connections() {
        open_.removeIf([](const QPointer<PollSocket>& socket) {
            return !socket || socket->state() == QAbstractSocket::UnconnectedState;
        });
        return static_cast<int>(open_.size());
    }

protected:
    void incomingConnection(qintptr descriptor) override {
        auto* socket = new PollSocket(this);
        if (!socket->setSocketDescriptor(descriptor)) return socket->deleteLater();
        if (connections() >= mostConnections) dropOldest();
        open_ << socket;
        addPendingConnection(socket);
        if (accepted_++ == 0)
            QTimer::singleShot(1000, this, [this] {
                accepted_ = 0;
                resumeAccepting();
            });
        if (accepted_ >= mostPerSecond) pauseAccepting();
    }

private:
    /// Of the address that has the most connections.
    void dropOldest() {
        std::map<QString, int> counts;
        for (const auto& socket : open_) ++counts[socket->peerAddress().toString()];
        const auto most =
            std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
        for (qsizetype k = 0; k < open_.size(); ++k)
            if (open_[k]->peerAddress().toString() == most->first) {
                open_.takeAt(k)->abort();
                return;
            }
    }

    QList<QPointer<PollSocket>> open_;  ///< oldest first
    int accepted_ = 0;                  ///< in this second
};

class PollServer::Service final : public QAbstractHttpServer {
public:
    explicit Service(PollServer& server) : server_(server) {}

protected:
    bool handleRequest(const QHttpServerRequest& request, QTcpSocket* socket) override {
        const QString path = request.url().path();
        const bool right = path == "/" + server_.code_;
        using Method = QHttpServerRequest::Method;
        if (request.method() == Method::Get && right)
            answer(request, socket, pollPage(server_.poll_.question()), "text/html", Code::Ok);
        else if (request.method() == Method::Get)
            answer(request, socket, pollCodePage(path != "/"), "text/html",
                   path == "/" ? Code::Ok : Code::NotFound);
        else if (request.method() == Method::Post && right)
            take(request, socket);
        else
            answer(request, socket, {}, "text/plain",
                   right ? Code::MethodNotAllowed : Code::NotFound);
        return true;
    }
    void missingHandler(const QHttpServerRequest&, QTcpSocket*) override {}

private:
    void take(const QHttpServerRequest& request, QTcpSocket* socket) {
        const Poll::Verdict verdict = server_.poll_.take(request.body());
        const Code code = verdict == Poll::Verdict::Taken        ? Code::Ok
                          : verdict == Poll::Verdict::Unreadable ? Code::BadRequest
                                                                 : Code::TooManyRequests;
        answer(request, socket, {}, "text/plain", code);
        if (verdict == Poll::Verdict::Taken) Q_EMIT server_.answered();
    }
    void answer(const QHttpServerRequest& request, QTcpSocket* socket, const QByteArray& text,
                const QByteArray& type, Code code) {
        makeResponder(request, socket)
            .write(text,
                   {{"Content-Type", type + "; charset=utf-8"},
                    {"Cache-Control", "no-store"},
                    {"Connection", "close"},
                    {"Content-Security-Policy",
                     "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
                     "connect-src 'self'; frame-ancestors 'none'"},
                    {"X-Content-Type-Options", "nosniff"}},
                   code);
    }
    PollServer& server_;
};

PollServer::PollServer(PollQuestion question, const QHostAddress& address, QObject* parent)
    : QObject(parent),
      poll_(std::move(question)),
      code_(randomPollCode()),
      service_(std::make_unique<Service>(*this)),
      listener_(new Listener(service_.get())) {
    if (listener_->listen(address)) service_->bind(listener_);
}

PollServer::~PollServer() = default;

bool PollServer::listening() const { return listener_->isListening(); }
QString PollServer::problem() const { return listener_->errorString(); }
quint16 PollServer::port() const { return listener_->serverPort(); }
int PollServer::connections() const { return listener_->connections(); }

QStringList networkAddresses() {
    QStringList found;
    for (const QHostAddress& address : QNetworkInterface::allAddresses())
        if (address.protocol() == QAbstractSocket::IPv4Protocol && !address.isLoopback())
            found << address.toString();
    return found;
}

}  // namespace momentree::app
