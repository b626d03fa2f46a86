#pragma once

#include "transcript/block.h"
#include "transcript/markdown_preparation.h"

#include <QByteArray>
#include <optional>
#include <string_view>
#include <vector>

#include <md4c.h>

namespace hearth {

/// Turns the calls of md4c into blocks. One use: construct, say what goes on from before, build.
class BlockBuilder {
 public:
    explicit BlockBuilder(const MarkdownPreparation& preparation) : preparation_(preparation) {}

    /// The first list goes on with one from before; its items, if ordered, with this number.
    void continueList(int nextNumber) {
        firstNumber_ = nextNumber;
        continuesList_ = true;
    }
    /// The first table goes on with one from before: its head is not part of it.
    void continueTable() { dropsHead_ = true; }

    std::vector<Block> build(const QByteArray& utf8);
    /// The number that a further item of the last list at the top level would have.
    int nextNumber() const { return nextNumber_; }

 private:
    struct List {
        bool ordered = false;
        int number = 1;
        QChar delimiter;
    };

    int enterBlock(MD_BLOCKTYPE type, void* detail);
    int leaveBlock(MD_BLOCKTYPE type);
    int enterSpan(MD_SPANTYPE type, void* detail);
    int leaveSpan(MD_SPANTYPE type, void* detail);
    int addText(MD_TEXTTYPE type, std::string_view utf8);

    void enterList(bool ordered, int number, QChar delimiter);
    void enterItem(const MD_BLOCK_LI_DETAIL& item);
    void enterCell(MD_ALIGN alignment);
    void enterLink(const MD_ATTRIBUTE& href);
    void leaveLink();
    void enterImage(const MD_ATTRIBUTE& address);
    void leaveImage();
    void demoteImage();
    void addAddress(const QString& address, quint8 styles);

    void open(BlockKind kind);
    void close();
    void push(Block block);
    void addInset(const Inset& inset);
    void addDisplayMath(const Inset& inset);
    void addStyled(QStringView text, quint8 styles);
    QString attribute(const MD_ATTRIBUTE& attribute) const;

    const MarkdownPreparation& preparation_;
    std::vector<Block> blocks_;
    std::optional<Block> leaf_;
    std::vector<List> lists_;
    QString marker_;  ///< of an item that has no block yet
    TaskState task_ = TaskState::None;
    bool markerWaits_ = false;
    int quoteDepth_ = 0;
    int level_ = 1;
    int bold_ = 0;
    int italic_ = 0;
    int strike_ = 0;
    int code_ = 0;
    int image_ = 0;
    int link_ = -1;         ///< index in the leaf's links
    int linkBegin_ = 0;     ///< where the text of an address that is not followed began
    QString plainAddress_;  ///< that address
    QString imageAddress_;
    bool imageAlone_ = false;  ///< the leaf holds one image so far and nothing else
    bool afterMath_ = false;   ///< the leaf follows maths in its paragraph and has no text yet
    bool inCode_ = false;
    bool continuesList_ = false;
    std::optional<int> firstNumber_;
    bool dropsHead_ = false;
    bool inDroppedHead_ = false;
    int nextNumber_ = 1;
};

}  // namespace hearth
