// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/poll.hpp"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <algorithm>
#include <cmath>
#include <optional>

namespace momentree::app {
namespace {

constexpr qsizetype keyLength = 16;

bool isKey(const QString& text) {
    return text.size() == keyLength && std::ranges::all_of(text, [](QChar c) {
               return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f');
           });
}

std::optional<QVector<double>> valuesOf(const QJsonValue& answer, const PollQuestion& question) {
    if (question.kind == PollQuestion::Kind::Curve) {
        const QJsonArray points = answer.toArray();
        if (points.size() != Poll::curvePoints) return std::nullopt;
        QVector<double> values;
        for (const QJsonValue& point : points) {
            const double at = point.toDouble(-1.0);
            if (!(at >= 0.0 && at <= 1.0)) return std::nullopt;
            values << question.from + at * (question.to - question.from);
        }
        return values;
    }
    if (!answer.isDouble()) return std::nullopt;
    const double number = answer.toDouble();
    if (!std::isfinite(number)) return std::nullopt;
    if (question.kind == PollQuestion::Kind::Choice &&
        (number != std::floor(number) || number < 0 ||
         number >= static_cast<double>(question.choices.size())))
        return std::nullopt;
    return QVector<double>{number};
}

}  // namespace

Poll::Verdict Poll::take(const QByteArray& text) {
    if (text.size() > mostBytes) return Verdict::Unreadable;
    const QJsonObject said = QJsonDocument::fromJson(text).object();
    const QString who = said.value("who").toString();
    const auto values = valuesOf(said.value("answer"), question_);
    if (!isKey(who) || !values) return Verdict::Unreadable;
    const QByteArray key = who.toLatin1();
    if (!answers_.contains(key) && size() >= mostClients) return Verdict::TooMany;
    Answer& answer = answers_[key];
    if (answer.times >= mostAnswers) return Verdict::TooMany;
    answer.values = *values;
    ++answer.times;
    return Verdict::Taken;
}

QVector<int> Poll::votes() const {
    QVector<int> counts(question_.choices.size(), 0);
    if (question_.kind == PollQuestion::Kind::Choice)
        for (const Answer& answer : answers_)
            ++counts[static_cast<qsizetype>(answer.values.front())];
    return counts;
}

QVector<double> Poll::numbers() const {
    QVector<double> all;
    for (const Answer& answer : answers_) all << answer.values.front();
    std::ranges::sort(all);
    return all;
}

QVector<QVector<double>> Poll::sketches() const {
    QVector<QVector<double>> all;
    for (const Answer& answer : answers_) all << answer.values;
    return all;
}

QString randomPollCode() {
    static constexpr char letters[] = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
    constexpr int count = sizeof letters - 1, length = 6;
    QString code;
    for (int k = 0; k < length; ++k)
        code += QLatin1Char(letters[QRandomGenerator::system()->bounded(count)]);
    return code;
}

}  // namespace momentree::app
