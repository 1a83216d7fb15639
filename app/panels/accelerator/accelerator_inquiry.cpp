// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/accelerator/accelerator_inquiry.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QSet>

#include "app/base/diagnostic_text.hpp"
#include "app/panels/accelerator/open_accelerator.hpp"
#include "fpga_link/offload/board_message.hpp"

namespace momentree::app {
namespace {

constexpr int trips = 20;

void askAll(fpga::BoardClient& client, bool selfTest, AcceleratorAnswer& answer) {
    answer.identity = client.board();
    QElapsedTimer clock;
    clock.start();
    for (int k = 0; k < trips; ++k) {
        const auto status = client.status();
        if (!status) {
            answer.problem = messageText(fpga::boardMessage(status.error()));
            return;
        }
        answer.status = *status;
    }
    answer.roundTrip_us = static_cast<double>(clock.nsecsElapsed()) * 1e-3 / trips;
    if (!selfTest) return;
    if (const auto result = client.selfTest())
        answer.selfTest = *result;
    else
        answer.problem = messageText(fpga::boardMessage(result.error()));
}

/// Sockets held by the process.
QSet<QString> socketsOf(const QString& process) {
    QSet<QString> sockets;
    const QDir folder("/proc/" + process + "/fd");
    for (const QString& name : folder.entryList(QDir::Files | QDir::System)) {
        const QString target = QFile::symLinkTarget(folder.filePath(name));
        const qsizetype at = target.indexOf("socket:[");
        if (at >= 0) sockets << target.mid(at + 8).chopped(1);
    }
    return sockets;
}

bool isAgent(const QString& process) {
    QFile file("/proc/" + process + "/comm");
    return file.open(QIODevice::ReadOnly) && file.readAll().trimmed() == "momentree-board";
}

}  // namespace

AcceleratorAnswer askAccelerator(const QString& address, bool selfTest,
                                 const std::stop_token& stop) {
    AcceleratorAnswer answer;
    auto board = openAccelerator(address, stop);
    if (!board)
        answer.problem = messageText(fpga::boardMessage(board.error()));
    else
        askAll(board->client, selfTest, answer);
    return answer;
}

QStringList agentsHere() {
    QSet<QString> sockets;
    for (const QString& process : QDir("/proc").entryList({"[1-9]*"}, QDir::Dirs))
        if (isAgent(process)) sockets.unite(socketsOf(process));
    QStringList addresses;
    QFile table("/proc/net/tcp");
    if (sockets.isEmpty() || !table.open(QIODevice::ReadOnly)) return addresses;
    for (const QString& line : QString::fromLatin1(table.readAll()).split('\n').mid(1)) {
        const QStringList parts = line.simplified().split(' ');
        constexpr int local = 1, state = 3, socket = 9;
        if (parts.size() <= socket || parts[state] != "0A" || !sockets.contains(parts[socket]))
            continue;
        const int port = parts[local].section(':', 1).toInt(nullptr, 16);
        addresses << QStringLiteral("127.0.0.1:%1").arg(port);
    }
    return addresses;
}

}  // namespace momentree::app
