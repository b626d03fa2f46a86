#include "block_description.h"
#include "random_markdown.h"
#include "support/growth.h"
#include "transcript/block_builder.h"
#include "transcript/markdown_document.h"
#include "transcript/message_text.h"

#include <QtTest>

using namespace hearth;

class StreamingTest : public QObject {
    Q_OBJECT

 private slots:
    void cutsDoNotMatter_data();
    void cutsDoNotMatter();
    void changesAreAnnounced();
    void sectionsDoNotMatter();
    void halfCharactersAreHeldBack();
    void onlyTheTailIsParsedAgain();
    void definitionsReachBack();
};

namespace {

QString described(const MessageText& message) {
    QString text;
    for (const MessagePart& part : message.parts()) {
        text += (part.thinking ? QStringLiteral("think ") : QStringLiteral("say ")) +
                describe(part.document.blocks()) + u'\n';
    }
    return text;
}

}  // namespace

void StreamingTest::cutsDoNotMatter_data() {
    QTest::addColumn<bool>("wellFormed");
    QTest::newRow("documents") << true;
    QTest::newRow("heaps") << false;
}

void StreamingTest::cutsDoNotMatter() {
    QFETCH(bool, wellFormed);
    QRandomGenerator random(20);
    for (int round = 0; round < 1500; ++round) {
        const QString text = wellFormed ? randomDocument(random) : randomHeap(random);
        const MessageText whole(text);
        MessageText streamed;
        const bool oneByOne = round % 3 == 0;
        for (qsizetype at = 0; at < text.size();) {
            const qsizetype length =
                std::min<qsizetype>(oneByOne ? 1 : random.bounded(1, 12), text.size() - at);
            streamed.append(QStringView(text).sliced(at, length));
            at += length;
        }
        QCOMPARE(described(streamed), described(whole));
        QVERIFY(streamed.parts().size() == whole.parts().size());
        for (std::size_t part = 0; part < whole.parts().size(); ++part) {
            QVERIFY(streamed.parts()[part].document.blocks() == whole.parts()[part].document.blocks());
        }
    }
}

/// A view that redraws only what append() names shows the right thing in the end.
void StreamingTest::changesAreAnnounced() {
    QRandomGenerator random(21);
    for (int round = 0; round < 600; ++round) {
        const QString text = round % 2 == 0 ? randomDocument(random) : randomHeap(random);
        MessageText streamed;
        std::vector<std::vector<Block>> view(1);
        for (qsizetype at = 0; at < text.size();) {
            const qsizetype length = std::min<qsizetype>(random.bounded(1, 6), text.size() - at);
            const MessageChange change = streamed.append(QStringView(text).sliced(at, length));
            at += length;
            view.resize(streamed.parts().size());
            for (auto part = static_cast<std::size_t>(change.part); part < view.size(); ++part) {
                const auto& blocks = streamed.parts()[part].document.blocks();
                const int first = static_cast<int>(part) == change.part ? change.block : 0;
                QVERIFY(first <= static_cast<int>(blocks.size()));
                view[part].resize(static_cast<std::size_t>(first));
                view[part].insert(view[part].end(), blocks.begin() + first, blocks.end());
            }
        }
        for (std::size_t part = 0; part < view.size(); ++part) {
            QCOMPARE(describe(view[part]), describe(streamed.parts()[part].document.blocks()));
        }
    }
}

/// Cutting into sections gives what parsing all at once gives.
void StreamingTest::sectionsDoNotMatter() {
    QRandomGenerator random(22);
    for (int round = 0; round < 1500; ++round) {
        const QString text = randomDocument(random);
        MarkdownDocument document;
        document.append(text);
        const MarkdownPreparation preparation(text);
        const auto whole = BlockBuilder(preparation).build(preparation.utf8());
        QVERIFY2(describe(document.blocks()) == describe(whole),
                 qPrintable(text + QStringLiteral("\n=== sections\n") + describe(document.blocks()) +
                            QStringLiteral("\n=== whole\n") + describe(whole)));
    }
}

void StreamingTest::halfCharactersAreHeldBack() {
    const QString emoji = QString::fromUtf8("a👍");
    MarkdownDocument document;
    document.append(QStringView(emoji).first(2));
    QCOMPARE(describe(document.blocks()), QStringLiteral("p a"));
    document.append(QStringView(emoji).sliced(2));
    QCOMPARE(describe(document.blocks()), QStringLiteral("p ") + emoji);
}

void StreamingTest::onlyTheTailIsParsedAgain() {
    const auto stream = [](int before) {
        return [before] {
            QRandomGenerator random(23);
            MarkdownDocument document;
            for (int index = 0; index < before; ++index) {
                document.append(randomDocument(random).section(u'[', 0, 0) + QStringLiteral("\n\n"));
            }
            document.append(QStringLiteral("\n\nAnd then: "));
            const auto count = static_cast<int>(document.blocks().size());
            for (int word = 0; word < 1000; ++word) {
                QVERIFY(document.append(QStringLiteral("word ")) >= count - 1);
            }
        };
    };
    QVERIFY(test::takes_at_most(4, stream(10), stream(300)));
}

void StreamingTest::definitionsReachBack() {
    MarkdownDocument document;
    document.append(QStringLiteral("See [a].\n\nPlain.\n\nAnd [a].\n\n"));
    QCOMPARE(document.append(QStringLiteral("[a]: https://x.y\n")), 0);
    QCOMPARE(describe(document.blocks()),
             QStringLiteral("p See {l:a -> https://x.y}.\np Plain.\np And {l:a -> https://x.y}."));
}

QTEST_GUILESS_MAIN(StreamingTest)
#include "tst_streaming.moc"
