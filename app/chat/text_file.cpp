#include "chat/text_file.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QPointer>
#include <QStringDecoder>
#include <QThreadPool>

namespace hearth {

namespace {

TextFile refused(const QString& name, const char* sentence) {
    TextFile file;
    file.name = name;
    file.problem = QCoreApplication::translate("Composer", sentence).arg(name);
    return file;
}

TextFile readNow(const QString& path) {
    const QString name = QFileInfo(path).fileName();
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return refused(name, QT_TRANSLATE_NOOP("Composer", "“%1” could not be opened."));
    }
    // One byte more than allowed tells a long file, also where the system does not know its size.
    const QByteArray bytes = file.read(kLongestTextFile + 1);
    if (file.error() != QFileDevice::NoError) {
        return refused(name, QT_TRANSLATE_NOOP("Composer", "“%1” could not be read."));
    }
    if (bytes.size() > kLongestTextFile) {
        return refused(
            name, QT_TRANSLATE_NOOP("Composer", "“%1” is larger than 8 MB, more than a model can read."));
    }
    QStringDecoder decoder(QStringDecoder::Utf8);
    TextFile read;
    read.name = name;
    read.text = decoder(bytes);
    if (decoder.hasError() || read.text.contains(QChar(u'\0'))) {
        return refused(name, QT_TRANSLATE_NOOP("Composer", "“%1” is not a text file in UTF-8."));
    }
    if (read.text.isEmpty()) {
        return refused(name, QT_TRANSLATE_NOOP("Composer", "“%1” is empty."));
    }
    return read;
}

}  // namespace

void readTextFile(const QUrl& file, QObject* context, std::function<void(const TextFile&)> done) {
    if (!file.isLocalFile()) {
        QMetaObject::invokeMethod(
            context,
            [file, done = std::move(done)] {
                done(refused(file.fileName(),
                             QT_TRANSLATE_NOOP("Composer", "“%1” is not a file on this computer.")));
            },
            Qt::QueuedConnection);
        return;
    }
    // The result passes through the application, which outlives the pool's work; only the GUI thread looks
    // whether the context is still there.
    QThreadPool::globalInstance()->start(
        [path = file.toLocalFile(), context = QPointer<QObject>(context), done = std::move(done)] {
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [context, done, read = readNow(path)] {
                    if (context) {
                        done(read);
                    }
                },
                Qt::QueuedConnection);
        });
}

}  // namespace hearth
