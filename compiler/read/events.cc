#include "read/events.h"

#include <yaml.h>

#include <new>

namespace skiff {
namespace {

std::string_view text_of(const yaml_char_t* text) {
  return text ? std::string_view(reinterpret_cast<const char*>(text)) : std::string_view();
}

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

}  // namespace

struct Events::Parser {
  Parser() {
    if (!yaml_parser_initialize(&parser)) throw std::bad_alloc();
  }
  ~Parser() {
    yaml_event_delete(&event);
    yaml_parser_delete(&parser);
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  yaml_parser_t parser{};
  yaml_event_t event{};
};

Events::Events(std::string_view source, std::uint32_t offset)
    : source_(source), offset_(offset), parser_(std::make_unique<Parser>()), byte_(offset) {
  const std::string_view text = source.substr(offset);
  yaml_parser_set_encoding(&parser_->parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&parser_->parser, reinterpret_cast<const unsigned char*>(text.data()), text.size());
}

Events::~Events() = default;

// Successive marks of the parser are close together, so the walk from the last one is short.
std::uint32_t Events::position(std::size_t index) {
  const auto size = static_cast<std::uint32_t>(source_.size());
  while (index_ < index && byte_ < size) {
    do ++byte_;
    while (byte_ < size && !starts_character(source_[byte_]));
    ++index_;
  }
  while (index_ > index && byte_ > offset_) {
    do --byte_;
    while (!starts_character(source_[byte_]));
    --index_;
  }
  return byte_;
}

const Event& Events::next() {
  yaml_parser_t& parser = parser_->parser;
  yaml_event_t& event = parser_->event;
  yaml_event_delete(&event);
  if (!yaml_parser_parse(&parser, &event)) {
    if (parser.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
    // Errors of libyaml's reader have no mark, but they are about bytes that `check_encoding` rejects before.
    const std::uint32_t at = position(parser.problem_mark.index);
    throw ParserError{parser.problem, at, parser.context ? position(parser.context_mark.index) : at};
  }
  event_ = {};
  event_.span.begin = position(event.start_mark.index);
  event_.span.end = position(event.end_mark.index);
  switch (event.type) {
    case YAML_DOCUMENT_START_EVENT:
      event_.kind = Event::Kind::document;
      break;
    case YAML_ALIAS_EVENT:
      event_.kind = Event::Kind::alias;
      event_.anchor = text_of(event.data.alias.anchor);
      break;
    case YAML_SCALAR_EVENT:
      event_.kind = Event::Kind::scalar;
      event_.quoted = event.data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
      event_.text = {reinterpret_cast<const char*>(event.data.scalar.value), event.data.scalar.length};
      event_.anchor = text_of(event.data.scalar.anchor);
      break;
    case YAML_SEQUENCE_START_EVENT:
      event_.kind = Event::Kind::sequence;
      event_.flow = event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
      event_.anchor = text_of(event.data.sequence_start.anchor);
      break;
    case YAML_MAPPING_START_EVENT:
      event_.kind = Event::Kind::mapping;
      event_.flow = event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
      event_.anchor = text_of(event.data.mapping_start.anchor);
      break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
      event_.kind = Event::Kind::end_collection;
      break;
    case YAML_DOCUMENT_END_EVENT:
      event_.kind = Event::Kind::end_document;
      break;
    case YAML_STREAM_END_EVENT:
      event_.kind = Event::Kind::end_text;
      break;
    case YAML_STREAM_START_EVENT:
    case YAML_NO_EVENT:
      return next();
  }
  return event_;
}

}  // namespace skiff
