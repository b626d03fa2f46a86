#include "fit/speed_file.h"

#include <hearth/dtype.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace hearth::fit {
namespace {

using nlohmann::json;

/// Of the file's form and of what the numbers in it mean.
constexpr int kVersion = 1;
constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 20U;

std::optional<DType> type_named(std::string_view name) {
    for (int value = 0; value <= static_cast<int>(DType::mxfp4); ++value) {
        const auto type = static_cast<DType>(value);
        if (dtype_info(type).name == name) {
            return type;
        }
    }
    return std::nullopt;
}

json to_json(const DeviceProbe& probe) {
    json types = json::array();
    for (const TypeSpeed& speed : probe.types) {
        types.push_back({{"type", dtype_info(speed.type).name},
                         {"cached_bytes_per_s", speed.cached_bytes_per_s},
                         {"streamed_bytes_per_s", speed.streamed_bytes_per_s},
                         {"multiply_adds_per_s", speed.multiply_adds_per_s}});
    }
    return {{"cached_bytes", probe.cached_bytes},
            {"streamed_bytes", probe.streamed_bytes},
            {"prefill_tokens", probe.prefill_tokens},
            {"types", std::move(types)},
            {"kv_bytes_per_s", probe.kv_bytes_per_s},
            {"attention_multiply_adds_per_s", probe.attention_multiply_adds_per_s},
            {"row_values_per_s", probe.row_values_per_s},
            {"sampled_logits_per_s", probe.sampled_logits_per_s},
            {"seconds_per_stage", probe.seconds_per_stage},
            {"seconds_per_attention", probe.seconds_per_attention},
            {"processor_share", probe.processor_share},
            {"seconds_per_step", probe.seconds_per_step}};
}

bool is_speed(double value) {
    return std::isfinite(value) && value > 0;
}

/// Reads fields and notes whether all of them make sense. Throws json::exception where one is missing or of
/// another type.
class Fields {
 public:
    explicit Fields(const json& object) : object_(object) {}
    double speed(const char* name) { return checked(object_.at(name).get<double>()); }
    std::uint64_t count(const char* name) {
        const auto value = object_.at(name).get<std::uint64_t>();
        sensible_ = sensible_ && value > 0;
        return value;
    }
    bool sensible() const { return sensible_; }

