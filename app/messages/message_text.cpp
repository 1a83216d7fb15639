// SPDX-License-Identifier: GPL-3.0-or-later
// Core speaks English and knows no Qt. Its sentences are recognised by their form and said again in
// the language of the window.
#include "app/messages/message_text.hpp"

#include <QCoreApplication>
#include <QRegularExpression>
#include <vector>

#include "app/messages/core_sentences.hpp"

namespace momentree::app {
namespace {

constexpr int deepest = 4;  ///< sentences inside of sentences
constexpr const char* context = "momentree::core";

struct Sentence {
    const char* english;
    QRegularExpression form;
    QList<int> numbers;  ///< of the placeholders, in the order of the text
};

Sentence sentenceOf(const char* english) {
    static const QRegularExpression placeholder(QStringLiteral("%([1-9])"));
    Sentence sentence{english, {}, {}};
    const QString text = QString::fromUtf8(english);
    QString form;
    qsizetype from = 0;
    for (auto it = placeholder.globalMatch(text); it.hasNext();) {
        const auto match = it.next();
        form += QRegularExpression::escape(text.mid(from, match.capturedStart() - from)) +
                QStringLiteral("(.*?)");
        sentence.numbers << match.captured(1).toInt();
        from = match.capturedEnd();
    }
    form += QRegularExpression::escape(text.mid(from));
    sentence.form = QRegularExpression(QRegularExpression::anchoredPattern(form),
                                       QRegularExpression::DotMatchesEverythingOption);
    return sentence;
}

const std::vector<Sentence>& sentences() {
    static const std::vector<Sentence> list = [] {
        std::vector<Sentence> made;
        for (const auto& part : {coreProblems(), coreSentences(), generalSentences()})
            for (const char* english : part) made.push_back(sentenceOf(english));
        return made;
    }();
    return list;
}

QString said(const QString& text, int depth) {
    if (text.isEmpty() || depth > deepest) return text;
    for (const Sentence& sentence : sentences()) {
        const auto match = sentence.form.match(text);
        if (!match.hasMatch()) continue;
        QString result = QCoreApplication::translate(context, sentence.english);
        // All at once: what is put in may hold a % of its own.
        QStringList parts(9);
        for (qsizetype k = 0; k < sentence.numbers.size(); ++k)
            parts[sentence.numbers[k] - 1] =
                said(match.captured(static_cast<int>(k) + 1), depth + 1);
        QString filled;
        for (qsizetype k = 0; k < result.size(); ++k) {
            const bool place = result[k] == '%' && k + 1 < result.size() && result[k + 1] >= '1' &&
                               result[k + 1] <= '9';
            filled += place ? parts[result[++k].digitValue() - 1] : QString(result[k]);
        }
        return filled;
    }
    return text;
}

}  // namespace

QString translated(const QString& text) { return said(text, 0); }
QString translated(const std::string& text) { return said(QString::fromStdString(text), 0); }

QStringList knownSentences() {
    QStringList list;
    for (const Sentence& sentence : sentences()) list << QString::fromUtf8(sentence.english);
    return list;
}

}  // namespace momentree::app
