#pragma once

#include <hearth/chat_template.h>
#include <hearth/result.h>
#include <hearth/segment.h>

#include <cstddef>
#include <string>
#include <vector>

namespace hearth {

/// Follows places in messages through a chat template: a mark made of noncharacters is put into a message
/// before rendering, found in the rendered text and taken out of it.
class ChatMarks {
 public:
    /// Marks that nothing in the input looks like; invalid_request where it holds all there are.
    static Result<ChatMarks> choose(const ChatTemplateInput& input);

    std::string mark(std::size_t message) const;

    struct Found {
        std::size_t message;
        std::size_t offset;  ///< in bytes of the text without marks
    };
    /// Takes the marks out of what the template rendered; in the order of the text.
    std::vector<Found> take_from(Segments& segments) const;

 private:
    explicit ChatMarks(std::string start) : start_(std::move(start)) {}
    std::string start_;  ///< what every mark begins with
};

/// A rendered prompt cut where `found` says, in as many pieces and one more.
std::vector<Segments> split_at(const Segments& segments, const std::vector<ChatMarks::Found>& found);

}  // namespace hearth