 private:
    double checked(double value) {
        sensible_ = sensible_ && is_speed(value);
        return value;
    }
    const json& object_;
    bool sensible_ = true;
};

std::optional<DeviceProbe> probe_from(const json& value, const DeviceKey& key) {
    Fields fields(value);
    DeviceProbe probe;
    probe.device = key.processor;
    probe.instruction_set = key.instruction_set;
    probe.thread_count = key.thread_count;
    probe.activation_bits = static_cast<ActivationBits>(key.activation_bits);
    probe.cached_bytes = fields.count("cached_bytes");
    probe.streamed_bytes = fields.count("streamed_bytes");
    probe.prefill_tokens = static_cast<std::uint32_t>(fields.count("prefill_tokens"));
    probe.kv_bytes_per_s = fields.speed("kv_bytes_per_s");
    probe.attention_multiply_adds_per_s = fields.speed("attention_multiply_adds_per_s");
    probe.row_values_per_s = fields.speed("row_values_per_s");
    probe.sampled_logits_per_s = fields.speed("sampled_logits_per_s");
    probe.seconds_per_stage = fields.speed("seconds_per_stage");
    probe.seconds_per_attention = fields.speed("seconds_per_attention");
    probe.processor_share = fields.speed("processor_share");
    probe.seconds_per_step = fields.speed("seconds_per_step");
    for (const json& each : value.at("types")) {
        const auto type = type_named(each.at("type").get<std::string>());
        Fields speeds(each);
        const TypeSpeed speed{.type = type.value_or(DType::f32),
                              .cached_bytes_per_s = speeds.speed("cached_bytes_per_s"),
                              .streamed_bytes_per_s = speeds.speed("streamed_bytes_per_s"),
                              .multiply_adds_per_s = speeds.speed("multiply_adds_per_s")};
        if (!type || !speeds.sensible()) {
            return std::nullopt;
        }
        probe.types.push_back(speed);
    }
    const bool sensible =
        fields.sensible() && !probe.types.empty() && probe.cached_bytes < probe.streamed_bytes;
    return sensible ? std::optional(std::move(probe)) : std::nullopt;
}

std::optional<KnownDevice> device_from(const json& value) {
    KnownDevice device;
    device.key = {.processor = value.at("processor").get<std::string>(),
                  .instruction_set = value.at("instruction_set").get<std::string>(),
                  .thread_count = value.at("threads").get<std::uint32_t>(),
                  .activation_bits = value.at("activation_bits").get<std::uint32_t>(),
                  .engine_version = value.at("engine").get<std::string>()};
    auto probe = probe_from(value.at("probe"), device.key);
    device.decode_ratios = value.at("decode_ratios").get<std::vector<double>>();
    device.prefill_ratios = value.at("prefill_ratios").get<std::vector<double>>();
    const bool bits = device.key.activation_bits == 8 || device.key.activation_bits == 16;
    if (!probe || !bits || !std::ranges::all_of(device.decode_ratios, is_speed) ||
        !std::ranges::all_of(device.prefill_ratios, is_speed)) {
        return std::nullopt;
    }
    device.probe = *std::move(probe);
    if (const auto measured = value.find("measured"); measured != value.end()) {
        device.measured = std::chrono::sys_seconds(std::chrono::seconds(measured->get<std::int64_t>()));
    }
    return device;
}

/// Nothing for one that another version wrote otherwise: the others stay.
std::optional<KnownDevice> sound_device_from(const json& value) {
    try {
        return device_from(value);
    } catch (const json::exception&) {
        return std::nullopt;
    }
}

json to_json(const KnownDevice& device) {
    json object{{"processor", device.key.processor},     {"instruction_set", device.key.instruction_set},
                {"threads", device.key.thread_count},    {"activation_bits", device.key.activation_bits},
                {"engine", device.key.engine_version},   {"probe", to_json(device.probe)},
                {"decode_ratios", device.decode_ratios}, {"prefill_ratios", device.prefill_ratios}};
    if (device.measured) {
        object["measured"] = device.measured->time_since_epoch().count();
    }
    return object;
}

Error write_failed(const std::filesystem::path& file, const std::error_code& problem) {
    Error error{ErrorCode::write_failed,
                fmt::format("{}: {}", escaped(file.string(), 4096), problem.message())};
    error.details.file = file.string();
    return error;
}

}  // namespace

std::vector<KnownDevice> read_speed_file(const std::filesystem::path& file) {
    std::error_code problem;
    if (!std::filesystem::is_regular_file(file, problem) ||
        std::filesystem::file_size(file, problem) > kMostBytes || problem) {
        return {};
    }
    std::ifstream stream(file, std::ios::binary);
    std::vector<KnownDevice> devices;
    try {
        const json document = json::parse(stream);
        if (document.at("version") != kVersion) {
            return {};
        }
        for (const json& value : document.at("devices")) {
            if (auto device = sound_device_from(value)) {
                devices.push_back(*std::move(device));
            }
        }
    } catch (const json::exception&) {
        return {};
    }
    return devices;
}

Status write_speed_file(const std::filesystem::path& file, const std::vector<KnownDevice>& devices) {
    json list = json::array();
    for (const KnownDevice& device : devices) {
        list.push_back(to_json(device));
    }
    const json document{{"version", kVersion}, {"devices", std::move(list)}};
    const std::string text = document.dump(1, ' ', false, json::error_handler_t::replace);
    std::filesystem::path temporary = file;
    temporary += fmt::format(".{}.tmp", ::getpid());
    std::error_code problem;
    std::filesystem::create_directories(file.parent_path(), problem);
    if (!problem) {
        std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
        stream.write(text.data(), static_cast<std::streamsize>(text.size()));
        stream.close();
        problem = stream ? std::error_code() : std::make_error_code(std::errc::io_error);
    }
    if (!problem) {
        std::filesystem::rename(temporary, file, problem);
    }
    if (problem) {
        std::error_code ignored;
        std::filesystem::remove(temporary, ignored);
        return write_failed(file, problem);
    }
    return {};
}

}  // namespace hearth::fit
