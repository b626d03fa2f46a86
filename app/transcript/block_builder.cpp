#include "transcript/block_builder.h"

#include "transcript/html_entities.h"
#include "transcript/latex_text.h"
#include "transcript/text_cut.h"

#include <algorithm>
#include <utility>

namespace hearth {
namespace {

constexpr qsizetype kParagraphLimit = 6000;

quint8 capped(qsizetype depth) {
    return static_cast<quint8>(std::min<qsizetype>(depth, Block::maxDepth));
}

}  // namespace

std::vector<Block> BlockBuilder::build(const QByteArray& utf8) {
    MD_PARSER parser{};
    parser.flags = MD_DIALECT_GITHUB | MD_FLAG_NOHTML;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
        return static_cast<BlockBuilder*>(self)->enterBlock(type, detail);
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) {
        return static_cast<BlockBuilder*>(self)->leaveBlock(type);
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
        return static_cast<BlockBuilder*>(self)->enterSpan(type, detail);
    };
    parser.leave_span = [](MD_SPANTYPE type, void* detail, void* self) {
        return static_cast<BlockBuilder*>(self)->leaveSpan(type, detail);
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) {
        return static_cast<BlockBuilder*>(self)->addText(type, std::string_view(text, size));
    };
    const int failed = md_parse(utf8.constData(), static_cast<MD_SIZE>(utf8.size()), &parser, this);
    close();
    if (failed != 0) {
        // Only for want of memory. What was written is still shown.
        blocks_.clear();
        Block block;
        block.text = preparation_.restore(QString::fromUtf8(utf8));
        push(std::move(block));
    }
    return std::move(blocks_);
}

int BlockBuilder::enterBlock(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
        case MD_BLOCK_QUOTE:
            close();
            ++quoteDepth_;
            break;
        case MD_BLOCK_UL:
            enterList(false, 1, QChar());
            break;
        case MD_BLOCK_OL: {
            const auto& list = *static_cast<MD_BLOCK_OL_DETAIL*>(detail);
            enterList(true, static_cast<int>(list.start), QLatin1Char(list.mark_delimiter));
            break;
        }
        case MD_BLOCK_LI:
            enterItem(*static_cast<MD_BLOCK_LI_DETAIL*>(detail));
            break;
        case MD_BLOCK_HR:
            open(BlockKind::Rule);
            close();
            break;
        case MD_BLOCK_H:
            open(BlockKind::Heading);
            leaf_->level = static_cast<quint8>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
            break;
        case MD_BLOCK_CODE:
            open(BlockKind::Code);
            leaf_->language = attribute(static_cast<MD_BLOCK_CODE_DETAIL*>(detail)->lang);
            inCode_ = true;
            break;
        case MD_BLOCK_P:
            open(BlockKind::Paragraph);
            break;
        case MD_BLOCK_TABLE:
            open(BlockKind::Table);
            break;
        case MD_BLOCK_THEAD:
            inDroppedHead_ = std::exchange(dropsHead_, false);
            leaf_->table.header = !inDroppedHead_;
            break;
        case MD_BLOCK_TR:
            if (!inDroppedHead_) {
                ++leaf_->table.rows;
            }
            break;
        case MD_BLOCK_TH:
        case MD_BLOCK_TD:
            enterCell(static_cast<MD_BLOCK_TD_DETAIL*>(detail)->align);
            break;
        default:
            break;
    }
    return 0;
}

int BlockBuilder::leaveBlock(MD_BLOCKTYPE type) {
    switch (type) {
        case MD_BLOCK_QUOTE:
            close();
            --quoteDepth_;
            break;
        case MD_BLOCK_UL:
        case MD_BLOCK_OL:
            close();
            if (lists_.size() == 1) {
                nextNumber_ = lists_.back().number;
            }
            lists_.pop_back();
            break;
        case MD_BLOCK_LI:
            if (markerWaits_) {
                open(BlockKind::Paragraph);
            }
            close();
            break;
        case MD_BLOCK_H:
        case MD_BLOCK_P:
        case MD_BLOCK_CODE:
            close();
            inCode_ = false;
            break;
        case MD_BLOCK_THEAD:
            inDroppedHead_ = false;
            break;
        case MD_BLOCK_TABLE:
            close();
            break;
        default:
            break;
    }
    return 0;
}

void BlockBuilder::enterList(bool ordered, int number, QChar delimiter) {
    close();
    if (ordered && lists_.empty() && firstNumber_) {
        number = *firstNumber_;
    }
    firstNumber_.reset();
    lists_.push_back({ordered, number, delimiter});
}

