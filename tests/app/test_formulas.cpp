// SPDX-License-Identifier: GPL-3.0-or-later
// Help and lessons have a picture for every formula, no unused pictures, and refer only to existing
// files.
#include <QDir>
#include <QDirIterator>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QRegularExpression>
#include <QTest>

#include "app/base/formula.hpp"
#include "app/base/page_view.hpp"
#include "app/panels/help/help_window.hpp"
#include "core/session/catalogue.hpp"
#include "support/test_main.hpp"

namespace momentree::test_formulas {

using namespace momentree::app;

namespace {

const QString root = QStringLiteral(MOMENTREE_SOURCE_DIR);
const QString pictures = root + "/resources/formulas";

QString contents(const QString& path) {
    QFile file(path);
    return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString textsOf(const QJsonValue& value) {
    QString all;
    if (value.isString()) all = value.toString() + '\n';
    if (value.isArray())
        for (const QJsonValue& item : value.toArray()) all += textsOf(item);
    if (value.isObject())
        for (const QJsonValue& item : value.toObject()) all += textsOf(item);
    return all;
}

/// Every page of help and lessons, by path.
QMap<QString, QString> pages() {
    QMap<QString, QString> all;
    for (const char* folder : {"/resources/help", "/resources/lessons"}) {
        QDirIterator files(root + folder, {"*.md", "lesson.json"}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            if (path.endsWith("README.md")) continue;
            const QString text = contents(path);
            all[path] = path.endsWith(".json")
                            ? textsOf(QJsonDocument::fromJson(text.toUtf8()).object())
                            : text;
        }
    }
    return all;
}

}  // namespace

class TestFormulas : public QObject {
    Q_OBJECT

private slots:
    void findsFormulas() {
        const QList<Formula> found = formulasOf("a $x$ b\n\n$$ y^2 $$ and $z$");
        QCOMPARE(found.size(), 3);
        QCOMPARE(found[0].tex, QString("x"));
        QVERIFY(found[1].display && !found[2].display);
        QCOMPARE(found[1].tex, QString("y^2"));
    }

    void everyFormulaHasItsPicture() {
        QSet<QString> used;
        QStringList missing;
        int count = 0;
        const auto all = pages();
        for (auto page = all.begin(); page != all.end(); ++page)
            for (const Formula& formula : formulasOf(page.value())) {
                ++count;
                const QString name = pictureName(formula);
                used.insert(name);
                if (!contents(pictures + '/' + name).contains("<svg"))
                    missing << page.key() + ": " + formula.tex;
            }
        QVERIFY(count > 100);
        QVERIFY2(missing.isEmpty(),
                 qPrintable("run resources/formulas/make.mjs for\n" + missing.join('\n')));
        for (const QString& name : QDir(pictures).entryList({"*.svg"}))
            QVERIFY2(used.contains(name), qPrintable(name + " belongs to no page"));
    }

    void everyPictureDraws() {
        const auto all = pages();
        for (const QString& text : all)
            for (const Formula& formula : formulasOf(text)) {
                const auto picture = FormulaPicture::find(formula, {pictures});
                QVERIFY2(picture, qPrintable(formula.tex));
                QVERIFY2(picture->width(1) > 0.1 && picture->ascent(1) > 0.1,
                         qPrintable(formula.tex));
                QImage image(static_cast<int>(picture->width(20)) + 2, 120, QImage::Format_RGB32);
                image.fill(Qt::white);
                QPainter painter(&image);
                picture->draw(painter, {1, 60}, 20, QColor(200, 0, 0));
                painter.end();
                bool red = false;
                for (int y = 0; y < image.height() && !red; ++y)
                    for (int x = 0; x < image.width() && !red; ++x)
                        red = image.pixelColor(x, y).green() < 128;
                QVERIFY2(red, qPrintable("nothing is drawn of " + formula.tex));
            }
    }

    void everythingHasHelp() {
        QStringList ids;
        for (const HelpTopic& topic : helpTopics()) ids << topic.id;
        for (const Choice& choice : Catalogue().formulations())
            QVERIFY2(ids.contains(QString::fromStdString(choice.id)), choice.id.c_str());
        const QString integrators = contents(root + "/resources/help/integrators.md");
        for (const Choice& choice : Catalogue().integrators())
            QVERIFY2(integrators.contains('`' + QString::fromStdString(choice.id) + '`'),
                     choice.id.c_str());
        const QString backends = contents(root + "/resources/help/backends.md");
        for (const Choice& choice : Catalogue().backends())
            QVERIFY2(backends.contains('`' + QString::fromStdString(choice.id) + '`'),
                     choice.id.c_str());
    }

    void formulationsSayEverything() {
        for (const Choice& choice : Catalogue().formulations()) {
            const QString text =
                contents(root + "/resources/help/" + QString::fromStdString(choice.id) + ".md");
            for (const char* part : {"## Equations", "## Symbols", "## Cost and limits",
                                     "## Source", "## In the code", "$$"})
                QVERIFY2(text.contains(part), qPrintable(text.section('\n', 0, 0) + ": " + part));
        }
    }

    void filesNamedExist() {
        static const QRegularExpression path(
            "`((?:core|app|fpga_link|tests|resources)/[a-z0-9_/]+\\.[a-z]+)`");
        QStringList missing;
        int count = 0;
        const auto all = pages();
        for (auto page = all.begin(); page != all.end(); ++page)
            for (auto found = path.globalMatch(page.value()); found.hasNext();) {
                ++count;
                const QString file = found.next().captured(1);
                if (!QFile::exists(root + '/' + file)) missing << page.key() + ": " + file;
            }
        QVERIFY(count > 40);
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
    }

    void pagesShowFormulasAsPictures() {
        PageView view;
        view.resize(600, 400);
        view.setPage(contents(root + "/resources/help/hdca.md"));
        QCOMPARE(view.missingFormulas(), 0);
        QVERIFY(!view.toPlainText().contains("\\xi"));
        QVERIFY(view.toPlainText().contains(QChar::ObjectReplacementCharacter));
        view.setPage("nobody drew $\\alpha_{4711}$");
        QCOMPARE(view.missingFormulas(), 1);
        QVERIFY(view.toPlainText().contains("\\alpha_{4711}"));
    }
};

MOMENTREE_TEST(TestFormulas, Gui)

}  // namespace momentree::test_formulas
#include "test_formulas.moc"
