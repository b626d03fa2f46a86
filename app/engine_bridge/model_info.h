#pragma once

#include <hearth/error.h>

#include <QMetaType>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <optional>

namespace hearth {

/// How to load a model. Absent values: the engine's defaults (hearth/load.h).
struct LoadModelRequest {
    QString path{};
    std::optional<std::uint32_t> contextTokens{};
    std::optional<std::uint64_t> kvBytes{};
    std::optional<std::uint32_t> threads{};
    bool force = false;  ///< load it although it does not fit into memory
};

/// A loaded model: what it is and what it holds.
struct ModelInfo {
    QString path{};
    QString name;  ///< as the file calls it, else the file's name
    QString architecture;
    QString backend;  ///< e.g. "cpu (AVX-512 VNNI)"
    std::uint64_t parameterCount = 0;
    std::uint32_t contextTokens = 0;       ///< longest conversation it accepts, the answer included
    std::uint32_t modelContextTokens = 0;  ///< what the model was made for
    std::uint32_t threadCount = 0;
    std::uint64_t weightBytes = 0;
    std::uint64_t kvBytes = 0;
    std::uint64_t workspaceBytes = 0;
    std::optional<Error> chatTemplateError;  ///< why it cannot chat: no template in the file, or a broken one
    QStringList warnings;                    ///< of its vocabulary, one English sentence each
};

}  // namespace hearth

Q_DECLARE_METATYPE(hearth::ModelInfo)
