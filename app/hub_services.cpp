#include "hub_services.h"

#include "fit/run_record.h"

#include <hearth/probe.h>

#include <utility>

namespace hearth {

namespace {

std::filesystem::path toPath(const QString& path) {
    return {path.toStdU16String()};
}

Result<fit::DeviceSpeed> measure(const std::filesystem::path& file, const LoadOptions& options,
                                 const SpeedProbe::Progress& progress) {
    Result<fit::DeviceKey> key = fit::device_key(options);
    if (!key) {
        return key.error();
    }
    ProbeOptions probing;
    probing.thread_count = options.thread_count;
    probing.activation_bits = options.activation_bits;
    Result<DeviceProbe> probe = probe_device(
        probing, [&](double done) { return progress(done) ? LoadControl::go_on : LoadControl::stop; });
    if (!probe) {
        return probe.error();
    }
    fit::DeviceSpeed speed;
    speed.probe = *std::move(probe);
    speed.measured = fit::seconds_now();
    // Where it cannot be kept it still holds for this run.
    static_cast<void>(fit::DeviceSpeeds(file).store(*key, speed.probe, *speed.measured));
    return speed;
}

}  // namespace

HubSourceMaker networkHubs(transfers::Fetcher& fetcher, const QString& cacheFolder,
                           std::shared_ptr<const PlanningInputs> planning) {
    return [&fetcher, folder = toPath(cacheFolder),
            planning = std::move(planning)](const hub::Endpoint& endpoint) {
        return std::make_shared<NetworkHubSource>(fetcher, endpoint, folder / endpoint.id, planning);
    };
}

SpeedProbe::Device engineDevice(const QString& dataFolder, std::shared_ptr<const PlanningInputs> planning) {
    SpeedProbe::Device device;
    device.find = [path = fit::DeviceSpeeds::default_file(toPath(dataFolder)),
                   planning]() -> std::optional<fit::DeviceSpeed> {
        const Result<fit::DeviceKey> key = fit::device_key(planning->get().options);
        return key ? fit::DeviceSpeeds(path).find(*key) : std::nullopt;
    };
    device.measure = [path = fit::DeviceSpeeds::default_file(toPath(dataFolder)),
                      planning](const SpeedProbe::Progress& progress) {
        return measure(path, planning->get().options, progress);
    };
    device.learn = [path = fit::DeviceSpeeds::default_file(toPath(dataFolder)),
                    find = device.find](const LoneRun& run) {
        fit::DeviceSpeeds speeds(path);
        // Where it cannot be kept, predictions stay as they are.
        static_cast<void>(fit::record_runs(speeds, run.model, run.options, {&run.finished, 1}));
        return find();
    };
    return device;
}

}  // namespace hearth
