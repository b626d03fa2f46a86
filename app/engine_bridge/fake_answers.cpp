#include "engine_bridge/fake_script.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace hearth {
namespace {

/// Kinds of things people ask.
enum class Topic : std::uint8_t { Prose, Code, Table, Mathematics, Thinking, List };

/// A canned answer in two languages.
struct CannedAnswer {
    Topic topic;
    const char* english;
    const char* chinese;
};

constexpr std::array kAnswers = {
    CannedAnswer{
        Topic::Prose,
        R"(A sourdough starter is a small colony of wild yeast and bacteria that you feed with flour and water. The yeast makes the bread rise; the bacteria make it taste of something.

Two things decide how well it works:

1. **Warmth.** Between 24 and 28 °C a fed starter doubles in four to six hours. In a cold kitchen it needs the whole night.
2. **Rhythm.** Feed it at the same hour each day. After a week it becomes predictable, and predictable is what you want when you plan a loaf.

> A spoonful that floats in a glass of water is ready to bake with.

If you leave for a fortnight, put it in the refrigerator. It forgives more than its reputation says.)",
        R"(酸面种是一小群野生酵母和乳酸菌，用面粉和水喂养。酵母让面包膨胀，乳酸菌带来风味。

决定成败的有两点：

1. **温度。** 在 24 到 28 °C 之间，喂过的面种四到六小时就能涨到两倍。厨房冷的话，要等一整夜。
2. **节奏。** 每天在同一时间喂。一周之后它就变得有规律，而做面包最需要的正是规律。

> 舀一勺放进水里，能浮起来，就可以用了。

出门两周的话，放进冰箱就好。它比传说中更能忍耐。)"},
    CannedAnswer{
        Topic::Code,
        R"(Here is a small cache that forgets the least recently used entry. The list keeps the order, the map finds an entry in it:

```cpp
#include <list>
#include <optional>
#include <unordered_map>

template <class Key, class Value>
class RecentCache {
 public:
    explicit RecentCache(std::size_t capacity) : capacity_(capacity) {}

    std::optional<Value> find(const Key& key) {
        const auto place = places_.find(key);
        if (place == places_.end()) {
            return std::nullopt;
        }
        entries_.splice(entries_.begin(), entries_, place->second);
        return place->second->second;
    }

    void insert(const Key& key, Value value) {
        if (find(key)) {
            entries_.front().second = std::move(value);
            return;
        }
        if (entries_.size() == capacity_) {
            places_.erase(entries_.back().first);
            entries_.pop_back();
        }
        entries_.emplace_front(key, std::move(value));
        places_[key] = entries_.begin();
    }

 private:
    std::size_t capacity_;
    std::list<std::pair<Key, Value>> entries_;
    std::unordered_map<Key, typename std::list<std::pair<Key, Value>>::iterator> places_;
};
```

Both operations take constant time on average. `splice` moves a node without copying it, so the iterators in `places_` stay valid.)",
        R"(下面是一个小缓存，满了就丢掉最久没用过的条目。链表记录顺序，字典负责查找：

```python
from collections import OrderedDict


class RecentCache:
    """最多保留 capacity 个条目。"""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.entries: OrderedDict[str, str] = OrderedDict()

    def find(self, key: str) -> str | None:
        if key not in self.entries:
            return None
        self.entries.move_to_end(key)
        return self.entries[key]

    def insert(self, key: str, value: str) -> None:
        self.entries[key] = value
        self.entries.move_to_end(key)
        if len(self.entries) > self.capacity:
            self.entries.popitem(last=False)
```

两个操作的平均时间都是常数。`move_to_end` 只改动链接，不复制内容。)"},
    CannedAnswer{Topic::Table,
                 R"(The three differ mostly in how much attention they ask of you:

| Method | Time | Cost of the gear | Cup |
|:--|--:|--:|:--|
| French press | 4 min | 25 € | full, a little cloudy |
| Pour-over | 3 min | 40 € | clear, lets the origin speak |
| Moka pot | 6 min | 30 € | strong, good with milk |

For the first week I would take the **French press**: it needs no special kettle and no steady hand. Change one thing at a time, first the grind, then the amount.)",
                 R"(三者最大的区别，在于需要你花多少心思：

| 方法 | 时间 | 器具价格 | 口感 |
|:--|--:|--:|:--|
| 法压壶 | 4 分钟 | 180 元 | 醇厚，略有沉淀 |
| 手冲 | 3 分钟 | 300 元 | 干净，能喝出产地 |
| 摩卡壶 | 6 分钟 | 220 元 | 浓烈，适合加奶 |

第一周我会选**法压壶**：不需要细口壶，也不需要稳定的手。每次只改一样，先改研磨度，再改用量。)"},
    CannedAnswer{Topic::Mathematics,
                 R"(Write the sum twice, once forwards and once backwards, and add the two lines:

$$S = 1 + 2 + \dots + n, \qquad 2S = n(n + 1)$$

Each of the $n$ columns adds up to $n + 1$, so

$$S = \frac{n(n + 1)}{2}.$$

For $n = 100$ this gives $S = 5050$. The same idea works for every sequence whose neighbours differ by a constant $d$: the mean of the first and the last term, times their number.)",
                 R"(把这个和正着写一遍，倒着写一遍，再把两行相加：

$$S = 1 + 2 + \dots + n, \qquad 2S = n(n + 1)$$

一共 $n$ 列，每一列的和都是 $n + 1$，所以

$$S = \frac{n(n + 1)}{2}.$$

