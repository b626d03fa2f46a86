#include "drawn_image_provider.h"

#include <QDir>
#include <QFile>
#include <QTest>

namespace hearth {

class DrawnImagesTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void everyIconIsDrawnInOneColour_data();
    void everyIconIsDrawnInOneColour();
    void iconIsSharpAtAnySize();
    void unknownNamesGiveNothing_data();
    void unknownNamesGiveNothing();
    void ringCoversItsShare();
    void shadowIsANinePatch();

 private:
    QImage draw(const QString& id, int side) {
        QSize size;
        return provider_.requestImage(id, &size, QSize(side, side));
    }
    static int inked(const QImage& image, const QRect& part) {
        int count = 0;
        for (int y = part.top(); y <= part.bottom(); ++y) {
            for (int x = part.left(); x <= part.right(); ++x) {
                count += qAlpha(image.pixel(x, y)) > 127 ? 1 : 0;
            }
        }
        return count;
    }

    DrawnImageProvider provider_;
};

void DrawnImagesTest::everyIconIsDrawnInOneColour_data() {
    QTest::addColumn<QString>("name");
    const QStringList files = QDir(QStringLiteral(ICON_FOLDER)).entryList({QStringLiteral("*.svg")});
    QVERIFY(files.size() >= 49);
    for (const QString& file : files) {
        const QString name = file.chopped(4);
        QTest::newRow(qPrintable(name)) << name;
    }
}

void DrawnImagesTest::everyIconIsDrawnInOneColour() {
    QFETCH(QString, name);
    const QImage image = draw(QStringLiteral("icon/%1/ff3366cc").arg(name), 40);
    QCOMPARE(image.size(), QSize(40, 40));
    const int ink = inked(image, image.rect());
    QVERIFY2(ink > 20 && ink < 800, qPrintable(QString::number(ink)));
    // Nothing is cut off at the edge, and nothing keeps a colour of its own.
    for (int i = 0; i < 40; ++i) {
        QVERIFY(qAlpha(image.pixel(i, 0)) == 0 && qAlpha(image.pixel(i, 39)) == 0);
        QVERIFY(qAlpha(image.pixel(0, i)) == 0 && qAlpha(image.pixel(39, i)) == 0);
        for (int j = 0; j < 40; ++j) {
            if (qAlpha(image.pixel(i, j)) == 255) {
                QCOMPARE(image.pixelColor(i, j), QColor(0x33, 0x66, 0xcc));
            }
        }
    }
}

void DrawnImagesTest::iconIsSharpAtAnySize() {
    // A small drawing made larger would have soft edges: most of the ink of a true one is opaque.
    const QImage image = draw(QStringLiteral("icon/stop/ff000000"), 200);
    int opaque = 0;
    int soft = 0;
    for (int y = 0; y < 200; ++y) {
        for (int x = 0; x < 200; ++x) {
            const int alpha = qAlpha(image.pixel(x, y));
            opaque += alpha == 255 ? 1 : 0;
            soft += alpha > 0 && alpha < 255 ? 1 : 0;
        }
    }
    QVERIFY(opaque > 5 * soft);
}

void DrawnImagesTest::unknownNamesGiveNothing_data() {
    QTest::addColumn<QString>("id");
    for (const auto* id : {"icon/no-such/ff000000", "icon/chat", "icon/../icons/chat/ff000000", "ring/10", "",
                           "shadow/4/0/40"}) {
        QTest::newRow(id) << QString::fromLatin1(id);
    }
}

void DrawnImagesTest::unknownNamesGiveNothing() {
    QFETCH(QString, id);
    QVERIFY(draw(id, 20).isNull());
}

void DrawnImagesTest::ringCoversItsShare() {
    const QImage quarter = draw(QStringLiteral("ring/250/ff000000/10"), 100);
    const int upperRight = inked(quarter, QRect(50, 0, 50, 50));
    QVERIFY(upperRight > 200);
    // Only the round ends reach beyond it.
    QVERIFY(inked(quarter, QRect(0, 50, 50, 50)) == 0);
    QVERIFY(inked(quarter, QRect(0, 0, 50, 50)) < upperRight / 8);
    const QImage whole = draw(QStringLiteral("ring/1000/ff000000/10"), 100);
    QVERIFY(std::abs(inked(whole, whole.rect()) - 4 * upperRight) < upperRight / 2);
    QCOMPARE(inked(draw(QStringLiteral("ring/0/ff000000/10"), 100), whole.rect()), 0);
}

void DrawnImagesTest::shadowIsANinePatch() {
    const QImage image = draw(QStringLiteral("shadow/10/16/100"), 1);
    QCOMPARE(image.size(), QSize(2 * 26 + 2, 2 * 26 + 2));
    const int last = image.width() - 1;
    QVERIFY(qAlpha(image.pixel(26, 26)) > 85);
    QCOMPARE(qAlpha(image.pixel(0, 0)), 0);
    QVERIFY(qAlpha(image.pixel(26, 0)) <= 1);
    for (int i = 0; i <= last; ++i) {
        QCOMPARE(image.pixel(i, 3), image.pixel(last - i, 3));
        QCOMPARE(image.pixel(i, 3), image.pixel(3, i));
    }
    // The middle column and row repeat, so stretching them shows no seam.
    QCOMPARE(image.pixel(26, 5), image.pixel(27, 5));
}

}  // namespace hearth

QTEST_MAIN(hearth::DrawnImagesTest)
#include "tst_drawn_images.moc"