void BlockBuilder::enterItem(const MD_BLOCK_LI_DETAIL& item) {
    if (markerWaits_) {
        open(BlockKind::Paragraph);
        close();
    }
    List& list = lists_.back();
    marker_ = list.ordered ? QString::number(list.number) + list.delimiter : QStringLiteral("•");
    ++list.number;
    task_ = TaskState::None;
    if (item.is_task != 0) {
        task_ = item.task_mark == ' ' ? TaskState::Open : TaskState::Done;
    }
    markerWaits_ = true;
}

void BlockBuilder::enterCell(MD_ALIGN alignment) {
    if (inDroppedHead_) {
        return;
    }
    TableShape& table = leaf_->table;
    const auto cell = static_cast<int>(table.cellStarts.size());
    if (table.rows == 1) {
        table.columns = cell + 1;
        table.alignments.push_back(alignment == MD_ALIGN_CENTER  ? CellAlignment::Centre
                                   : alignment == MD_ALIGN_RIGHT ? CellAlignment::Trailing
                                                                 : CellAlignment::Leading);
    }
    if (cell > 0) {
        leaf_->text += cell % table.columns == 0 ? u'\n' : u'\t';
    }
    table.cellStarts.push_back(static_cast<int>(leaf_->text.size()));
}

int BlockBuilder::enterSpan(MD_SPANTYPE type, void* detail) {
    switch (type) {
        case MD_SPAN_STRONG:
            ++bold_;
            break;
        case MD_SPAN_EM:
            ++italic_;
            break;
        case MD_SPAN_DEL:
            ++strike_;
            break;
        case MD_SPAN_CODE:
            ++code_;
            break;
        case MD_SPAN_A:
            enterLink(static_cast<MD_SPAN_A_DETAIL*>(detail)->href);
            break;
        case MD_SPAN_IMG:
            enterImage(static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src);
            break;
        default:
            break;
    }
    return 0;
}

int BlockBuilder::leaveSpan(MD_SPANTYPE type, void* detail) {
    Q_UNUSED(detail);
    switch (type) {
        case MD_SPAN_STRONG:
            --bold_;
            break;
        case MD_SPAN_EM:
            --italic_;
            break;
        case MD_SPAN_DEL:
            --strike_;
            break;
        case MD_SPAN_CODE:
            --code_;
            break;
        case MD_SPAN_A:
            leaveLink();
            break;
        case MD_SPAN_IMG:
            if (--image_ == 0) {
                leaveImage();
            }
            break;
        default:
            break;
    }
    return 0;
}

void BlockBuilder::enterLink(const MD_ATTRIBUTE& href) {
    if (!leaf_) {
        open(BlockKind::Paragraph);
    }
    const QString address = attribute(href);
    linkBegin_ = static_cast<int>(leaf_->text.size());
    if (isFollowable(address)) {
        leaf_->links.push_back(address);
        link_ = static_cast<int>(leaf_->links.size()) - 1;
    } else {
        plainAddress_ = address;
    }
}

void BlockBuilder::leaveLink() {
    link_ = -1;
    const QString address = std::exchange(plainAddress_, QString());
    if (!address.isEmpty() && leaf_ && QStringView(leaf_->text).sliced(linkBegin_) != address) {
        addAddress(address, 0);
    }
}

void BlockBuilder::enterImage(const MD_ATTRIBUTE& address) {
    if (image_++ > 0 || inDroppedHead_) {
        return;
    }
    if (!leaf_) {
        open(BlockKind::Paragraph);
    }
    demoteImage();
    imageAddress_ = attribute(address);
    imageAlone_ =
        leaf_->kind == BlockKind::Paragraph && leaf_->text.isEmpty() && link_ < 0 && plainAddress_.isEmpty();
}

void BlockBuilder::leaveImage() {
    if (inDroppedHead_) {
        return;
    }
    if (imageAlone_) {
        leaf_->source = imageAddress_;
        leaf_->kind = BlockKind::Image;
        return;
    }
    addAddress(imageAddress_, ImageStyle);
}

/// The leaf holds more than an image after all: its address becomes part of the text.
void BlockBuilder::demoteImage() {
    if (leaf_->kind == BlockKind::Image) {
        leaf_->kind = BlockKind::Paragraph;
        imageAlone_ = false;
        addAddress(std::exchange(leaf_->source, QString()), ImageStyle);
    }
}

/// An address in the text: it can be read and copied, not followed.
void BlockBuilder::addAddress(const QString& address, quint8 styles) {
    const bool apart = !leaf_->text.isEmpty() && !leaf_->text.back().isSpace();
    addStyled(QString(QLatin1String(apart ? " (" : "(") + address + u')'), styles);
}

