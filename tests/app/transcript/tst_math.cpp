#include "support/growth.h"
#include "transcript/latex_text.h"

#include <QtTest>

using namespace hearth;

class MathTest : public QObject {
    Q_OBJECT

 private slots:
    void readable_data();
    void readable();
    void unknownIsRefused_data();
    void unknownIsRefused();
    void hostile();
};

void MathTest::readable_data() {
    QTest::addColumn<QString>("tex");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* tex, const char* expected) {
        QTest::newRow(tex) << QString::fromUtf8(tex) << QString::fromUtf8(expected);
    };
    row("x", "x");
    row("E = mc^2", "E = mc²");
    row("a=b", "a = b");
    row("x^{n+1}", "xⁿ⁺¹");
    row("x^{n + 1}_{ij}", "xⁿ⁺¹ᵢⱼ");
    row("e^{-x^2}", "e^(−x²)");
    row("x_Q", "x_Q");
    row("\\alpha\\beta", "αβ");
    row("\\frac{a}{b}", "a⁄b");
    row("\\frac{a+b}{2c}", "(a+b)/2c");
    row("\\frac12", "1⁄2");
    row("\\sqrt{x}", "√x");
    row("\\sqrt[3]{x+1}", "³√(x+1)");
    row("x = \\frac{-b \\pm \\sqrt{b^2-4ac}}{2a}", "x = (−b ± √(b²−4ac))/2a");
    row("\\sum_{i=1}^{n} i", "∑ᵢ₌₁ⁿ i");
    row("\\int_0^1 f(x)\\,dx", "∫₀¹ f(x) dx");
    row("\\lim_{x \\to 0} \\sin x", "lim_(x → 0) sin x");
    row("a \\cdot b \\leq c", "a · b ≤ c");
    row("a\\in A", "a ∈ A");
    row("a \\notin B", "a ∉ B");
    row("\\mathbb{R}^n", "ℝⁿ");
    row("\\vec{v} \\cdot \\hat{x}", "v⃗ · x̂");
    row("\\text{if } x > 0", "if x > 0");
    row("\\left( \\frac{1}{2} \\right)", "( 1⁄2 )");
    row("f'(x)", "f′(x)");
    row("\\{1, 2\\}", "{1, 2}");
    row("\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}", "⎛ a b ⎞\n⎝ c d ⎠");
    row("\\begin{cases} 1 & x>0 \\\\ 0 & x<0 \\end{cases}", "⎧ 1 x > 0\n⎩ 0 x < 0");
    row("\\begin{aligned} a &= b \\\\ &= c \\end{aligned}", "a = b\n= c");
    row("\\overline{AB}", "A̅B̅");
    row("P(A \\mid B)", "P(A ∣ B)");
    row("\\boxed{42}", "42");
    row("W^\\top", "Wᵀ");
    row("90^\\circ", "90°");
    row("O(n \\log n)", "O(n log n)");
    row("\\text{softmax}\\left(\\frac{QK^T}{\\sqrt{d_k}}\\right)V", "softmax(QKᵀ/√dₖ)V");
}

void MathTest::readable() {
    QFETCH(QString, tex);
    QFETCH(QString, expected);
    const auto text = readableMath(tex, MathPlace::Display);
    QVERIFY(text.has_value());
    QCOMPARE(*text, expected);
}

void MathTest::unknownIsRefused_data() {
    QTest::addColumn<QString>("tex");
    for (const char* tex : {"\\strange", "\\frac{a}", "{", "}", "x^", "\\begin{tikz}a\\end{tikz}", "\\sqrt[3",
                            "\\text x", "\\", "\\begin{pmatrix} a"}) {
        QTest::newRow(tex) << QString::fromUtf8(tex);
    }
}

void MathTest::unknownIsRefused() {
    QFETCH(QString, tex);
    QVERIFY(!readableMath(tex, MathPlace::Inline).has_value());
}

void MathTest::hostile() {
    for (const char* piece :
         {"{", "x^{", "\\frac{", "\\sqrt{", "^", "_", "\\left(", "\\begin{align}", "\\hat", "\\alpha"}) {
        QVERIFY2(test::grows_linearly(
                     [&](std::size_t pieces) {
                         readableMath(QString::fromUtf8(piece).repeated(static_cast<qsizetype>(pieces)),
                                      MathPlace::Inline);
                     },
                     4000),
                 piece);
    }
}

QTEST_GUILESS_MAIN(MathTest)
#include "tst_math.moc"