取 $n = 100$，得 $S = 5050$。凡是相邻两项之差为常数 $d$ 的数列都可以这样做：首项与末项的平均值乘以项数。)"},
    CannedAnswer{Topic::Thinking,
                 R"(<think>
They ask why the sky is blue but a sunset is red. The short reason is Rayleigh scattering: it grows with the fourth power of the frequency. Violet scatters even more than blue, so I should say why the sky is not violet: less of it in sunlight, and the eye is less sensitive to it.
</think>

Because air scatters short waves far more than long ones. The strength goes with $1/\lambda^4$, so blue light (450 nm) is scattered about four times as much as red light (650 nm).

- **By day** the scattered blue reaches you from all directions: the sky is blue.
- **At sunset** the light has crossed forty times as much air. The blue is gone on the way, and what arrives is red.

Violet would be scattered even more, but the sun sends less of it and our eyes hardly see it.)",
                 R"(<think>
问题是天空为什么是蓝的，而日落是红的。核心是瑞利散射，强度与频率的四次方成正比。紫光散射得更多，所以要解释天空为什么不是紫色：阳光里紫光少，眼睛对它也不敏感。
</think>

因为空气对短波的散射远强于长波。强度与 $1/\lambda^4$ 成正比，蓝光（450 nm）被散射的程度大约是红光（650 nm）的四倍。

- **白天**，散射的蓝光从四面八方进入眼睛，天空就是蓝的。
- **日落时**，光要穿过约四十倍厚的空气，蓝光在路上散尽了，剩下的是红光。

紫光本来散射得更多，但阳光里的紫光少，人眼对它也不敏感。)"},
    CannedAnswer{Topic::List,
                 R"(For three days I would keep the luggage small and the plans smaller.

### Before you leave

- Book the first night only. The second one is easier to choose on the spot.
- Copy the train times onto paper; the valley has no signal.

### To take along

- Rain jacket and one warm layer
  - merino if you have it, wool if not
- A bottle of 0.75 l; there are springs at the hut and at the pass
- Blister plasters, a headlamp, ~~a tent~~ a thin sleeping bag

### On the way

Start before eight. The path to the pass takes **four hours**, and in the afternoon the clouds come up from the south. If the wind turns, turn as well: the hut is twenty minutes back.)",
                 R"(三天的行程，行李要少，计划更要少。

### 出发之前

- 只订第一晚的住处，第二晚到了再选更容易。
- 把火车时刻抄在纸上，山谷里没有信号。

### 要带的东西

- 雨衣和一件保暖的衣服
  - 有美利奴羊毛最好，没有就普通羊毛
- 一个 0.75 升的水壶，小屋和垭口都有泉水
- 水泡贴、头灯、~~帐篷~~薄睡袋

### 路上

八点之前出发。到垭口要走**四个小时**，下午云会从南边上来。风向一变就往回走，小屋只有二十分钟的路。)"},
};

/// Words that tell what is asked, in the order in which they are tried.
struct TopicWord {
    const char16_t* word;
    Topic topic;
};
constexpr std::array kTopicWords = {
    TopicWord{u"code", Topic::Code},         TopicWord{u"function", Topic::Code},
    TopicWord{u"代码", Topic::Code},         TopicWord{u"函数", Topic::Code},
    TopicWord{u"缓存", Topic::Code},         TopicWord{u"compare", Topic::Table},
    TopicWord{u"table", Topic::Table},       TopicWord{u"比较", Topic::Table},
    TopicWord{u"区别", Topic::Table},        TopicWord{u"sum", Topic::Mathematics},
    TopicWord{u"proof", Topic::Mathematics}, TopicWord{u"公式", Topic::Mathematics},
    TopicWord{u"求和", Topic::Mathematics},  TopicWord{u"why", Topic::Thinking},
    TopicWord{u"为什么", Topic::Thinking},   TopicWord{u"trip", Topic::List},
    TopicWord{u"pack", Topic::List},         TopicWord{u"旅行", Topic::List},
    TopicWord{u"行李", Topic::List},         TopicWord{u"bread", Topic::Prose},
    TopicWord{u"面包", Topic::Prose},
};

bool isChinese(const QString& text) {
    return std::any_of(text.begin(), text.end(),
                       [](QChar letter) { return letter.script() == QChar::Script_Han; });
}

const CannedAnswer& choose(const QString& question, std::uint64_t number) {
    for (const TopicWord& entry : kTopicWords) {
        if (question.contains(QStringView(entry.word), Qt::CaseInsensitive)) {
            return *std::find_if(kAnswers.begin(), kAnswers.end(),
                                 [&](const CannedAnswer& answer) { return answer.topic == entry.topic; });
        }
    }
    return kAnswers[number % kAnswers.size()];
}

/// What comes after `begun` in the canned answer that begins so.
QString restOf(const QString& begun) {
    for (const CannedAnswer& answer : kAnswers) {
        for (const char* text : {answer.english, answer.chinese}) {
            const QString whole = QString::fromUtf8(text);
            if (whole.startsWith(begun)) {
                return whole.mid(begun.size());
            }
        }
    }
    return isChinese(begun) ? QStringLiteral("\n\n以上就是全部内容。")
                            : QStringLiteral("\n\nAnd that is all there is to it.");
}

}  // namespace

FakeAnswer fakeAnswerFor(const ChatRequest& request, std::uint64_t number) {
    FakeAnswer answer;
    if (request.start == AnswerStart::ContinueLast && !request.turns.empty()) {
        answer.text = restOf(request.turns.back().text);
        return answer;
    }
    const auto question = std::find_if(request.turns.rbegin(), request.turns.rend(),
                                       [](const ChatTurn& turn) { return turn.role == ChatRole::User; });
    const QString asked = question == request.turns.rend() ? QString() : question->text;
    const CannedAnswer& canned = choose(asked, number);
    answer.text = QString::fromUtf8(isChinese(asked) ? canned.chinese : canned.english);
    return answer;
}

}  // namespace hearth
