// SPDX-License-Identifier: GPL-3.0-or-later
// Polls of a class: a hundred clients, and those that mean harm.
#include <qcustomplot.h>

#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QNetworkInterface>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTcpSocket>
#include <limits>

#include "app/panels/lessons/lesson_panel.hpp"
#include "app/panels/lessons/lesson_view.hpp"
#include "app/panels/poll/poll_panel.hpp"
#include "app/poll/poll_server.hpp"
#include "drawing_window.hpp"

namespace momentree::test_gui_poll {

using namespace momentree::app;

namespace {

QByteArray answerOf(int client, const QJsonValue& answer) {
    const QString who = QStringLiteral("%1").arg(client, 16, 16, QLatin1Char('0'));
    return QJsonDocument(QJsonObject{{"who", who}, {"answer", answer}}).toJson();
}
QByteArray post(const QString& path, const QByteArray& body) {
    return "POST " + path.toLatin1() +
           " HTTP/1.1\r\nHost: x\r\nContent-Length: " + QByteArray::number(body.size()) +
           "\r\n\r\n" + body;
}
QByteArray get(const QString& path) {
    return "GET " + path.toLatin1() + " HTTP/1.1\r\nHost: x\r\n\r\n";
}

/// A connection that has sent something, and what came back until it was closed.
struct Client {
    QTcpSocket socket;
    QByteArray reply;
    Client(const PollServer& server, const QByteArray& request) {
        QObject::connect(&socket, &QTcpSocket::readyRead, &socket,
                         [this] { reply += socket.readAll(); });
        QObject::connect(&socket, &QTcpSocket::connected, &socket,
                         [this, request] { socket.write(request); });
        socket.connectToHost(QHostAddress::LocalHost, server.port());
    }
    bool over() const { return socket.state() == QAbstractSocket::UnconnectedState; }
    int status() const { return reply.mid(9, 3).toInt(); }
};

PollQuestion threeAnswers() {
    PollQuestion question;
    question.text = "Which </script> <b>falls</b> first?";
    question.choices = {"this", "that", "neither"};
    return question;
}

}  // namespace

class TestGuiPoll : public QObject, private DrawingWindow {
    Q_OBJECT

