// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/poll_page.hpp"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

// Outside of namespaces, as Qt requires; the linker drops the files of a library otherwise.
static void registerPollPages() { Q_INIT_RESOURCE(poll); }

namespace momentree::app {
namespace {

QByteArray pollFile(const char* name) {
    registerPollPages();
    QFile file(QStringLiteral(":/poll/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString kindId(PollQuestion::Kind kind) {
    switch (kind) {
        case PollQuestion::Kind::Choice:
            return QStringLiteral("choice");
        case PollQuestion::Kind::Number:
            return QStringLiteral("number");
        case PollQuestion::Kind::Curve:
            return QStringLiteral("curve");
    }
    return {};
}

}  // namespace

QByteArray pollPage(const PollQuestion& question) {
    const QJsonObject facts{{"kind", kindId(question.kind)},
                            {"text", question.text},
                            {"choices", QJsonArray::fromStringList(question.choices)},
                            {"quantity", question.quantity},
                            {"unit", question.unit},
                            {"duration", question.duration},
                            {"from", question.from},
                            {"to", question.to},
                            {"points", Poll::curvePoints}};
    // Inside a script element, "</script>" in a text would end it.
    const QByteArray json =
        QJsonDocument(facts).toJson(QJsonDocument::Compact).replace("<", "\\u003c");
    return pollFile("page.html").replace("QUESTION", json);
}

QByteArray pollCodePage(bool wrong) {
    return pollFile("code.html")
        .replace("MESSAGE", wrong ? "There is no poll with this code. Check it on the screen."
                                  : "The code is on the screen.");
}

}  // namespace momentree::app
