// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/claim_links.hpp"

#include <QTextBrowser>

namespace momentree::app {
namespace {

constexpr QLatin1String checkScheme("claim:");

QString linkOrResult(const Claim& claim, const LessonPlayer& player) {
    const LessonPlayer::Finding* finding = player.finding(claim.name);
    if (!finding)
        return QStringLiteral("[%1](%2%3)")
            .arg(LessonPlayer::tr("check"), checkScheme, QString::fromStdString(claim.name));
    if (!finding->measured) return QStringLiteral("*%1*").arg(LessonPlayer::tr("computing…"));
    const std::string unit = claim.unit.empty() ? "" : "\u00a0" + claim.unit;
    return QStringLiteral("(%1 %2)").arg(
        finding->holds ? QStringLiteral("✓") : QStringLiteral("✗"),
        LessonPlayer::tr("measured %1")
            .arg(QString::fromStdString(readableNumber(*finding->measured, 3) + unit)));
}

}  // namespace

QString withChecks(const std::string& text, const LessonPlayer& player) {
    QString linked = QString::fromStdString(text);
    for (const Claim& claim : player.lesson().claims)
        if (!claim.says.empty())
            linked.replace(
                QStringLiteral("[[%1]]").arg(QString::fromStdString(claim.name)),
                QString::fromStdString(claimText(claim)) + ' ' + linkOrResult(claim, player));
    return QString::fromStdString(withClaims(linked.toStdString(), player.lesson()));
}

void connectChecks(QTextBrowser& page, LessonPlayer& player) {
    QObject::connect(&page, &QTextBrowser::anchorClicked, &player, [&player](const QUrl& url) {
        if (const QString link = url.toString(); link.startsWith(checkScheme))
            player.check(link.mid(checkScheme.size()).toStdString());
    });
}

}  // namespace momentree::app
