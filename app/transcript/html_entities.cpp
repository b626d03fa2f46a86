#include "transcript/html_entities.h"

#include <algorithm>
#include <array>
#include <utility>

namespace hearth {
namespace {

using Entity = std::pair<QStringView, char16_t>;

// The ones that people and models write; sorted by name for the search below.
constexpr std::array kEntities{
    Entity{u"Agrave", 0xC0},  Entity{u"Auml", 0xC4},    Entity{u"Delta", 0x394},   Entity{u"Eacute", 0xC9},
    Entity{u"Omega", 0x3A9},  Entity{u"Ouml", 0xD6},    Entity{u"Sigma", 0x3A3},   Entity{u"Uuml", 0xDC},
    Entity{u"agrave", 0xE0},  Entity{u"alpha", 0x3B1},  Entity{u"amp", 0x26},      Entity{u"apos", 0x27},
    Entity{u"auml", 0xE4},    Entity{u"beta", 0x3B2},   Entity{u"bull", 0x2022},   Entity{u"ccedil", 0xE7},
    Entity{u"cent", 0xA2},    Entity{u"check", 0x2713}, Entity{u"copy", 0xA9},     Entity{u"darr", 0x2193},
    Entity{u"deg", 0xB0},     Entity{u"delta", 0x3B4},  Entity{u"divide", 0xF7},   Entity{u"eacute", 0xE9},
    Entity{u"egrave", 0xE8},  Entity{u"emsp", 0x2003},  Entity{u"ensp", 0x2002},   Entity{u"epsilon", 0x3B5},
    Entity{u"euro", 0x20AC},  Entity{u"frac12", 0xBD},  Entity{u"frac14", 0xBC},   Entity{u"gamma", 0x3B3},
    Entity{u"ge", 0x2265},    Entity{u"gt", 0x3E},      Entity{u"hellip", 0x2026}, Entity{u"iexcl", 0xA1},
    Entity{u"infin", 0x221E}, Entity{u"iquest", 0xBF},  Entity{u"lambda", 0x3BB},  Entity{u"laquo", 0xAB},
    Entity{u"larr", 0x2190},  Entity{u"ldquo", 0x201C}, Entity{u"le", 0x2264},     Entity{u"lsquo", 0x2018},
    Entity{u"lt", 0x3C},      Entity{u"mdash", 0x2014}, Entity{u"micro", 0xB5},    Entity{u"middot", 0xB7},
    Entity{u"minus", 0x2212}, Entity{u"mu", 0x3BC},     Entity{u"nbsp", 0xA0},     Entity{u"ndash", 0x2013},
    Entity{u"ne", 0x2260},    Entity{u"ntilde", 0xF1},  Entity{u"omega", 0x3C9},   Entity{u"ouml", 0xF6},
    Entity{u"para", 0xB6},    Entity{u"pi", 0x3C0},     Entity{u"plusmn", 0xB1},   Entity{u"pound", 0xA3},
    Entity{u"quot", 0x22},    Entity{u"raquo", 0xBB},   Entity{u"rarr", 0x2192},   Entity{u"rdquo", 0x201D},
    Entity{u"reg", 0xAE},     Entity{u"rsquo", 0x2019}, Entity{u"sect", 0xA7},     Entity{u"sigma", 0x3C3},
    Entity{u"sum", 0x2211},   Entity{u"szlig", 0xDF},   Entity{u"theta", 0x3B8},   Entity{u"thinsp", 0x2009},
    Entity{u"times", 0xD7},   Entity{u"trade", 0x2122}, Entity{u"uarr", 0x2191},   Entity{u"uuml", 0xFC},
    Entity{u"yen", 0xA5},
};

QString character(char32_t code) {
    const bool valid = code > 0 && code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF);
    const char32_t shown = valid ? code : U'\uFFFD';
    return QString::fromUcs4(&shown, 1);
}

}  // namespace

QString decodedEntity(QStringView reference) {
    if (reference.size() < 3 || reference.front() != u'&' || reference.back() != u';') {
        return reference.toString();
    }
    const QStringView name = reference.sliced(1, reference.size() - 2);
    if (name.front() == u'#') {
        const bool hexadecimal = name.size() > 1 && (name[1] == u'x' || name[1] == u'X');
        bool ok = false;
        const uint code = name.sliced(hexadecimal ? 2 : 1).toUInt(&ok, hexadecimal ? 16 : 10);
        return ok ? character(code) : reference.toString();
    }
    const auto found =
        std::lower_bound(kEntities.begin(), kEntities.end(), name,
                         [](const Entity& entity, QStringView wanted) { return entity.first < wanted; });
    if (found == kEntities.end() || found->first != name) {
        return reference.toString();
    }
    return QString(QChar(found->second));
}

}  // namespace hearth
