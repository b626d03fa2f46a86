// download_program TARGET BYTES SHA256 URL: fetches one file and ends with 0 when it is there.
#include "app/transfers/test_download.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

int main(int count, char** arguments) {
    if (count != 5) {
        return 2;
    }
    try {
        using namespace hearth;
        transfers::DownloadRequest request;
        request.title = "Test model";
        request.target = arguments[1];
        request.bytes = std::strtoull(arguments[2], nullptr, 10);
        request.sha256 = arguments[3];
        request.first_bytes = "GGUF";
        request.sources = {{arguments[4]}};
        test::WatchedTransfers service;
        const auto end = service.wait_end(service->add(request));
        return end.state == transfers::DownloadState::finished ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