    int statusOf(const PollServer& server, const QByteArray& request) {
        Client client(server, request);
        [&] { QTRY_VERIFY(client.over()); }();
        return client.status();
    }
    /// A plot draws itself in the next event.
    void keep(const char* name) {
        find<QCustomPlot>("pollPlot")->replot();
        QCoreApplication::processEvents();
        find<QCustomPlot>("pollPlot")->replot();
        keepPicture(*window_, name);
    }
    template <typename T>
    T* find(const char* name) {
        return window_->part<PollPanel>().findChild<T*>(QString::fromLatin1(name));
    }

private slots:
    void initTestCase() { prepare("test_gui_poll"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void countsAHundredClients() {
        PollServer server(threeAnswers(), QHostAddress::LocalHost);
        QVERIFY(server.listening());
        std::vector<std::unique_ptr<Client>> clients;
        for (int k = 0; k < 100; ++k)
            clients.push_back(
                std::make_unique<Client>(server, post("/" + server.code(), answerOf(k, k % 3))));
        for (const auto& client : clients) QTRY_VERIFY(client->over());
        for (const auto& client : clients) QCOMPARE(client->status(), 200);
        QCOMPARE(server.poll().votes(), (QVector<int>{34, 33, 33}));
        // A second answer replaces the first.
        QCOMPARE(statusOf(server, post("/" + server.code(), answerOf(0, 2))), 200);
        QCOMPARE(server.poll().votes(), (QVector<int>{33, 33, 34}));
    }

    void pageIsCompleteInItself() {
        PollServer server(threeAnswers(), QHostAddress::LocalHost);
        Client client(server, get("/" + server.code()));
        QTRY_VERIFY(client.over());
        QCOMPARE(client.status(), 200);
        QVERIFY(client.reply.contains("Content-Security-Policy: default-src 'none'"));
        QVERIFY2(client.reply.contains("Which \\u003c/script>"), client.reply.constData());
        for (const char* outside : {"http://", "https://", "src="})
            QVERIFY2(!client.reply.contains(outside), outside);
        Client code(server, get("/"));
        QTRY_VERIFY(code.over());
        QVERIFY(code.reply.contains("Code of the poll"));
        QVERIFY(!code.reply.contains("falls"));
    }

    void listensOnLoopbackOnly() {
        PollServer server(threeAnswers(), QHostAddress::LocalHost);
        for (const QString& address : networkAddresses()) {
            QTcpSocket socket;
            socket.connectToHost(address, server.port());
            QTRY_VERIFY(socket.state() == QAbstractSocket::UnconnectedState);
            QCOMPARE(socket.error(), QAbstractSocket::ConnectionRefusedError);
        }
    }

    void refusesWhatIsNoAnswer_data() {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<int>("status");
        const QString code = "CODE";
        const auto row = [](const char* name, const QByteArray& request, int status) {
            QTest::newRow(name) << request << status;
        };
        row("wrong code", post("/AAAAAA", answerOf(1, 1)), 404);
        row("wrong code, page", get("/AAAAAA"), 404);
        row("no code", post("/", answerOf(1, 1)), 404);
        row("path upwards", get("/../../etc/passwd"), 404);
        row("no JSON", post("/CODE", "garbage"), 400);
        row("no client", post("/CODE", R"({"answer": 1})"), 400);
        row("client of another form", post("/CODE", R"({"who": "me", "answer": 1})"), 400);
        row("no such choice", post("/CODE", answerOf(1, 3)), 400);
        row("negative", post("/CODE", answerOf(1, -1)), 400);
        row("half a choice", post("/CODE", answerOf(1, 0.5)), 400);
        row("huge", post("/CODE", answerOf(1, 1e300)), 400);
        row("text", post("/CODE", answerOf(1, "1")), 400);
        row("nested", post("/CODE", QByteArray(4000, '[')), 400);
        row("more than an answer", post("/CODE", QByteArray(5000, ' ') + answerOf(1, 1)), 400);
        row("another method", "DELETE /CODE HTTP/1.1\r\nHost: x\r\n\r\n", 405);
    }
    void refusesWhatIsNoAnswer() {
        QFETCH(QByteArray, request);
        QFETCH(int, status);
        PollServer server(threeAnswers(), QHostAddress::LocalHost);
        QCOMPARE(statusOf(server, request.replace("/CODE ", "/" + server.code().toLatin1() + " ")),
                 status);
        QCOMPARE(server.poll().size(), 0);
    }

    /// None of these keeps others from answering.
    void standsHostileClients() {
        PollServer server(threeAnswers(), QHostAddress::LocalHost);
        std::vector<std::unique_ptr<Client>> hostile;
        const auto add = [&](const QByteArray& request) {
            hostile.push_back(std::make_unique<Client>(server, request));
        };
        const QByteArray path = "/" + server.code().toLatin1();
        for (int k = 0; k < 2 * PollServer::mostConnections; ++k) add("GET / HT");  // slow
        for (const char* length : {"99999999999", "-1", "18446744073709551616", "0x10", "1e3"})
            add("POST " + path + " HTTP/1.1\r\nContent-Length: " + length + "\r\n\r\n{");
        for (const char* chunk : {"ffffffffffffffff", "-5", "zz", "7fffffff"})
            add("POST " + path + " HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk +
                "\r\nabc\r\n");
        add(QByteArray(1 << 20, 'A'));
        add("GET " + QByteArray(1 << 20, 'a') + " HTTP/1.1\r\n\r\n");
        add("GET / HTTP/1.1\r\n" + QByteArray("X: y\r\n").repeated(100000) + "\r\n");
        add(post(QString::fromLatin1(path), QByteArray(1 << 20, ' ')));
        add(get(QString::fromLatin1(path)).repeated(5000));  // many in one connection
        add(QByteArray("\0\xff\r\n\r\n\n\n", 8));
        add("GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
        quint32 state = 1;
        for (int k = 0; k < 100; ++k) {
            QByteArray noise(200, ' ');
            for (char& c : noise)
                c = static_cast<char>((state = state * 1664525u + 1013904223u) >> 24);
            add((k % 2 ? "POST " + path + " HTTP/1.1\r\n" : QByteArray()) + noise + "\r\n\r\n");
        }
        for (const auto& client : hostile)
            QTRY_VERIFY(client->socket.bytesToWrite() == 0 || client->over());
        QVERIFY(server.connections() <= PollServer::mostConnections);
        QCOMPARE(statusOf(server, post(QString::fromLatin1(path), answerOf(7, 1))), 200);
        QCOMPARE(server.poll().votes(), (QVector<int>{0, 1, 0}));
        for (const auto& client : hostile)
            QVERIFY2(client->reply.size() < 16384, "a connection gets one answer");
    }

    void endsSlowConnections() {
        PollServer server(threeAnswers(), QHostAddress::LocalHost);
        Client slow(server, "GET / HT");
        QTRY_COMPARE(server.connections(), 1);
        QTRY_VERIFY_WITH_TIMEOUT(slow.over(), 4 * PollServer::lifetime);
    }

    void boundsClientsAndAnswers() {
        Poll poll(threeAnswers());
        for (int k = 0; k < Poll::mostAnswers; ++k)
            QCOMPARE(poll.take(answerOf(1, k % 3)), Poll::Verdict::Taken);
        QCOMPARE(poll.take(answerOf(1, 0)), Poll::Verdict::TooMany);
        for (int k = 2; k <= Poll::mostClients; ++k)
            QCOMPARE(poll.take(answerOf(k, 0)), Poll::Verdict::Taken);
        QCOMPARE(poll.take(answerOf(Poll::mostClients + 1, 0)), Poll::Verdict::TooMany);
        QCOMPARE(poll.size(), Poll::mostClients);
    }

    void asksThePredictionOfALesson() {
        window_->part<app::LessonPanel>().open(MOMENTREE_SOURCE_DIR "/resources/lessons/01-energy");
        LessonView& page = window_->part<app::LessonPanel>().view();
        auto* ask = page.findChild<QPushButton*>("askClass");
        ask->setFocus();
        QTest::keyClick(ask, Qt::Key_Return);
        QVERIFY(window_->part<PollPanel>().isVisible());
        QVERIFY(find<QLineEdit>("pollText")->text().endsWith('?'));
        QTest::mouseClick(find<QPushButton>("pollOpen"), Qt::LeftButton);
        const PollServer* server = window_->part<PollPanel>().server();
        QVERIFY(server);
        const int right = find<QComboBox>("pollRight")->currentIndex() - 1;
        QCOMPARE(right, page.parentWidget()
                            ? window_->part<app::LessonPanel>().player().step().right
                            : -1);
        for (int k = 0; k < 20; ++k)
            QCOMPARE(statusOf(*server, post("/" + server->code(), answerOf(k, k % 3 ? 1 : 0))),
                     200);
        QVERIFY(!find<QCustomPlot>("pollPlot")->isVisible());
        keep("poll_open");
        QTest::mouseClick(find<QPushButton>("pollReveal"), Qt::LeftButton);
        QVERIFY(find<QCustomPlot>("pollPlot")->isVisible());
        QCOMPARE(find<QCustomPlot>("pollPlot")->plottableCount(), 3);
        keep("poll_choices");
        const quint16 port = server->port();
        QTest::mouseClick(find<QPushButton>("pollOpen"), Qt::LeftButton);
        QVERIFY(!window_->part<PollPanel>().server());
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, port);
        QTRY_COMPARE(socket.error(), QAbstractSocket::ConnectionRefusedError);
    }

    void showsSketchesOverTheRun() {
        window_->open(MOMENTREE_SOURCE_DIR "/resources/examples/four_bar.momentree.json");
        QTRY_VERIFY(window_->run().hasRun());
        window_->findChild<QAction*>("poll")->trigger();
        find<QComboBox>("pollKind")->setCurrentIndex(2);
        computeFor(2.0);
        find<QComboBox>("pollQuantity")->setCurrentText("kinetic");
        find<QLineEdit>("pollText")->setText("How does the kinetic energy change?");
        QTest::mouseClick(find<QPushButton>("pollOpen"), Qt::LeftButton);
        const PollServer* server = window_->part<PollPanel>().server();
        QVERIFY(server);
        QCOMPARE(server->poll().question().unit, QString("J"));
        for (int k = 0; k < 30; ++k) {
            QJsonArray points;
            for (int j = 0; j < Poll::curvePoints; ++j)
                points << 0.5 + 0.25 * std::sin(0.02 * k + 0.2 * j + k % 3);
            QCOMPARE(statusOf(*server, post("/" + server->code(), answerOf(k, points))), 200);
        }
        QTest::mouseClick(find<QPushButton>("pollReveal"), Qt::LeftButton);
        QCOMPARE(find<QCustomPlot>("pollPlot")->graphCount(), 31);
        keep("poll_curves");
        applyTheme(*qApp, ThemeChoice::Dark);
        keep("poll_curves_dark");
        applyTheme(*qApp, ThemeChoice::Light);
    }

    void showsTheHistogramOfNumbers() {
        window_->open(MOMENTREE_SOURCE_DIR "/resources/examples/four_bar.momentree.json");
        QTRY_VERIFY(window_->run().hasRun());
        window_->findChild<QAction*>("poll")->trigger();
        find<QComboBox>("pollKind")->setCurrentIndex(1);
        computeFor(1.0);
        find<QComboBox>("pollQuantity")->setCurrentText("total");
        find<QLineEdit>("pollText")->setText("How large is the total energy?");
        QTest::mouseClick(find<QPushButton>("pollOpen"), Qt::LeftButton);
        const PollServer* server = window_->part<PollPanel>().server();
        QVERIFY(server);
        for (int k = 0; k < 30; ++k)
            QCOMPARE(statusOf(*server, post("/" + server->code(), answerOf(k, 0.2 * k))), 200);
        QTest::mouseClick(find<QPushButton>("pollReveal"), Qt::LeftButton);
        auto& plot = *find<QCustomPlot>("pollPlot");
        QCOMPARE(plot.plottableCount(), 2);
        const auto* bars = qobject_cast<QCPBars*>(plot.plottable(0));
        double sum = 0.0;
        for (const QCPBarsData& bar : *bars->data()) sum += bar.value;
        QCOMPARE(sum, 30.0);
        const double total =
            window_->run().session().recording()->at(0, window_->run().session().layout().total());
        QVERIFY(std::abs(plot.graph(0)->data()->at(0)->key - total) < 1e-4);
        QVERIFY2(find<QLabel>("pollCount")->text().contains("median 2.8 J"),
                 qPrintable(find<QLabel>("pollCount")->text()));
        keep("poll_numbers");
        // The chart is in sight without scrolling.
        QVERIFY(plot.visibleRegion().boundingRect().height() > 200);
    }

    void reachesTheNetworkOnlyIfAsked() {
        if (networkAddresses().isEmpty()) QSKIP("this machine has no address in a network");
        window_->findChild<QAction*>("poll")->trigger();
        find<QLineEdit>("pollText")->setText("What?");
        find<QPlainTextEdit>("pollChoices")->setPlainText("this\nthat");
        auto* network = find<QCheckBox>("pollNetwork");
        QVERIFY(!network->isChecked());
        for (const bool asked : {false, true}) {
            network->setChecked(asked);
            QTest::mouseClick(find<QPushButton>("pollOpen"), Qt::LeftButton);
            const PollServer* server = window_->part<PollPanel>().server();
            QVERIFY(server);
            QTcpSocket socket;
            socket.connectToHost(networkAddresses().front(), server->port());
            if (asked)
                QTRY_COMPARE(socket.state(), QAbstractSocket::ConnectedState);
            else
                QTRY_COMPARE(socket.error(), QAbstractSocket::ConnectionRefusedError);
            const QString shown = find<QLabel>("pollAddress")->text();
            QCOMPARE(shown.contains(networkAddresses().front()), asked);
            QCOMPARE(shown.contains("localhost"), !asked);
            QTest::mouseClick(find<QPushButton>("pollOpen"), Qt::LeftButton);
        }
    }

    void needsAQuestionAndARun() {
        window_->findChild<QAction*>("poll")->trigger();
        QTest::mouseClick(find<QPushButton>("pollOpen"), Qt::LeftButton);
        QVERIFY(!window_->part<PollPanel>().server());
        QVERIFY(find<QLabel>("pollProblem")->text().contains("question"));
        find<QLineEdit>("pollText")->setText("What?");
        find<QPlainTextEdit>("pollChoices")->setPlainText("only one");
        QTest::mouseClick(find<QPushButton>("pollOpen"), Qt::LeftButton);
        QVERIFY(!window_->part<PollPanel>().server());
    }
};

MOMENTREE_TEST(TestGuiPoll, Gui)

}  // namespace momentree::test_gui_poll
#include "test_gui_poll.moc"
