#pragma once

#include <string>
#include <string_view>

namespace hearth::hub {

/// The first paragraph of prose in a model's card (Markdown with a YAML head), as plain text of at most
/// 600 bytes: headings, lists, tables, code, images and HTML are passed over, links and emphasis lose their
/// marks. Empty where there is none.
std::string first_paragraph(std::string_view card);

}  // namespace hearth::hub
