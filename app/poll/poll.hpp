// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QVector>

namespace momentree::app {

/// What a class is asked.
struct PollQuestion {
    enum class Kind { Choice, Number, Curve };
    Kind kind = Kind::Choice;
    QString text;
    QStringList choices;      ///< of a choice
    QString quantity, unit;   ///< of a number or a curve
    double duration = 1.0;    ///< [s] of a curve
    double from = 0, to = 1;  ///< ends of the vertical axis of a curve, in `unit`
};

/// The answers to one question. They have no names: a page chooses a random key when it is opened,
/// so that a second answer from it replaces the first one.
class Poll {
public:
    static constexpr int curvePoints = 33;  ///< of a sketch, evenly over the duration
    static constexpr int mostClients = 300, mostAnswers = 20;  ///< answers of one client
    static constexpr qsizetype mostBytes = 4096;               ///< of one answer

    explicit Poll(PollQuestion question) : question_(std::move(question)) {}
    const PollQuestion& question() const { return question_; }

    enum class Verdict { Taken, Unreadable, TooMany };
    /// @param text {"who": 16 hexadecimal digits, "answer": number of the choice from 0, a finite
    /// number, or `curvePoints` numbers from 0 to 1 of the axis}
    Verdict take(const QByteArray& text);

    int size() const { return static_cast<int>(answers_.size()); }
    QVector<int> votes() const;                 ///< [choices]
    QVector<double> numbers() const;            ///< sorted
    QVector<QVector<double>> sketches() const;  ///< [clients][curvePoints] in the unit

private:
    struct Answer {
        QVector<double> values;
        int times = 0;
    };
    PollQuestion question_;
    QMap<QByteArray, Answer> answers_;
};

/// Six characters from a cryptographic source, without those that look alike.
QString randomPollCode();

}  // namespace momentree::app
