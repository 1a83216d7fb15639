// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHostAddress>
#include <QObject>
#include <memory>

#include "app/poll/poll.hpp"

namespace momentree::app {

/// Offers one poll to browsers, from its construction until it is destroyed.
///
/// Everything that a client can use up is bounded: a connection carries one request of at most
/// `mostBytes` and lives for `lifetime`; `mostConnections` are open at a time, where a new one
/// replaces the oldest of the address that has the most; `mostPerSecond` are accepted.
class PollServer final : public QObject {
    Q_OBJECT
public:
    static constexpr int mostConnections = 128, mostPerSecond = 500;
    static constexpr qint64 mostBytes = 16384;
    static constexpr int lifetime = 10000;  ///< [ms]

    /// @param address of the interface to listen on
    PollServer(PollQuestion question, const QHostAddress& address, QObject* parent = nullptr);
    ~PollServer() override;

    bool listening() const;
    QString problem() const;  ///< why it is not listening
    const QString& code() const { return code_; }
    quint16 port() const;
    const Poll& poll() const { return poll_; }
    int connections() const;

Q_SIGNALS:
    void answered();

private:
    class Listener;
    class Service;
    Poll poll_;
    QString code_;
    std::unique_ptr<Service> service_;
    Listener* listener_;  ///< of the service
};

/// Addresses of this machine in local networks, for people: without loopback.
QStringList networkAddresses();

}  // namespace momentree::app
