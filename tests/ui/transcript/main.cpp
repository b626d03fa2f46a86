#include "transcript/register_types.h"
#include "transcript_fixture.h"

#include <QtQml>
#include <QtQuickTest>

/// Makes the types known before the first test.
class TranscriptSetup : public QObject {
    Q_OBJECT

 public slots:
    void applicationAvailable() {
        hearth::registerTranscriptTypes();
        qmlRegisterType<hearth::TranscriptFixture>("Hearth.Transcript.Test", 1, 0, "TranscriptFixture");
    }
};

QUICK_TEST_MAIN_WITH_SETUP(hearth, TranscriptSetup)
#include "main.moc"
