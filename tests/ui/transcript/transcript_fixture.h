#pragma once

#include "transcript/transcript_model.h"

#include <QObject>
#include <QTcpServer>
#include <QTemporaryDir>

namespace hearth {

/// Lets a test in QML drive a TranscriptModel.
class TranscriptFixture : public QObject {
    Q_OBJECT
    Q_PROPERTY(hearth::TranscriptModel* model READ model CONSTANT)
    Q_PROPERTY(int requests READ requests)
    Q_PROPERTY(int fileAccesses READ fileAccesses)
    Q_PROPERTY(QString server READ server)
    Q_PROPERTY(QString picture READ picture)
    Q_PROPERTY(QString shotFolder READ shotFolder CONSTANT)

 public:
    TranscriptFixture();
    ~TranscriptFixture() override;

    TranscriptModel* model() { return &m_model; }
    /// Where screenshots go (HEARTH_SHOTS); empty: none are made.
    QString shotFolder() const { return qEnvironmentVariable("HEARTH_SHOTS"); }

    /// Connections to the loopback server so far.
    int requests();
    /// How often the picture's file was opened so far.
    int fileAccesses();
    QString server() const;
    /// The address of a file that is a picture.
    QString picture() const;
    /// Does both once, so that a test can see that they are counted.
    Q_INVOKABLE void accessBoth();

    Q_INVOKABLE void clear();
    Q_INVOKABLE void ask(double key, const QString& text);
    Q_INVOKABLE void answer(double key, const QString& text);
    Q_INVOKABLE void startAnswer(double key);
    Q_INVOKABLE void write(double key, const QString& text);
    Q_INVOKABLE void stop(double key);
    Q_INVOKABLE void fail(double key, const QString& sentence);
    Q_INVOKABLE void interrupt(double key);
    Q_INVOKABLE void figures(double key, double firstTokenMs, double speed, int tokens, int prompt,
                             int cached);
    Q_INVOKABLE void versions(double key, int index, int count);
    Q_INVOKABLE void rule(double key, int leftOut);
    Q_INVOKABLE void longHistory(int messages);
    Q_INVOKABLE void remove(double key);
    Q_INVOKABLE QString clipboard() const;
    Q_INVOKABLE void clearClipboard();
    /// The text of a file of tests/data/transcript.
    Q_INVOKABLE QString sample(const QString& name) const;

 private:
    TranscriptModel m_model;
    QTcpServer m_server;
    QTemporaryDir m_folder;
    int m_requests = 0;
    int m_watch = -1;
    int m_fileAccesses = 0;
};

}  // namespace hearth
