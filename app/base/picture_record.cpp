// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/picture_record.hpp"

#include <QBuffer>
#include <QPdfWriter>
#include <QStringList>

#include "core/io/provenance.hpp"

namespace momentree::app {
namespace {

/// Qt's PNG writer joins white space; in strings it is escaped, so that their text stays.
QString withEscapedSpaces(const QString& json) {
    QString text;
    bool quoted = false, escaped = false;
    for (const QChar c : json) {
        if (c == u'"' && !escaped) quoted = !quoted;
        escaped = c == u'\\' && !escaped;
        if (quoted && c.isSpace() && (c != u' ' || text.endsWith(u' ')))
            text += QStringLiteral("\\u%1").arg(c.unicode(), 4, 16, QLatin1Char('0'));
        else
            text += c;
    }
    return text;
}

}  // namespace

QString pictureRecord(const std::vector<std::shared_ptr<const RunOrigin>>& runs) {
    QStringList records;
    for (const auto& run : runs)
        if (run) records << QString::fromStdString(provenanceText(*run));
    if (records.size() < 2) return records.value(0);
    return QStringLiteral("{\"runs\": [\n%1]}\n").arg(records.join(QStringLiteral(",\n")));
}

QByteArray pngWith(QImage picture, const QString& record) {
    if (!record.isEmpty()) picture.setText(recordKey, withEscapedSpaces(record));
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    return picture.save(&buffer, "PNG") ? buffer.data() : QByteArray();
}

QByteArray svgWith(const QByteArray& svg, const QString& record) {
    const qsizetype root = svg.indexOf("<svg");
    const qsizetype inside = root < 0 ? -1 : svg.indexOf('>', root) + 1;
    if (record.isEmpty() || inside <= 0) return svg;
    QByteArray text = svg;
    return text.insert(inside, "\n<metadata>" + record.toHtmlEscaped().toUtf8() + "</metadata>");
}

void addRecord(QPdfWriter& page, const QString& record) {
    if (record.isEmpty()) return;
    page.addFileAttachment(QStringLiteral("momentree.json"), record.toUtf8(),
                           QStringLiteral("application/json"));
    page.setDocumentXmpMetadata(
        R"(<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description><rdf:Alt>
<rdf:li xml:lang="x-default">)" +
        record.toHtmlEscaped().toUtf8() + R"(</rdf:li>
</rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>)");
}

}  // namespace momentree::app
