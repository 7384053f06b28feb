// Package markdown lays out Markdown in lines of a given width, and as HTML. It supports what lessons use: headings,
// paragraphs, lists, quotes, tables, code blocks, and styles of words.
package markdown

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/charmbracelet/lipgloss"
	tables "github.com/charmbracelet/lipgloss/table"
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

// blockKind is the kind of a block of Markdown.
type blockKind int

const (
	paragraph blockKind = iota
	heading
	item
	quote
	table
	codeBlock
)

// block is a paragraph, a heading, an item of a list, a quote or a block of code.
type block struct {
	kind   blockKind
	level  int      // of a heading, from 1
	marker string   // before the first line: of an item "•" or "1.", behind its indentation; of a quote "│"
	lines  []string // of the source, without the block's marks
}

// marker matches the start of an item of a list.
var marker = regexp.MustCompile(`^([-*+]|\d{1,3}\.) +`)

// parse parses Markdown: headings with #, paragraphs, lists with -, *, + or numbers, quotes with >, tables whose rows
// begin and end with |, and code between fences. It drops control characters and replaces tabs by four blanks.
func parse(text string) []block {
	var list []block
	open := false // whether the next line continues the last block
	add := func(b block) { list, open = append(list, b), true }
	more := func(kind blockKind, marker, line string) { // a line of the last block, or of a new one
		if last := len(list) - 1; open && list[last].kind == kind {
			list[last].lines = append(list[last].lines, line)
		} else {
			add(block{kind: kind, marker: marker, lines: []string{line}})
		}
	}
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
			more(codeBlock, "", line)
		case bare == "":
			open = false
		case strings.HasPrefix(bare, "#"):
			title := strings.TrimLeft(bare, "#")
			level := len(bare) - len(title)
			add(block{kind: heading, level: level, lines: []string{strings.TrimSpace(title)}})
			open = false
		case mark != "":
			sign := strings.TrimSpace(mark)
			if len(sign) == 1 {
				sign = "•"
			}
			indent, _, _ := strings.Cut(line, bare)
			add(block{kind: item, marker: indent + sign, lines: []string{bare[len(mark):]}})
		case strings.HasPrefix(bare, ">"):
			text := strings.TrimLeft(bare, "> ")
			if open = open && text != ""; text != "" {
				more(quote, "│", text)
			}
		case len(bare) > 1 && strings.HasPrefix(bare, "|") && strings.HasSuffix(bare, "|"):
			more(table, "", marks.ReplaceAllString(bare, "$1$2$3$4"))
		case open && list[len(list)-1].kind != table:
			more(list[len(list)-1].kind, "", bare)
		default:
			add(block{lines: []string{bare}})
		}
	}
	return list
}

// fixed returns a table as a block of code in at most w cells, if its words are no wider. Other blocks stay.
func (b block) fixed(w int) block {
	if b.kind != table || len(b.lines) == 1 { // |x| is no table
		return b
	}
	t := tables.New().BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false)
	for _, line := range b.lines {
		if strings.Trim(line, "|-: ") == "" { // the rule below the heads
			line = strings.Repeat("| -- ", strings.Count(line, "|")-1) + "|"
		}
		t.Row(strings.Split(line[1:len(line)-1], "|")...)
	}
	if lipgloss.Width(t.String()) > w {
		t.Width(w)
	}
	return block{kind: codeBlock, lines: strings.Split(t.String(), "\n")}
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

// marks matches a marked text, or a mark that is a character of the text. Text between * or ** that begins or ends with
// a blank is not marked.
var marks = regexp.MustCompile("`([^`]+)`" +
	`|\*\*([^\s*](?:.*?[^\s*])??)\*\*|\*([^\s*](?:[^*]*[^\s*])?)\*|\\([\\*` + "`])")

// blanks matches runs of blanks, which become one.
var blanks = regexp.MustCompile(` +`)

// write returns the block's text in one line, a block of code in its lines. write writes each piece in its style.
func (b block) write(write func(text string, style Style) string) string {
	if b.kind == codeBlock {
		lines := make([]string, len(b.lines))
		for i, line := range b.lines {
			lines[i] = write(line, Code)
		}
		return strings.Join(lines, "\n")
	}
	text := blanks.ReplaceAllString(strings.Join(b.lines, " "), " ")
	if b.kind == heading {
		return write(text, Heading)
	}
	var out strings.Builder
	from := 0
	for _, at := range marks.FindAllStringSubmatchIndex(text, -1) {
		out.WriteString(write(text[from:at[0]], Plain))
		for i, style := range []Style{Code, Strong, Emphasis, Plain} {
			if begin, end := at[2*i+2], at[2*i+3]; begin >= 0 {
				out.WriteString(write(text[begin:end], style))
			}
		}
		from = at[1]
	}
	out.WriteString(write(text[from:], Plain))
	return out.String()
}

// Bare returns a text without marks, in one line.
func Bare(text string) string {
	var parts []string
	for _, b := range parse(text) {
		parts = append(parts, b.write(func(text string, _ Style) string { return text }))
	}
	return strings.Join(parts, "")
}
