#include "demo/look/contrast.h"

#include <QHash>
#include <algorithm>
#include <cmath>

namespace hearth {

namespace {

double luminance(const QColor& color) {
    const auto linear = [](double channel) {
        return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

}  // namespace

double contrastRatio(const QColor& one, const QColor& other) {
    const double a = luminance(one) + 0.05;
    const double b = luminance(other) + 0.05;
    return std::max(a, b) / std::min(a, b);
}

QColor blended(const QColor& ink, double opacity, const QColor& ground) {
    const auto part = static_cast<float>(opacity * static_cast<double>(ink.alphaF()));
    const auto mix = [part](float over, float under) { return over * part + under * (1.0F - part); };
    return QColor::fromRgbF(mix(ink.redF(), ground.redF()), mix(ink.greenF(), ground.greenF()),
                            mix(ink.blueF(), ground.blueF()));
}

std::optional<QColor> groundColor(const QImage& image, const QRect& place) {
    const QRect inside = place.intersected(image.rect());
    QHash<QRgb, int> counts;
    for (int y = inside.top(); y <= inside.bottom(); ++y) {
        for (int x = inside.left(); x <= inside.right(); ++x) {
            ++counts[image.pixel(x, y)];
        }
    }
    const auto most = std::max_element(counts.cbegin(), counts.cend());
    if (most == counts.cend()) {
        return std::nullopt;
    }
    return QColor(most.key());
}

}  // namespace hearth
