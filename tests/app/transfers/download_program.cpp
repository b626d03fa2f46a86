// download_program TARGET BYTES SHA256 URL whole|pieces [CALL]: fetches one file and ends with 0 when it is
// there. With CALL it dies after that call on files.
#include "app/transfers/faulty_file_operations.h"
#include "app/transfers/test_download.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>

int main(int count, char** arguments) {
    if (count < 6) {
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
        const bool pieces = std::string_view(arguments[5]) == "pieces";
        transfers::Transfers::Options options{.policy =
                                                  pieces ? test::segment_policy() : test::quick_policy()};
        if (count > 6) {
            options.files = std::make_shared<test::FaultyFileOperations>(
                std::strtoull(arguments[6], nullptr, 10), 0, test::FaultyFileOperations::Fault::death);
        }
        test::WatchedTransfers service(std::move(options));
        const auto end = service.wait_end(service->add(request));
        return end.state == transfers::DownloadState::finished ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