int BlockBuilder::addText(MD_TEXTTYPE type, std::string_view utf8) {
    if (inDroppedHead_) {
        return 0;
    }
    if (!leaf_) {
        open(BlockKind::Paragraph);
    }
    if (image_ == 0) {
        demoteImage();
    }
    const QString text = QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
    if (inCode_) {
        leaf_->text +=
            type == MD_TEXT_NULLCHAR ? QString(QChar::ReplacementCharacter) : preparation_.restore(text);
        return 0;
    }
    const auto styles = static_cast<quint8>((bold_ > 0 ? BoldStyle : 0) | (italic_ > 0 ? ItalicStyle : 0) |
                                            (strike_ > 0 ? StrikeStyle : 0) | (code_ > 0 ? CodeStyle : 0) |
                                            (image_ > 0 ? ImageStyle : 0));
    switch (type) {
        case MD_TEXT_NULLCHAR:
            addStyled(QString(QChar::ReplacementCharacter), styles);
            break;
        case MD_TEXT_BR:
        case MD_TEXT_SOFTBR:
            addStyled(QString(leaf_->kind == BlockKind::Table ? QChar(u' ') : QChar(QChar::LineSeparator)),
                      styles);
            break;
        case MD_TEXT_ENTITY:
            addStyled(decodedEntity(text), styles);
            break;
        case MD_TEXT_CODE:
            addStyled(leaf_->kind == BlockKind::Table
                          ? preparation_.restore(text).replace(QStringLiteral("\\|"), QStringLiteral("|"))
                          : preparation_.restore(text),
                      styles);
            break;
        default:
            for (qsizetype at = 0; at < text.size();) {
                qsizetype end = at;
                while (end < text.size() && text[end] != MarkdownPreparation::insetMark &&
                       text[end] != MarkdownPreparation::flank) {
                    ++end;
                }
                addStyled(QStringView(text).sliced(at, end - at), styles);
                at = end;
                if (at < text.size() && text[at] == MarkdownPreparation::flank) {
                    ++at;
                } else if (at < text.size()) {
                    if (const Inset* inset = preparation_.insetAt(text, at)) {
                        addInset(*inset);
                    }
                }
            }
    }
    return 0;
}

void BlockBuilder::addInset(const Inset& inset) {
    const auto styles = static_cast<quint8>((bold_ > 0 ? BoldStyle : 0) | (italic_ > 0 ? ItalicStyle : 0) |
                                            (strike_ > 0 ? StrikeStyle : 0) | (image_ > 0 ? ImageStyle : 0));
    if (inset.kind == Inset::Kind::Literal) {
        addStyled(inset.source, styles);
        return;
    }
    const bool apart = inset.kind == Inset::Kind::DisplayMath && link_ < 0 && image_ == 0 &&
                       (leaf_->kind == BlockKind::Paragraph || leaf_->kind == BlockKind::ListItem) &&
                       bold_ + italic_ + strike_ == 0;
    if (apart) {
        addDisplayMath(inset);
    } else if (const auto readable = readableMath(inset.tex, MathPlace::Inline)) {
        addStyled(*readable, static_cast<quint8>((styles & BoldStyle) | MathStyle));
    } else {
        addStyled(inset.source, static_cast<quint8>(styles | CodeStyle));
    }
}

/// Maths in the middle of a paragraph splits it in three.
void BlockBuilder::addDisplayMath(const Inset& inset) {
    while (leaf_->text.endsWith(QChar::LineSeparator) || leaf_->text.endsWith(u' ')) {
        leaf_->text.chop(1);
    }
    while (!leaf_->spans.empty() && leaf_->spans.back().start >= leaf_->text.size()) {
        leaf_->spans.pop_back();
    }
    if (!leaf_->spans.empty()) {
        InlineSpan& last = leaf_->spans.back();
        last.length = std::min(last.length, static_cast<int>(leaf_->text.size()) - last.start);
    }
    open(BlockKind::Mathematics);
    leaf_->source = inset.source;
    if (const auto readable = readableMath(inset.tex, MathPlace::Display)) {
        leaf_->text = *readable;
    } else {
        leaf_->text = inset.tex;
        leaf_->spans.push_back({0, static_cast<int>(leaf_->text.size()), CodeStyle, -1});
    }
    leaf_->text.replace(u'\n', QChar::LineSeparator);
    open(BlockKind::Paragraph);
    afterMath_ = true;
}

