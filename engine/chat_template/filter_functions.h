#pragma once

#include "chat_template/value.h"

namespace hearth::jinja::filters {

// The filters of jinja2, and tojson as the transformers package defines it. Missing are those that make HTML
// (urlize, xmlattr, striptags), that are for debugging (pprint), random, and filesizeformat and wordwrap: no
// chat template uses them, and a template that does fails with their name.

// text_filters.cpp
Value capitalize(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value center(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value escape(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value forceescape(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value format(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value indent(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value lower(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value replace(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value safe(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value string(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value title(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value tojson(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value trim(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value truncate(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value upper(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value urlencode(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value wordcount(Evaluator& evaluator, const Value& input, const Arguments& arguments);

// sequence_filters.cpp
Value batch(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value dictsort(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value first(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value groupby(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value items(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value join(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value last(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value length(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value list(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value max(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value min(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value reverse(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value slice(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value sort(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value sum(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value unique(Evaluator& evaluator, const Value& input, const Arguments& arguments);

// lazy_filters.cpp
Value map(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value reject(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value rejectattr(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value select(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value selectattr(Evaluator& evaluator, const Value& input, const Arguments& arguments);

// value_filters.cpp
Value abs(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value attr(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value default_value(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value round(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value to_float(Evaluator& evaluator, const Value& input, const Arguments& arguments);
Value to_integer(Evaluator& evaluator, const Value& input, const Arguments& arguments);

}  // namespace hearth::jinja::filters
