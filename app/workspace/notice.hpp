// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QString>
#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;

namespace momentree::app {

/// A message above the scene that stays until it is dismissed: what happened, where, and what can
/// be done.
class Notice final : public QFrame {
    Q_OBJECT
public:
    enum class Kind { Error, Warning, Done };
    struct Answer {
        QString text;
        std::function<void()> act;
    };
    explicit Notice(QWidget* parent = nullptr);

    void announce(Kind kind, const QString& title, const QString& details,
                  std::vector<Answer> answers);
    /// The current message survives the next `pass`, because it concerns something else.
    void stay() { stays_ = true; }
    /// Call when the document or run that the message may concern has changed.
    void pass() {
        if (!stays_) hide();
    }
    QString title() const;
    QString details() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Kind kind_ = Kind::Error;
    bool stays_ = false;
    QLabel *icon_, *title_, *details_;
    QHBoxLayout* buttons_;
};

}  // namespace momentree::app
