// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/accelerator/board_secrets.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>
#include <cstdlib>
#include <map>

#include "fpga_link/protocol/proof.hpp"

namespace momentree::app {
namespace {

/// The same for the window and for commands, which have no QCoreApplication. Each line holds an
/// address, a space and a secret.
QString secretsFile() {
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
           "/Momentree/board-secrets";
}

std::string keyOf(const fpga::Address& address) {
    return address.host + ':' + std::to_string(address.port);
}

fpga::Expected<std::map<std::string, std::string>> keptSecrets() {
    std::map<std::string, std::string> secrets;
    QFile file(secretsFile());
    if (!file.exists()) return secrets;
    const auto unreadable = [&](const QString& reason) {
        return fpga::trouble(fpga::Trouble::SecretUnreadable,
                             {(file.fileName() + ": " + reason).toStdString()});
    };
    if ((file.permissions() & (QFile::ReadGroup | QFile::ReadOther)) != 0)
        return unreadable("others can read the secrets of boards; make its mode 600");
    if (!file.open(QIODevice::ReadOnly)) return unreadable(file.errorString());
    for (const QByteArray& line : file.readAll().split('\n'))
        if (const qsizetype space = line.indexOf(' '); space > 0)
            secrets[line.left(space).toStdString()] = line.mid(space + 1).toStdString();
    return secrets;
}

}  // namespace

fpga::Expected<std::string> boardSecret(const fpga::Address& address) {
    if (const char* file = std::getenv(boardSecretVariable); file != nullptr && *file != 0) {
        auto secret = fpga::wire::readSecret(file);
        if (secret) return std::move(*secret);
        return fpga::trouble(fpga::Trouble::SecretUnreadable, {secret.error()});
    }
    auto secrets = keptSecrets();
    if (!secrets) return tl::unexpected(secrets.error());
    return (*secrets)[keyOf(address)];
}

QString keepBoardSecret(const fpga::Address& address, const std::string& secret) {
    const auto tr = [](const char* text) {
        return QCoreApplication::translate("BoardSecrets", text);
    };
    if (!secret.empty() && secret.size() < fpga::wire::shortestSecret)
        return tr("A secret has at least %1 characters.").arg(fpga::wire::shortestSecret);
    auto secrets = keptSecrets();
    if (!secrets) return QString::fromStdString(secrets.error().details.front());
    (*secrets)[keyOf(address)] = secret;
    QSaveFile file(secretsFile());
    QDir().mkpath(QFileInfo(file.fileName()).path());
    bool good = file.open(QIODevice::WriteOnly) &&
                file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    for (const auto& [board, text] : *secrets)
        if (good && !text.empty())
            good = file.write(QByteArray::fromStdString(board + ' ' + text + '\n')) > 0;
    if (good && file.commit()) return {};
    return tr("Cannot write %1: %2").arg(file.fileName(), file.errorString());
}

}  // namespace momentree::app
