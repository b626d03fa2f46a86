#include "transcript_fixture.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QTcpSocket>
#include <QUrl>

#include <sys/inotify.h>
#include <unistd.h>

namespace hearth {
namespace {

MessageKey keyOf(double key) {
    return MessageKey{static_cast<qint64>(key)};
}

TranscriptMessage message(double key, MessageRole role, const QString& text,
                          MessageState state = MessageState::Complete) {
    TranscriptMessage result;
    result.key = keyOf(key);
    result.role = role;
    result.text = text;
    result.state = state;
    return result;
}

}  // namespace

TranscriptFixture::TranscriptFixture() {
    connect(&m_server, &QTcpServer::newConnection, this, [this] {
        while (QTcpSocket* socket = m_server.nextPendingConnection()) {
            ++m_requests;
            socket->deleteLater();
        }
    });
    m_server.listen(QHostAddress::LocalHost);
    QImage image(4, 4, QImage::Format_RGB32);
    image.fill(Qt::red);
    image.save(m_folder.filePath(QStringLiteral("picture.png")));
    m_watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    inotify_add_watch(m_watch, m_folder.filePath(QStringLiteral("picture.png")).toUtf8().constData(),
                      IN_OPEN);
}

TranscriptFixture::~TranscriptFixture() {
    close(m_watch);
}

int TranscriptFixture::requests() {
    return m_requests;
}

int TranscriptFixture::fileAccesses() {
    alignas(inotify_event) char buffer[4096];
    ssize_t size = 0;
    while ((size = read(m_watch, buffer, sizeof buffer)) > 0) {
        m_fileAccesses += static_cast<int>(size / static_cast<ssize_t>(sizeof(inotify_event)));
    }
    return m_fileAccesses;
}

QString TranscriptFixture::server() const {
    return QStringLiteral("http://127.0.0.1:%1").arg(m_server.serverPort());
}

QString TranscriptFixture::picture() const {
    return QUrl::fromLocalFile(m_folder.filePath(QStringLiteral("picture.png"))).toString();
}

void TranscriptFixture::accessBoth() {
    QTcpSocket socket;
    socket.connectToHost(QHostAddress::LocalHost, m_server.serverPort());
    socket.waitForConnected(1000);
    QFile file(m_folder.filePath(QStringLiteral("picture.png")));
    file.open(QIODevice::ReadOnly);
    for (int round = 0; round < 20 && m_requests == 0; ++round) {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 50);
    }
}

void TranscriptFixture::clear() {
    m_model.setContextRule(std::nullopt, 0);
    m_model.reset({});
}

void TranscriptFixture::ask(double key, const QString& text) {
    m_model.append(message(key, MessageRole::User, text));
}

void TranscriptFixture::answer(double key, const QString& text) {
    m_model.append(message(key, MessageRole::Assistant, text));
}

void TranscriptFixture::startAnswer(double key) {
    m_model.append(message(key, MessageRole::Assistant, QString(), MessageState::Writing));
}

void TranscriptFixture::write(double key, const QString& text) {
    m_model.appendText(keyOf(key), text);
}

void TranscriptFixture::stop(double key) {
    m_model.finish(keyOf(key), MessageState::Stopped);
}

void TranscriptFixture::fail(double key, const QString& sentence) {
    m_model.finish(keyOf(key), MessageState::Failed, sentence);
}

void TranscriptFixture::interrupt(double key) {
    m_model.finish(keyOf(key), MessageState::Interrupted);
}

void TranscriptFixture::figures(double key, double firstTokenMs, double speed, int tokens, int prompt,
                                int cached) {
    AnswerFooter footer;
    footer.timeToFirstTokenMs = firstTokenMs;
    footer.tokensPerSecond = speed;
    footer.generatedTokens = static_cast<quint32>(tokens);
    footer.promptTokens = static_cast<quint32>(prompt);
    footer.cachedTokens = static_cast<quint32>(cached);
    footer.thinkingMs = 3100;
    m_model.setFooter(keyOf(key), footer);
}

void TranscriptFixture::versions(double key, int index, int count) {
    m_model.setVersions(keyOf(key), index, count);
}

void TranscriptFixture::rule(double key, int leftOut) {
    m_model.setContextRule(keyOf(key), leftOut);
}

void TranscriptFixture::longHistory(int messages) {
    std::vector<TranscriptMessage> history;
    for (int index = 0; index < messages; ++index) {
        const bool own = index % 2 == 0;
        history.push_back(message(
            index + 1, own ? MessageRole::User : MessageRole::Assistant,
            own ? QStringLiteral("Question %1").arg(index)
                : QStringLiteral("Answer **%1**.\n\n- one\n- two\n\n```cpp\nint x = %1;\n```\n").arg(index)));
    }
    m_model.reset(std::move(history));
}

void TranscriptFixture::remove(double key) {
    m_model.remove(keyOf(key));
}

QString TranscriptFixture::clipboard() const {
    return QGuiApplication::clipboard()->text();
}

void TranscriptFixture::clearClipboard() {
    QGuiApplication::clipboard()->clear();
}

QString TranscriptFixture::sample(const QString& name) const {
    QFile file(QStringLiteral(HEARTH_TEST_DATA "/transcript/") + name);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

}  // namespace hearth
