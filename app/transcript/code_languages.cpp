#include "transcript/code_languages.h"

#include "transcript/code_highlighter.h"

#include <QStringTokenizer>
#include <array>

namespace hearth {
namespace {

constexpr QStringView kCWords =
    u"alignas alignof asm auto break case catch class co_await co_return co_yield concept const const_cast "
    u"consteval "
    u"constexpr constinit continue decltype default delete do dynamic_cast else enum explicit export extern "
    u"false final "
    u"for friend goto if import inline module mutable namespace new noexcept nullptr operator override "
    u"private protected "
    u"public register reinterpret_cast requires restrict return sizeof static static_assert static_cast "
    u"struct switch "
    u"template this thread_local throw true try typedef typeid typename union using virtual volatile while "
    u"NULL";
constexpr QStringView kCTypes =
    u"bool char char16_t char32_t char8_t double float int int16_t int32_t int64_t int8_t long map optional "
    u"pair "
    u"ptrdiff_t set short signed size_t span string string_view uint16_t uint32_t uint64_t uint8_t "
    u"unique_ptr "
    u"shared_ptr unsigned vector void wchar_t";
constexpr QStringView kPythonWords =
    u"False None True and as assert async await break case class continue def del elif else except finally "
    u"for from "
    u"global if import in is lambda match nonlocal not or pass raise return self try while with yield";
constexpr QStringView kPythonTypes =
    u"Exception abs all any bool bytes dict enumerate filter float frozenset input int isinstance len list "
    u"map max min "
    u"object open print range repr reversed round set sorted str sum super tuple type zip";
constexpr QStringView kScriptWords =
    u"abstract as async await break case catch class const continue debugger declare default delete do else "
    u"enum export "
    u"extends false finally for from function get if implements import in instanceof interface keyof let "
    u"namespace new "
    u"null of override private protected public readonly return satisfies set static super switch this throw "
    u"true try "
    u"type typeof undefined var void while with yield";
constexpr QStringView kScriptTypes =
    u"Array Boolean Date Error Map Number Object Promise Record RegExp Set String Symbol any bigint boolean "
    u"console "
    u"document never number string unknown window";
constexpr QStringView kJavaWords =
    u"abstract assert break case catch class const continue default do else enum extends false final finally "
    u"for goto if "
    u"implements import instanceof interface native new null package permits private protected public record "
    u"return "
    u"sealed static strictfp super switch synchronized this throw throws transient true try var volatile "
    u"while yield";
constexpr QStringView kJavaTypes =
    u"ArrayList Boolean Double HashMap Integer List Long Map Object Optional Set String System boolean byte "
    u"char double "
    u"float int long short void";
constexpr QStringView kSharpWords =
    u"abstract as async await base break case catch checked class const continue default delegate do else "
    u"enum event "
    u"explicit extern false finally fixed for foreach get goto if implicit in init interface internal is "
    u"lock namespace "
    u"new null operator out override params private protected public readonly record ref required return "
    u"sealed set "
    u"sizeof stackalloc static struct switch this throw true try typeof unchecked unsafe using value var "
    u"virtual volatile "
    u"when where while with yield";
constexpr QStringView kSharpTypes =
    u"Console Dictionary IEnumerable List Task bool byte char decimal double dynamic float int long nint "
    u"object sbyte "
    u"short string uint ulong ushort void";
constexpr QStringView kGoWords =
    u"break case chan const continue default defer else fallthrough false for func go goto if import "
    u"interface iota map "
    u"nil package range return select struct switch true type var";
constexpr QStringView kGoTypes =
    u"any append bool byte cap close complex128 copy delete error float32 float64 int int16 int32 int64 int8 "
    u"len make new "
    u"panic print println recover rune string uint uint16 uint32 uint64 uint8 uintptr";
constexpr QStringView kRustWords =
    u"as async await break const continue crate dyn else enum extern false fn for if impl in let loop match "
    u"mod move mut "
    u"pub ref return self static struct super trait true type unsafe use where while";
constexpr QStringView kRustTypes =
    u"Box Err HashMap None Ok Option Rc Arc Result Self Some String Vec bool char f32 f64 i128 i16 i32 i64 "
    u"i8 isize str "
    u"u128 u16 u32 u64 u8 usize";
constexpr QStringView kShellWords =
    u"case do done elif else esac export fi for function if in local readonly return select set shift source "
    u"then time "
    u"trap unset until while";
constexpr QStringView kShellTypes =
    u"apt apt-get awk cat cd chmod chown cp curl cut docker echo exit find git grep head kill ls make mkdir "
    u"mv npm pip "
    u"printf python python3 read rm sed sort ssh sudo tail tar test touch tr uniq wc wget xargs";
constexpr QStringView kSqlWords =
    u"add all alter and as asc begin between by case check commit constraint create cross default delete "
    u"desc distinct "
    u"drop else end except exists foreign from full group having if in index inner insert intersect into is "
    u"join key left "
    u"like limit not null offset on or order outer over partition pragma primary references returning right "
    u"rollback "
    u"select set table then transaction trigger union unique update using values view when where with";
constexpr QStringView kSqlTypes =
    u"avg bigint blob boolean char coalesce count date decimal float int integer max min numeric real serial "
    u"sum text "
    u"time timestamp varchar";
constexpr QStringView kCssWords =
    u"!important @font-face @import @keyframes @layer @media @property @supports";
constexpr QStringView kKotlinWords =
    u"as break by catch class companion const constructor continue data do else enum false finally for fun "
    u"if import in "
    u"init inline interface internal is lateinit null object open out override package private protected "
    u"public return "
    u"sealed super suspend this throw true try typealias val var vararg when where while";
constexpr QStringView kSwiftWords =
    u"actor as async await break case catch class continue default defer do else enum extension fallthrough "
    u"false fileprivate "
    u"for func guard if import in init inout internal is let mutating nil open override private protocol "
    u"public repeat "
    u"rethrows return self static struct subscript super switch throw throws true try typealias var weak "
    u"where while";
constexpr QStringView kRubyWords =
    u"alias and begin break case class def defined? do else elsif end ensure false for if in module next nil "
    u"not or redo "
    u"rescue retry return self super then true undef unless until when while yield attr_accessor attr_reader "
    u"require puts";
constexpr QStringView kPhpWords =
    u"abstract and array as break case catch class const continue declare default do echo else elseif empty "
    u"enum extends "
    u"false final finally fn for foreach function global if implements include instanceof interface isset "
    u"match namespace "
    u"new null or print private protected public readonly require return static switch throw trait true try "
    u"unset use var "
    u"while yield";
constexpr QStringView kLuaWords =
    u"and break do else elseif end false for function goto if in local nil not or repeat return then true "
    u"until while";
constexpr quint8 kBothQuotes = DoubleQuotes | SingleQuotes;

// One language a line: names, grammar, keywords, types, comments, quotes and what is special about it.
constexpr std::array kLanguages{
    CodeLanguage{u"python py python3 py3",
                 CodeGrammar::Words,
                 kPythonWords,
                 kPythonTypes,
                 u"#",
                 {},
                 {},
                 {},
                 kBothQuotes | TripleQuotes,
                 false,
                 false,
                 u"@",
                 {}},
    CodeLanguage{u"cpp c++ cxx cc hpp c h objc cuda glsl",
                 CodeGrammar::Words,
                 kCWords,
                 kCTypes,
                 u"//",
                 {},
                 u"/*",
                 u"*/",
                 DoubleQuotes | CharacterQuotes,
                 false,
                 false,
                 u"#",
                 {}},
    CodeLanguage{u"javascript js jsx mjs node typescript ts tsx",
                 CodeGrammar::Words,
                 kScriptWords,
                 kScriptTypes,
                 u"//",
                 {},
                 u"/*",
                 u"*/",
                 kBothQuotes | Backticks,
                 false,
                 false,
                 u"@",
                 u"$"},
    CodeLanguage{u"java groovy scala",
                 CodeGrammar::Words,
                 kJavaWords,
                 kJavaTypes,
                 u"//",
                 {},
                 u"/*",
                 u"*/",
                 DoubleQuotes | CharacterQuotes | TripleQuotes,
                 false,
                 false,
                 u"@",
                 {}},
    CodeLanguage{u"csharp cs c# dotnet",
                 CodeGrammar::Words,
                 kSharpWords,
                 kSharpTypes,
                 u"//",
                 {},
                 u"/*",
                 u"*/",
                 DoubleQuotes | CharacterQuotes | TripleQuotes,
                 false,
                 false,
                 u"#",
                 {}},
    CodeLanguage{u"go golang",
                 CodeGrammar::Words,
                 kGoWords,
                 kGoTypes,
                 u"//",
                 {},
                 u"/*",
                 u"*/",
                 DoubleQuotes | CharacterQuotes | Backticks,
                 false,
                 false,
                 {},
                 {}},
    CodeLanguage{u"rust rs",
                 CodeGrammar::Words,
                 kRustWords,
                 kRustTypes,
                 u"//",
                 {},
                 u"/*",
                 u"*/",
                 DoubleQuotes | CharacterQuotes,
                 false,
                 false,
                 u"#",
                 {}},
    CodeLanguage{u"bash sh shell zsh console dockerfile makefile fish",
                 CodeGrammar::Words,
                 kShellWords,
                 kShellTypes,
                 u"#",
                 {},
                 {},
                 {},
                 kBothQuotes,
                 false,
                 false,
                 u"$",
                 u"-"},
    CodeLanguage{u"powershell ps1 pwsh",
                 CodeGrammar::Words,
                 kShellWords,
                 {},
                 u"#",
                 {},
                 u"<#",
                 u"#>",
                 kBothQuotes,
                 true,
                 false,
                 u"$",
                 u"-"},
    CodeLanguage{u"json jsonc json5 jsonl",
                 CodeGrammar::Words,
                 u"false null true",
                 {},
                 u"//",
                 {},
                 u"/*",
                 u"*/",
                 DoubleQuotes,
                 false,
                 true,
                 {},
                 {}},
    CodeLanguage{u"yaml yml",
                 CodeGrammar::Words,
                 u"false no null off on true yes",
                 {},
                 u"#",
                 {},
                 {},
                 {},
                 kBothQuotes,
                 true,
                 true,
                 u"&*",
                 u"-."},
    CodeLanguage{u"toml ini conf cfg properties",
                 CodeGrammar::Words,
                 u"false true",
                 {},
                 u"#",
                 u";",
                 {},
                 {},
                 kBothQuotes | TripleQuotes,
                 true,
                 false,
                 {},
                 u"-."},
    CodeLanguage{u"sql sqlite postgresql postgres mysql",
                 CodeGrammar::Words,
                 kSqlWords,
                 kSqlTypes,
                 u"--",
                 {},
                 u"/*",
                 u"*/",
                 kBothQuotes,
                 true,
                 false,
                 {},
                 {}},
    CodeLanguage{u"css scss less",
                 CodeGrammar::Words,
                 kCssWords,
                 {},
                 {},
                 {},
                 u"/*",
                 u"*/",
                 kBothQuotes,
                 false,
                 true,
                 u"@.#!",
                 u"-"},
    CodeLanguage{u"kotlin kt kts",
                 CodeGrammar::Words,
                 kKotlinWords,
                 kJavaTypes,
                 u"//",
                 {},
                 u"/*",
                 u"*/",
                 DoubleQuotes | CharacterQuotes | TripleQuotes,
                 false,
                 false,
                 u"@",
                 {}},
    CodeLanguage{u"swift",
                 CodeGrammar::Words,
                 kSwiftWords,
                 {},
                 u"//",
                 {},
                 u"/*",
                 u"*/",
                 DoubleQuotes | TripleQuotes,
                 false,
                 false,
                 u"@",
                 {}},
    CodeLanguage{u"ruby rb",
                 CodeGrammar::Words,
                 kRubyWords,
                 {},
                 u"#",
                 {},
                 {},
                 {},
                 kBothQuotes,
                 false,
                 false,
                 u"@:",
                 {}},
    CodeLanguage{u"php",
                 CodeGrammar::Words,
                 kPhpWords,
                 {},
                 u"//",
                 u"#",
                 u"/*",
                 u"*/",
                 kBothQuotes,
                 true,
                 false,
                 u"$",
                 {}},
    CodeLanguage{u"lua",
                 CodeGrammar::Words,
                 kLuaWords,
                 {},
                 u"--",
                 {},
                 u"--[[",
                 u"]]",
                 kBothQuotes,
                 false,
                 false,
                 {},
                 {}},
    CodeLanguage{u"html xml svg xhtml vue svelte qrc htm plist",
                 CodeGrammar::Markup,
                 {},
                 {},
                 {},
                 {},
                 u"<!--",
                 u"-->",
                 kBothQuotes,
                 false,
                 false,
                 {},
                 u"-:"},
    CodeLanguage{u"qml",
                 CodeGrammar::Words,
                 kScriptWords,
                 kScriptTypes,
                 u"//",
                 {},
                 u"/*",
                 u"*/",
                 kBothQuotes | Backticks,
                 false,
                 true,
                 {},
                 {}},
    CodeLanguage{u"diff patch", CodeGrammar::Difference, {}, {}, {}, {}, {}, {}, 0, false, false, {}, {}},
};

}  // namespace

const CodeLanguage* codeLanguage(QStringView name) {
    if (name.isEmpty() || name.size() > 16) {
        return nullptr;
    }
    for (const CodeLanguage& language : kLanguages) {
        for (const QStringView known : language.names.tokenize(u' ')) {
            if (known.compare(name, Qt::CaseInsensitive) == 0) {
                return &language;
            }
        }
    }
    return nullptr;
}

}  // namespace hearth
