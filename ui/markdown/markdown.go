// Package markdown lays out Markdown in lines of a given width, and as HTML. It supports what lessons use: headings,
// paragraphs, lists, code blocks, and styles of words.
package markdown

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Style is the style of a piece of text.
type Style int

const (
	Plain Style = iota
	Heading
	Strong   // **a term**
	Emphasis // *a method*
	Code     // `a key`, or a formula in a block of its own
)

// Span is a piece of text in one style.
type Span struct {
	Text  string
	Style Style
}

// blockKind is the kind of a block of Markdown.
type blockKind int

const (
	paragraph blockKind = iota
	heading
	item
	codeBlock
)

// block is a paragraph, a heading, an item of a list or a block of code.
type block struct {
	kind   blockKind
	level  int      // of a heading, from 1
	marker string   // of an item: "•" or "1."
	lines  []string // of the source, without the block's marks
}

// marker matches the start of an item of a list.
var marker = regexp.MustCompile(`^(-|\d{1,3}\.) +`)

// parse parses Markdown: headings with #, paragraphs, lists of one level with - or numbers, and
// code between fences. It drops control characters and replaces tabs by four blanks.
func parse(text string) []block {
	var list []block
	open := false // whether the next line continues the last block
	add := func(b block) { list, open = append(list, b), true }
	inCode := false
	for line := range strings.SplitSeq(text, "\n") {
		line = printable(line)
		bare := strings.TrimSpace(line)
		mark := marker.FindString(bare)
		switch {
		case strings.HasPrefix(bare, "```"):
			inCode = !inCode
			if open = false; inCode {
				add(block{kind: codeBlock})
			}
		case inCode:
			last := &list[len(list)-1]
			last.lines = append(last.lines, line)
		case bare == "":
			open = false
		case strings.HasPrefix(bare, "#"):
			title := strings.TrimLeft(bare, "#")
			add(block{kind: heading, level: len(bare) - len(title), lines: []string{strings.TrimSpace(title)}})
			open = false
		case mark != "":
			sign := strings.TrimSpace(mark)
			if sign == "-" {
				sign = "•"
			}
			add(block{kind: item, marker: sign, lines: []string{bare[len(mark):]}})
		case open:
			last := &list[len(list)-1]
			last.lines = append(last.lines, bare)
		default:
			add(block{lines: []string{bare}})
		}
	}
	return list
}

// printable removes control characters, which a terminal would interpret.
func printable(line string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, strings.ReplaceAll(strings.ToValidUTF8(line, ""), "\t", "    "))
}

// spans returns the pieces of a block that is not code: its lines as one text, split at marks.
func (b block) spans() []Span {
	text := strings.Join(b.lines, " ")
	if b.kind == heading {
		return []Span{{text, Heading}}
	}
	var list []Span
	var plain strings.Builder
	flush := func() {
		if plain.Len() > 0 {
			list = append(list, Span{plain.String(), Plain})
			plain.Reset()
		}
	}
	for text != "" {
		if inner, style, length := marked(text); length > 0 {
			flush()
			list = append(list, Span{inner, style})
			text = text[length:]
			continue
		}
		if text[0] == '\\' && len(text) > 1 && strings.IndexByte("\\*`", text[1]) >= 0 {
			text = text[1:]
		}
		plain.WriteByte(text[0])
		text = text[1:]
	}
	flush()
	return list
}

// marked returns the text between marks at the start of text, its style, and its length with the marks. length is 0 if
// there are no marks, or no closing one. Text between * or ** that begins or ends with a blank is not marked.
func marked(text string) (inner string, style Style, length int) {
	for _, m := range []struct {
		mark  string
		style Style
	}{{"`", Code}, {"**", Strong}, {"*", Emphasis}} {
		rest, ok := strings.CutPrefix(text, m.mark)
		if !ok {
			continue
		}
		inner, _, ok := strings.Cut(rest, m.mark)
		if ok && inner != "" && (m.style == Code || inner == strings.TrimSpace(inner)) {
			return inner, m.style, len(inner) + 2*len(m.mark)
		}
	}
	return "", Plain, 0
}

// Marked returns the texts that have this style, each once, without those in code blocks.
func Marked(text string, style Style) (found []string) {
	for _, b := range parse(text) {
		for _, s := range b.spans() {
			if b.kind != codeBlock && s.Style == style && !slices.Contains(found, s.Text) {
				found = append(found, s.Text)
			}
		}
	}
	return found
}

// Bare returns a text without marks, in one line.
func Bare(text string) string {
	var parts []string
	for _, b := range parse(text) {
		for _, s := range b.spans() {
			parts = append(parts, s.Text)
		}
	}
	return strings.Join(parts, "")
}
