#include "random_markdown.h"
#include "support/growth.h"
#include "transcript/transcript_model.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QSignalSpy>
#include <QtTest>

using namespace hearth;

namespace {

TranscriptMessage message(int key, MessageRole role, const QString& text,
                          MessageState state = MessageState::Complete) {
    TranscriptMessage result;
    result.key = MessageKey{key};
    result.role = role;
    result.text = text;
    result.state = state;
    return result;
}

/// The kinds and texts of all rows, one a line.
QString rows(const TranscriptModel& model) {
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row);
        lines += QString::fromLatin1(QMetaEnum::fromType<TranscriptModel::Kind>().valueToKey(
                     index.data(TranscriptModel::KindRole).toInt())) +
                 (model.text(row).isEmpty() ? QString() : u' ' + model.text(row));
    }
    return lines.join(u'\n');
}

qint64 residentBytes() {
    QFile file(QStringLiteral("/proc/self/statm"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(1).toLongLong() * 4096 : 0;
}

}  // namespace

class ModelTest : public QObject {
    Q_OBJECT

 private slots:
    void rowsOfAConversation();
    void appendTouchesTheTailAlone();
    void streamedRowsAreThoseOfTheWhole();
    void thinkingFolds();
    void endings();
    void footer();
    void removing();
    void contextRule();
    void pastedMegabyte();
    void loadingKeepsCallsInOrder();
    void loadingCanBeAbandoned();
    void largeConversation();
    void longStream();
};

void ModelTest::rowsOfAConversation() {
    TranscriptModel model;
    QAbstractItemModelTester tester(&model);
    model.reset(
        {message(1, MessageRole::System, QStringLiteral("secret")),
         message(2, MessageRole::User, QStringLiteral("*Hi*\nyou")),
         message(3, MessageRole::Assistant, QStringLiteral("# A\n\nb\n\n- c\n\n```\nd\n```\n\n---"))});
    QCOMPARE(rows(model),
             QStringLiteral(
                 "OwnText *Hi*\u2028you\nFooter\nHeading A\nParagraph b\nListItem c\nCode d\nRule\nFooter"));
    QCOMPARE(model.messageCount(), 3);
    QCOMPARE(model.keyOf(4), MessageKey{3});
    QCOMPARE(model.source(MessageKey{2}), QStringLiteral("*Hi*\nyou"));
    QCOMPARE(model.messageRows(3), std::pair(2, 8));
    for (int row = 0; row < model.rowCount(); ++row) {
        for (const int role : model.roleNames().keys()) {
            QVERIFY(model.index(row).data(role).isValid());
        }
    }
}

void ModelTest::appendTouchesTheTailAlone() {
    TranscriptModel model;
    QAbstractItemModelTester tester(&model);
    for (int key = 1; key < 40; ++key) {
        model.append(message(key, MessageRole::Assistant, QStringLiteral("One\n\nTwo")));
    }
    model.append(message(100, MessageRole::Assistant, QString(), MessageState::Writing));
    QVERIFY(model.writing());
    QCOMPARE(model.kind(model.rowCount() - 2), RowKind::Caret);
    const int first = model.messageRows(model.rowCount() - 1).first;
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    int touched = 0;
    int lowest = model.rowCount();
    connect(&model, &QAbstractItemModel::dataChanged, this,
            [&](const QModelIndex& from, const QModelIndex& to) {
                touched += to.row() - from.row() + 1;
                lowest = std::min(lowest, from.row());
            });
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    for (int paragraph = 0; paragraph < 10; ++paragraph) {
        for (int word = 0; word < 20; ++word) {
            model.appendText(MessageKey{100}, QStringLiteral("word "));
        }
        model.appendText(MessageKey{100}, QStringLiteral("\n\n"));
    }
    QVERIFY(lowest >= first);
    QVERIFY2(touched <= 230, qPrintable(QString::number(touched)));
    QCOMPARE(inserted.size(), 10);
    QCOMPARE(removed.size(), 1);  // the caret's own row
    QCOMPARE(resets.size(), 0);
    model.appendText(MessageKey{77}, QStringLiteral("nobody"));
    QCOMPARE(inserted.size(), 10);
}

void ModelTest::streamedRowsAreThoseOfTheWhole() {
    QRandomGenerator random(30);
    for (int round = 0; round < 150; ++round) {
        TranscriptModel model;
        QAbstractItemModelTester tester(&model);
        // A view that believes the signals.
        QStringList seen;
        const auto kindAndText = [&](int row) {
            return QString::number(static_cast<int>(model.kind(row))) + model.text(row) +
                   QString::number(model.index(row).data(TranscriptModel::CaretRole).toBool());
        };
        connect(&model, &QAbstractItemModel::rowsInserted, this, [&](const QModelIndex&, int from, int to) {
            for (int row = from; row <= to; ++row) {
                seen.insert(row, kindAndText(row));
            }
        });
        connect(&model, &QAbstractItemModel::rowsRemoved, this,
                [&](const QModelIndex&, int from, int to) { seen.remove(from, to - from + 1); });
        connect(&model, &QAbstractItemModel::dataChanged, this,
                [&](const QModelIndex& from, const QModelIndex& to) {
                    for (int row = from.row(); row <= to.row(); ++row) {
                        seen[row] = kindAndText(row);
                    }
                });
        const QString text = round % 2 == 0 ? randomDocument(random) : randomHeap(random);
        model.append(message(1, MessageRole::User, QStringLiteral("Q")));
        model.append(message(2, MessageRole::Assistant, QString(), MessageState::Writing));
        for (qsizetype at = 0; at < text.size();) {
            const qsizetype length = std::min<qsizetype>(random.bounded(1, 8), text.size() - at);
            model.appendText(MessageKey{2}, QStringView(text).sliced(at, length));
            at += length;
        }
        model.finish(MessageKey{2}, MessageState::Complete);
        TranscriptModel whole;
        whole.reset(
            {message(1, MessageRole::User, QStringLiteral("Q")), message(2, MessageRole::Assistant, text)});
        QCOMPARE(rows(model), rows(whole));
        for (int row = 0; row < model.rowCount(); ++row) {
            QCOMPARE(seen.value(row), kindAndText(row));
        }
    }
}

void ModelTest::thinkingFolds() {
    TranscriptModel model;
    QAbstractItemModelTester tester(&model);
    model.append(message(1, MessageRole::Assistant, QString(), MessageState::Writing));
    model.appendText(MessageKey{1}, QStringLiteral("<think>\nOne\n\nTwo"));
    QCOMPARE(rows(model), QStringLiteral("Thinking\nFooter"));
    QVERIFY(model.index(0).data(TranscriptModel::ThinkingRole).toBool());
    model.setOpen(0, true);
    QCOMPARE(rows(model), QStringLiteral("Thinking\nParagraph One\nParagraph Two\nFooter"));
    QVERIFY(model.index(2).data(TranscriptModel::ThoughtRole).toBool());
    QTest::qWait(20);
    model.appendText(MessageKey{1}, QStringLiteral(" more\n</think>\n\nSo"));
    QCOMPARE(rows(model),
             QStringLiteral("Thinking\nParagraph One\nParagraph Two more\nParagraph So\nFooter"));
    QVERIFY(!model.index(0).data(TranscriptModel::ThinkingRole).toBool());
    QVERIFY(!model.index(3).data(TranscriptModel::ThoughtRole).toBool());
    model.setOpen(0, false);
    QCOMPARE(rows(model), QStringLiteral("Thinking\nParagraph So\nFooter"));
    QVERIFY(model.thinkingMs(MessageKey{1}).value_or(0) >= 15);
    model.finish(MessageKey{1}, MessageState::Complete);
    model.setFooter(MessageKey{1}, AnswerFooter{});
    QVERIFY(model.thinkingMs(MessageKey{1}).has_value());
}

void ModelTest::endings() {
    TranscriptModel model;
    QAbstractItemModelTester tester(&model);
    model.append(message(1, MessageRole::Assistant, QString(), MessageState::Writing));
    model.appendText(MessageKey{1}, QStringLiteral("a"));
    QVERIFY(model.index(0).data(TranscriptModel::CaretRole).toBool());
    QSignalSpy writing(&model, &TranscriptModel::writingChanged);
    model.finish(MessageKey{1}, MessageState::Stopped);
    QCOMPARE(writing.size(), 1);
    QVERIFY(!model.writing());
    QVERIFY(!model.index(0).data(TranscriptModel::CaretRole).toBool());
    QCOMPARE(rows(model), QStringLiteral("Paragraph a\nNote\nFooter"));
    QCOMPARE(model.index(1).data(TranscriptModel::EndingRole).toInt(),
             static_cast<int>(TranscriptModel::StoppedEnding));
    model.append(message(2, MessageRole::Assistant, QString(), MessageState::Writing));
    model.finish(MessageKey{2}, MessageState::Failed, QStringLiteral("No memory."));
    QCOMPARE(rows(model), QStringLiteral("Paragraph a\nNote\nFooter\nError\nFooter"));
    QCOMPARE(model.index(3).data(TranscriptModel::ErrorTextRole).toString(), QStringLiteral("No memory."));
    // Going on with an answer that was stopped.
    model.finish(MessageKey{1}, MessageState::Writing);
    QVERIFY(model.writing());
    model.appendText(MessageKey{1}, QStringLiteral("b"));
    QCOMPARE(model.text(0), QStringLiteral("ab"));
}

void ModelTest::footer() {
    TranscriptModel model;
    model.append(message(1, MessageRole::Assistant, QStringLiteral("a")));
    const QModelIndex index = model.index(1);
    QCOMPARE(index.data(TranscriptModel::TokensRole).toInt(), -1);
    QCOMPARE(index.data(TranscriptModel::CachedPercentRole).toInt(), -1);
    AnswerFooter footer;
    footer.timeToFirstTokenMs = 210;
    footer.tokensPerSecond = 29.4;
    footer.generatedTokens = 164;
    footer.promptTokens = 1000;
    footer.cachedTokens = 999;
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setFooter(MessageKey{1}, footer);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(index.data(TranscriptModel::FirstTokenSecondsRole).toDouble(), 0.21);
    QCOMPARE(index.data(TranscriptModel::CachedPercentRole).toInt(), 99);
    model.setVersions(MessageKey{1}, 1, 3);
    QCOMPARE(index.data(TranscriptModel::VersionCountRole).toInt(), 3);
}

void ModelTest::removing() {
    TranscriptModel model;
    QAbstractItemModelTester tester(&model);
    for (int key = 1; key <= 6; ++key) {
        model.append(
            message(key, key % 2 == 1 ? MessageRole::User : MessageRole::Assistant, QString::number(key)));
    }
    model.remove(MessageKey{2});
    QCOMPARE(model.messageCount(), 5);
    QVERIFY(!rows(model).contains(u'2'));
    model.remove(MessageKey{2});
    QCOMPARE(model.messageCount(), 5);
    model.removeFrom(MessageKey{4});
    QCOMPARE(rows(model), QStringLiteral("OwnText 1\nFooter\nOwnText 3\nFooter"));
    model.append(message(4, MessageRole::Assistant, QStringLiteral("new")));
    QCOMPARE(model.source(MessageKey{4}), QStringLiteral("new"));
}

void ModelTest::contextRule() {
    TranscriptModel model;
    QAbstractItemModelTester tester(&model);
    for (int key = 1; key <= 3; ++key) {
        model.append(message(key, MessageRole::User, QString::number(key)));
    }
    model.setContextRule(MessageKey{2}, 1);
    QCOMPARE(rows(model),
             QStringLiteral("OwnText 1\nFooter\nContextRule\nOwnText 2\nFooter\nOwnText 3\nFooter"));
    QCOMPARE(model.index(2).data(TranscriptModel::LeftOutRole).toInt(), 1);
    model.setContextRule(MessageKey{3}, 2);
    QCOMPARE(rows(model),
             QStringLiteral("OwnText 1\nFooter\nOwnText 2\nFooter\nContextRule\nOwnText 3\nFooter"));
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setContextRule(MessageKey{3}, 5);
    QVERIFY(!changed.isEmpty());
    model.setContextRule(std::nullopt, 0);
    QVERIFY(!rows(model).contains(QStringLiteral("ContextRule")));
}

void ModelTest::pastedMegabyte() {
    QString text;
    while (text.size() < 1'063'246) {
        text += QStringLiteral("line %1 with 中文 and 👍 and some more words\n").arg(text.size());
    }
    text += QString(100'000, u'x');
    QVERIFY(test::grows_linearly(
        [&](std::size_t size) {
            TranscriptModel part;
            part.append(message(1, MessageRole::User, text.last(static_cast<qsizetype>(size))));
        },
        static_cast<std::size_t>(text.size())));
    TranscriptModel model;
    model.append(message(1, MessageRole::User, text));
    QVERIFY(model.rowCount() > 200);
    QString shown;
    for (int row = 0; row + 1 < model.rowCount(); ++row) {
        QVERIFY(model.text(row).size() <= 4000);
        shown += (row > 0 && model.block(row)->joint == Joint::Line ? QStringLiteral("\n") : QString()) +
                 model.text(row);
    }
    shown.replace(QChar::LineSeparator, u'\n');
    QVERIFY(shown == text);
    QVERIFY(model.source(MessageKey{1}) == text);
}

void ModelTest::loadingKeepsCallsInOrder() {
    TranscriptModel model;
    QAbstractItemModelTester tester(&model);
    std::vector<TranscriptMessage> history;
    for (int key = 1; key <= 200; ++key) {
        history.push_back(message(key, MessageRole::Assistant, QStringLiteral("A **b** c\n\n").repeated(60)));
    }
    model.reset(std::move(history));
    QVERIFY(model.loading());
    QCOMPARE(model.rowCount(), 0);
    model.append(message(500, MessageRole::Assistant, QString(), MessageState::Writing));
    model.appendText(MessageKey{500}, QStringLiteral("Later"));
    model.finish(MessageKey{500}, MessageState::Complete);
    model.remove(MessageKey{1});
    QVERIFY(model.loading());  // nothing of it has waited for the texts
    QTRY_VERIFY(!model.loading());
    QCOMPARE(model.messageCount(), 200);
    QCOMPARE(model.source(MessageKey{500}), QStringLiteral("Later"));
    QCOMPARE(model.source(MessageKey{1}), QString());
    QVERIFY(!model.writing());
}

void ModelTest::loadingCanBeAbandoned() {
    const QString text = QStringLiteral("A **b** c\n\n").repeated(20'000);
    {
        TranscriptModel model;
        model.reset({message(1, MessageRole::Assistant, text)});
    }
    TranscriptModel model;
    model.reset({message(1, MessageRole::Assistant, text)});
    model.reset({message(2, MessageRole::User, QStringLiteral("other"))});
    QVERIFY(!model.loading());
    QTest::qWait(200);
    QCOMPARE(rows(model), QStringLiteral("OwnText other\nFooter"));
    model.reset({message(3, MessageRole::Assistant, text)});
    model.reset({message(4, MessageRole::Assistant, text)});
    QTRY_VERIFY(!model.loading());
    QCOMPARE(model.messageCount(), 1);
    QCOMPARE(model.source(MessageKey{4}), text);
}

void ModelTest::largeConversation() {
    QRandomGenerator random(40);
    [[maybe_unused]] const qint64 before = residentBytes();  // AddressSanitizer keeps what is freed
    std::vector<TranscriptMessage> history;
    for (int key = 1; key <= 5000; ++key) {
        QString text;
        while (text.size() < 160) {
            text += randomDocument(random) + QStringLiteral("\n\n");
        }
        history.push_back(message(key, key % 2 == 1 ? MessageRole::User : MessageRole::Assistant, text));
    }
    TranscriptModel model;
    model.reset(std::move(history));
    QTRY_VERIFY_WITH_TIMEOUT(!model.loading(), 60'000);
#ifndef __SANITIZE_ADDRESS__
    QVERIFY((residentBytes() - before) < 100LL << 20);
#endif
    const auto stream = [](TranscriptModel& to) {
        const int key = 6000 + to.messageCount();
        to.append(message(key, MessageRole::Assistant, QString(), MessageState::Writing));
        for (int frame = 0; frame < 1800; ++frame) {
            to.appendText(MessageKey{key}, QStringLiteral("word wor "));
        }
        to.finish(MessageKey{key}, MessageState::Complete);
    };
    TranscriptModel empty;
    QVERIFY(test::takes_at_most(
        3, [&] { stream(empty); }, [&] { stream(model); }));
}

/// What has been written costs nothing any more: text in its eighth minute takes as long as in the first.
void ModelTest::longStream() {
    QRandomGenerator random(41);
    QString text;
    constexpr qsizetype kCharactersPerFrame = 6;
    while (text.size() < kCharactersPerFrame * 8000) {
        text += randomDocument(random) + QStringLiteral("\n\n");
    }
    QVERIFY(test::grows_linearly(
        [&](std::size_t frames) {
            TranscriptModel model;
            model.append(message(1, MessageRole::Assistant, QString(), MessageState::Writing));
            for (qsizetype frame = 0; frame < static_cast<qsizetype>(frames); ++frame) {
                model.appendText(MessageKey{1},
                                 QStringView(text).sliced(frame * kCharactersPerFrame, kCharactersPerFrame));
            }
        },
        8000));
}

QTEST_GUILESS_MAIN(ModelTest)
#include "tst_model.moc"