void BlockBuilder::addStyled(QStringView text, quint8 styles) {
    while (afterMath_ && !text.isEmpty() && text[0].isSpace()) {
        text = text.sliced(1);
    }
    if (text.isEmpty()) {
        return;
    }
    afterMath_ = false;
    const auto start = static_cast<int>(leaf_->text.size());
    leaf_->text += text;
    if (link_ >= 0) {
        styles |= LinkStyle;
    }
    if (styles == 0) {
        return;
    }
    auto& spans = leaf_->spans;
    const auto length = static_cast<int>(text.size());
    if (!spans.empty() && spans.back().start + spans.back().length == start &&
        spans.back().styles == styles && spans.back().link == link_) {
        spans.back().length += length;
    } else {
        spans.push_back({start, length, styles, link_});
    }
}

QString BlockBuilder::attribute(const MD_ATTRIBUTE& attribute) const {
    QString text;
    for (int part = 0; attribute.size > 0 && attribute.substr_offsets[part] < attribute.size; ++part) {
        const MD_OFFSET begin = attribute.substr_offsets[part];
        const MD_OFFSET end = attribute.substr_offsets[part + 1];
        const QString piece = QString::fromUtf8(attribute.text + begin, static_cast<qsizetype>(end - begin));
        switch (attribute.substr_types[part]) {
            case MD_TEXT_ENTITY:
                text += decodedEntity(piece);
                break;
            case MD_TEXT_NULLCHAR:
                text += QChar::ReplacementCharacter;
                break;
            default:
                text += preparation_.restore(piece);
        }
    }
    return text;
}

/// Begins a leaf; the first of an item takes the marker.
void BlockBuilder::open(BlockKind kind) {
    close();
    Block block;
    block.kind = kind;
    block.quoteDepth = capped(quoteDepth_);
    block.listDepth = capped(static_cast<qsizetype>(lists_.size()));
    const bool inListBefore = blocks_.empty() ? continuesList_ : blocks_.back().listDepth > 0;
    block.joint = !lists_.empty() && inListBefore ? Joint::Line : Joint::Blank;
    if (markerWaits_) {
        markerWaits_ = false;
        block.marker = marker_;
        block.task = task_;
        if (kind == BlockKind::Paragraph) {
            block.kind = BlockKind::ListItem;
        } else {
            Block item = block;
            item.kind = BlockKind::ListItem;
            push(std::move(item));
            block.marker.clear();
            block.task = TaskState::None;
        }
    }
    imageAlone_ = afterMath_ = false;
    leaf_ = std::move(block);
}

void BlockBuilder::close() {
    if (!leaf_) {
        return;
    }
    Block block = std::move(*leaf_);
    leaf_.reset();
    if (block.kind == BlockKind::Code && block.text.endsWith(u'\n')) {
        block.text.chop(1);
    }
    if (block.kind == BlockKind::Image) {
        block.text =
            block.text.isEmpty() ? block.source : block.text + QChar(QChar::LineSeparator) + block.source;
        block.spans.clear();
        block.links.clear();
    }
    if (block.kind == BlockKind::Paragraph && block.text.isEmpty()) {
        return;
    }
    push(std::move(block));
}

/// Puts a finished block; a very long text is cut into several.
void BlockBuilder::push(Block block) {
    const bool divisible = block.kind == BlockKind::Paragraph || block.kind == BlockKind::ListItem;
    while (divisible && block.text.size() > kParagraphLimit) {
        const auto cut = static_cast<int>(cutPosition(block.text, kParagraphLimit));
        Block rest = block;
        rest.kind = BlockKind::Paragraph;
        rest.marker.clear();
        rest.task = TaskState::None;
        rest.joint = Joint::None;
        rest.continues = true;
        rest.text = block.text.sliced(cut);
        rest.spans.clear();
        std::vector<InlineSpan> before;
        for (InlineSpan span : block.spans) {
            const int end = span.start + span.length;
            if (span.start < cut) {
                before.push_back({span.start, std::min(end, cut) - span.start, span.styles, span.link});
            }
            if (end > cut) {
                const int begin = std::max(span.start, cut);
                rest.spans.push_back({begin - cut, end - begin, span.styles, span.link});
            }
        }
        block.text.truncate(cut);
        block.spans = std::move(before);
        blocks_.push_back(std::move(block));
        block = std::move(rest);
    }
    blocks_.push_back(std::move(block));
}

bool isFollowable(QStringView address) {
    return address.startsWith(u"https://", Qt::CaseInsensitive) ||
           address.startsWith(u"http://", Qt::CaseInsensitive) ||
           address.startsWith(u"mailto:", Qt::CaseInsensitive);
}

}  // namespace hearth
