#include "library/model_text.h"

#include "system/human_format.h"
#include "system/shown_name.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace hearth {

namespace {

using catalog::ModelSource;

class ModelText {
    Q_DECLARE_TR_FUNCTIONS(ModelText)

 public:
    static QString place(ModelSource source) {
        switch (source) {
            case ModelSource::hearth:
                return tr("Hearth's folder");
            case ModelSource::added_folder:
                return tr("your folder");
            case ModelSource::added_file:
                return tr("a file you opened");
            case ModelSource::ollama:
                return tr("Ollama's folder");
            case ModelSource::lm_studio:
                return tr("LM Studio's folder");
            case ModelSource::hugging_face:
                return tr("the Hugging Face folder");
            case ModelSource::jan:
                return tr("Jan's folder");
            case ModelSource::gpt4all:
                return tr("GPT4All's folder");
        }
        return {};
    }

    static QString placeAlone(ModelSource source) {
        switch (source) {
            case ModelSource::hearth:
                return tr("Hearth's own folder");
            case ModelSource::added_folder:
                return tr("A folder you added");
            case ModelSource::added_file:
                return tr("A file you opened");
            case ModelSource::ollama:
                return QStringLiteral("Ollama");
            case ModelSource::lm_studio:
                return QStringLiteral("LM Studio");
            case ModelSource::hugging_face:
                return tr("Hugging Face cache");
            case ModelSource::jan:
                return QStringLiteral("Jan");
            case ModelSource::gpt4all:
                return QStringLiteral("GPT4All");
        }
        return {};
    }
};

}  // namespace

QString modelPlace(ModelSource source) {
    return ModelText::place(source);
}

QString modelPlaceAlone(ModelSource source) {
    return ModelText::placeAlone(source);
}

QString contextText(quint32 tokens) {
    // Makers choose multiples of 1024 and call them thousands.
    return tokens != 0 && tokens % 1024 == 0 ? formatTokens(static_cast<qint64>(tokens) / 1024 * 1000)
                                             : formatTokens(tokens);
}

QString originText(const catalog::LocalModel& model) {
    QString origin = shownName(QString::fromStdString(model.origin));
    // Downloads lie in folders of this form; what has more of these may have been written otherwise.
    const QString dashes = QStringLiteral("--");
    if (model.source == ModelSource::hearth && origin.count(dashes) == 1) {
        origin.replace(dashes, QStringLiteral("/"));
    }
    return origin;
}

QString parametersText(std::uint64_t parameters) {
    const QLocale locale;
    const auto count = static_cast<double>(parameters);
    if (parameters >= 950'000'000) {
        const double billions = count / 1e9;
        return locale.toString(billions, 'f', billions < 99.95 ? 1 : 0) + QLatin1Char('B');
    }
    return parameters < 1'000'000 ? locale.toString(static_cast<qulonglong>(parameters))
                                  : locale.toString(count / 1e6, 'f', 0) + QLatin1Char('M');
}

QString modelDetail(const catalog::LocalModel& model) {
    QStringList parts{formatBytes(model.bytes)};
    for (const std::string& figure : {model.facts.size_label, model.facts.quantization}) {
        if (!figure.empty()) {
            parts << QString::fromStdString(figure);
        }
    }
    parts << modelPlace(model.source);
    return parts.join(QStringLiteral(" · "));
}

}  // namespace hearth
