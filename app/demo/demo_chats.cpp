#include "demo/demo_chats.h"

#include "chat/stored_message.h"
#include "engine_bridge/fake_script.h"
#include "storage/chat_store.h"

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>

namespace hearth {

namespace {

using namespace std::chrono_literals;

constexpr const char* kBlocksEnglish = R"(## A day on the ridge

The path begins *behind* the mill, climbs through **beech wood** and reaches the ridge after ~~two~~ three hours. The key to the hut is under the third stone; `0612` opens the box. More about the [valley](https://example.org/valley) is in the guide.

1. Fill the bottles at the spring
2. Follow the red marks
   - after rain by the forest road
   - else straight up
3. Sign the book

- [x] map
- [ ] headlamp

> The wind turns at noon.
>
> > Nobody believes it the first time.

| Stage | Height | Time |
|:------|-------:|:----:|
| Mill to spring | 320 m | 1 h |
| Spring to ridge | 610 m | 2 h |

```python
def pace(height: float, distance: float) -> float:
    """Hours for a stage: 400 m up or 4 km along in one hour."""
    up, along = height / 400, distance / 4
    return max(up, along) + min(up, along) / 2
```

The slope is steepest where $h'(x) = 0.6$; the work against it is

$$W = m g \int_0^d h'(x)\,dx$$

---

![the hut](https://example.org/hut.jpg)

In the evening the light comes from below.)";

constexpr const char* kBlocksChinese = R"(## 山脊上的一天

小路从磨坊*后面*开始，穿过**山毛榉林**，~~两~~三小时后到达山脊。小屋的钥匙在第三块石头下面，密码是 `0612`。关于[山谷](https://example.org/valley)的更多介绍在导览里。

1. 在泉边灌满水壶
2. 跟着红色路标走
   - 雨后走林道
   - 否则直接上去
3. 在登记簿上签名

- [x] 地图
- [ ] 头灯

> 风在中午转向。
>
> > 第一次没有人相信。

| 路段 | 高差 | 时间 |
|:------|-------:|:----:|
| 磨坊到泉水 | 320 米 | 1 小时 |
| 泉水到山脊 | 610 米 | 2 小时 |

```python
def pace(height: float, distance: float) -> float:
    """一段路的小时数：一小时上升 400 米或前进 4 公里。"""
    up, along = height / 400, distance / 4
    return max(up, along) + min(up, along) / 2
```

最陡处 $h'(x) = 0.6$，克服坡度所做的功是

$$W = m g \int_0^d h'(x)\,dx$$

---

![小屋](https://example.org/hut.jpg)

傍晚的光是从下面照上来的。)";

/// Turns a failed store operation into the way out of writing.
template <class T>
T value(Result<T> result) {
    if (!result) {
        throw std::runtime_error(result.error().message);
    }
    return *std::move(result);
}
void check(const Status& status) {
    if (!status) {
        throw std::runtime_error(status.error().message);
    }
}

QString answerTo(const QString& question) {
    ChatRequest request;
    request.turns.push_back({ChatRole::User, question});
    return fakeAnswerFor(request, 0).text;
}

class Writer {
 public:
    Writer(const std::filesystem::path& database, bool chinese)
        : m_chinese(chinese), m_store(openStore(database)) {}

    DemoChats write() {
        const auto kitchen = value(m_store.create_folder(in("Kitchen", "厨房"))).id;
        const auto mountains = value(m_store.create_folder(in("Mountains", "山里"))).id;
        DemoChats chats;
        goBack(26 * 24h);
        chats.full = full();
        goBack(20 * 24h);
        chats.failed = simple("Compare the three maps", "比较三种地图的区别", MessageState::Failed);
        goBack(9 * 24h);
        chats.longTitle = simple(
            "Why does the old harbour wall lean towards the sea although the ground behind it was drained, "
            "filled and levelled twice?",
            "为什么老港口的石墙在后面的地面排过水、填过土、又平整过两次之后，仍然一直慢慢地朝着海的方向倾斜，"
            "而且冬天倾斜得更厉害？");
        goBack(6 * 24h);
        chats.interrupted = simple("What should I pack for three days?", "三天的旅行要带什么行李？",
                                   MessageState::Interrupted);
        move(chats.interrupted, mountains);
        goBack(4 * 24h);
        chats.stopped = simple("Show me the sum of the first n numbers", "前 n 个数求和的公式是什么？",
                               MessageState::Stopped);
        goBack(30h);
        chats.code = simple("Write a small cache in code", "用代码写一个小缓存");
        goBack(27h);
        chats.blocks = blocks();
        move(chats.blocks, mountains);
        goBack(5h);
        chats.versions = versions();
        goBack(3h);
        chats.thinking = simple("Why is the sky blue and the sunset red?", "为什么天空是蓝的，日落是红的？");
        goBack(50min);
        chats.bread = bread();
        move(chats.bread, kitchen);
        check(m_store.set_pinned({chats.bread}, true));
        presets();
        return chats;
    }

 private:
    storage::ChatStore openStore(const std::filesystem::path& database) const {
        storage::OpenOptions options;
        options.clock = [now = m_now] { return *now; };
        return value(storage::ChatStore::open(database, options));
    }
    std::string in(const char* english, const char* chinese) const { return m_chinese ? chinese : english; }
    QString inText(const char* english, const char* chinese) const {
        return QString::fromUtf8(m_chinese ? chinese : english);
    }
    void goBack(std::chrono::minutes time) {
        *m_now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()) - time;
    }
    void move(std::int64_t conversation, storage::FolderId folder) {
        check(m_store.move_to_folder({conversation}, folder));
    }

    storage::ConversationId begin(const QString& title) {
        storage::NewConversation conversation;
        conversation.title = title.toStdString();
        conversation.title_source = storage::TitleSource::user;
        return value(m_store.create_conversation(conversation)).id;
    }

    static AnswerEnd end(MessageState state, const QString& text) {
        AnswerEnd end;
        end.state = state;
        end.footer.timeToFirstTokenMs = 420;
        end.footer.tokensPerSecond = 28.6;
        end.footer.generatedTokens = fakeTokenCount(text);
        end.footer.promptTokens = 58;
        end.footer.cachedTokens = 32;
        if (text.startsWith(QLatin1StringView("<think>"))) {
            end.footer.thinkingMs = 3400;
        }
        return end;
    }

    /// A question and how its answer ended; the answer's message.
    storage::MessageId turn(storage::ConversationId conversation, std::optional<storage::MessageId> parent,
                            const QString& question, QString answer,
                            MessageState state = MessageState::Complete) {
        storage::NewTurn turn;
        turn.conversation = conversation;
        turn.parent = parent;
        turn.text = question.toStdString();
        turn.model = "Ember 8B";
        const storage::BegunTurn begun = value(m_store.begin_turn(turn));
        finish(begun.answer, std::move(answer), state);
        return begun.answer;
    }

    void finish(storage::MessageId message, QString answer, MessageState state) {
        if (state != MessageState::Complete) {
            answer.truncate(answer.size() * 2 / 5);
        }
        AnswerEnd ended = end(state, answer);
        if (state == MessageState::Failed) {
            ended.errorText =
                inText("There is not enough memory for this model: it needs 5.9 GB, 4.1 GB are free.",
                       "内存不足以运行此模型：需要 5.9 GB，可用 4.1 GB。");
        }
        check(m_store.finish_answer(finishedForStore(MessageKey{message.value}, answer, ended)));
    }

    std::int64_t simple(const char* english, const char* chinese,
                        MessageState state = MessageState::Complete) {
        const QString question = inText(english, chinese);
        const storage::ConversationId conversation = begin(question);
        turn(conversation, std::nullopt, question, answerTo(question), state);
        return conversation.value;
    }

    std::int64_t bread() {
        const storage::ConversationId conversation = begin(inText("Sourdough for beginners", "酸面包入门"));
        const QString first = inText("How do I start a sourdough bread?", "怎么开始做酸面包？");
        const storage::MessageId one = turn(conversation, std::nullopt, first, answerTo(first));
        const QString second =
            inText("Compare it with yeast in a table, please.", "请用表格比较几种咖啡做法的区别。");
        turn(conversation, one, second, answerTo(second));
        return conversation.value;
    }

    std::int64_t blocks() {
        const storage::ConversationId conversation = begin(inText("The path to the hut", "去小屋的路"));
        turn(conversation, std::nullopt,
             inText("Describe the path to the hut for the guide. Use everything: lists, a table, code, a "
                    "formula.",
                    "为导览写一段去小屋的路。列表、表格、代码、公式都用上。"),
             QString::fromUtf8(m_chinese ? kBlocksChinese : kBlocksEnglish));
        return conversation.value;
    }

    std::int64_t versions() {
        const QString question = inText("Name my sailing boat", "给我的帆船起个名字");
        const storage::ConversationId conversation = begin(question);
        storage::NewTurn turn;
        turn.conversation = conversation;
        turn.text = question.toStdString();
        turn.model = "Ember 1.7B";
        const storage::BegunTurn begun = value(m_store.begin_turn(turn));
        finish(begun.answer,
               inText("**Halcyon**, after the bird that calms the sea.", "**翠鸟号**：传说它能让海面平静。"),
               MessageState::Complete);
        for (const auto& [english, chinese] :
             {std::pair{"**Second Wind**. It says what happens to you out there.",
                        "**顺风号**：出海时你会明白。"},
              std::pair{"**Slack Tide**, the quiet quarter of an hour between ebb and flood.",
                        "**平潮号**：潮涨潮落之间最安静的一刻。"}}) {
            const storage::MessageId answer = value(m_store.begin_answer(
                {.parent = begun.user, .text = {}, .model = "Ember 8B", .parameters = {}}));
            finish(answer, inText(english, chinese), MessageState::Complete);
        }
        return conversation.value;
    }

    std::int64_t full() {
        const storage::ConversationId conversation =
            begin(inText("Everything about the voyage", "关于这次航行的一切"));
        std::optional<storage::MessageId> parent;
        for (int i = 0; i < 14; ++i) {
            const QString question = i % 2 == 0
                                         ? inText("What should I pack for the trip?", "旅行要带什么行李？")
                                         : inText("Why is the sky blue?", "为什么天空是蓝的？");
            parent = turn(conversation, parent, question, answerTo(question));
        }
        return conversation.value;
    }

    void presets() {
        (void)value(
            m_store.create_preset(in("Editor", "编辑"),
                                  in("You edit texts. Keep the author's voice, shorten what can be shorter.",
                                     "你是编辑。保留作者的口吻，能短则短。"),
                                  {}));
        (void)value(m_store.create_preset(
            in("Patient teacher", "耐心的老师"),
            in("Explain step by step and ask one question back.", "一步一步解释，最后反问一个问题。"), {}));
    }

    const bool m_chinese;
    std::shared_ptr<storage::UtcTime> m_now = std::make_shared<storage::UtcTime>(
        std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()));
    storage::ChatStore m_store;
};

}  // namespace

Result<DemoChats> writeDemoChats(const std::filesystem::path& database, bool chinese) {
    try {
        return Writer(database, chinese).write();
    } catch (const std::runtime_error& error) {
        return Error{ErrorCode::write_failed, error.what(), {}};
    }
}

bool writeDeletedChats(const std::filesystem::path& database, bool chinese) {
    using namespace std::chrono_literals;
    storage::UtcTime now{};
    storage::OpenOptions options;
    options.clock = [&now] { return now; };
    Result<storage::ChatStore> store = storage::ChatStore::open(database, options);
    if (!store) {
        return false;
    }
    struct Deleted {
        const char* english;
        const char* chinese;
        std::chrono::hours ago;
    };
    for (const Deleted& chat :
         {Deleted{"A name for the new cat", "给新来的猫起名字", 27 * 24h},
          Deleted{"What the letter from the harbour office about the lease of the berth really says, line by "
                  "line",
                  "港务局关于泊位租约的那封信，逐行解释到底说了什么，哪些地方必须在月底之前答复", 12 * 24h},
          Deleted{"Potatoes without boiling over", "煮土豆不溢锅", 26h}, Deleted{"Test", "测试", 0h}}) {
        now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()) - chat.ago;
        storage::NewConversation request;
        request.title = chinese ? chat.chinese : chat.english;
        const auto made = store->create_conversation(request);
        if (!made || !store->delete_conversation(made->id)) {
            return false;
        }
    }
    return true;
}

}  // namespace hearth
