#include "format/huggingface/checkpoint.h"

#include "format/huggingface/weight_files.h"
#include "format/safetensors_header.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>

namespace hearth {

bool is_checkpoint(const std::filesystem::path& path) {
    std::error_code ignored;
    const std::string name = path.filename().string();
    if (std::filesystem::is_directory(path, ignored) || name.ends_with(".safetensors")) {
        return true;
    }
    if (name.ends_with(".gguf")) {
        return false;
    }
    // Files of a download cache are named by their digest.
    const auto file = File::open(path);
    std::array<std::byte, 9> head{};
    return file && file->size() >= head.size() && file->read_at(0, head) &&
           looks_like_safetensors(head, file->size());
}

Result<OpenedModel> open_checkpoint(const std::filesystem::path& path) {
    HEARTH_TRY_ASSIGN(std::vector<WeightFile> weights, open_weight_files(path));
    OpenedModel model;
    model.format = ModelFormat::safetensors;
    model.metadata = Metadata(path.string());
    for (WeightFile& weight : weights) {
        for (TensorInfo& tensor : weight.header.tensors) {
            tensor.shard = static_cast<std::uint32_t>(model.files.size());
            model.tensors.push_back(std::move(tensor));
        }
        model.files.push_back(std::move(weight.file));
    }
    return model;
}

}  // namespace hearth
