#pragma once

// Placeholder of the seam; see the implementer's version.
namespace hearth {
class KvCache {};
}  // namespace hearth
