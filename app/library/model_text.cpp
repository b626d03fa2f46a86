#include "library/model_text.h"

#include "system/human_format.h"

#include <QCoreApplication>
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
};

}  // namespace

QString modelPlace(ModelSource source) {
    return ModelText::place(source);
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
