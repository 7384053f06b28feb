package markdown_test

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"gramscope/ui/markdown"
)

const sample = `# A title that
is short

One *two* three **four five** six, (*seven*)'s ` + "`v`" + `.

- first item of
  a list
- second

12. twelfth

` + "```" + `
K̃ = C·W⁺·Cᵀ
  indented # - *as it is*
` + "```" + `
The end: 2 * 3 * 4, \*no\* mark, an *open one, ` + "`" + `too`

// marked paints a piece of text in a colour of its style.
func marked(text string, style markdown.Style) string {
	if style == markdown.Plain {
		return text
	}
	return fmt.Sprintf("\x1b[3%dm%s\x1b[m", style, text)
}

func TestRender(t *testing.T) {
	got := markdown.Render(sample, 20, asItStands, marked)
	want := []string{
		"\x1b[31mA title that\x1b[m",
		"",
		"is short",
		"",
		"One \x1b[33mtwo\x1b[m three \x1b[32mfour\x1b[m",
		"\x1b[32mfive\x1b[m six, (\x1b[33mseven\x1b[m)'s",
		"\x1b[34mv\x1b[m.",
		"",
		"• first item of a",
		"  list",
		"• second",
		"12. twelfth",
		"",
		"\x1b[34mK̃ = C·W⁺·Cᵀ\x1b[m",
		"\x1b[34m  indented # - *as i\x1b[m",
		"\x1b[34mt is*\x1b[m",
		"",
		"The end: 2 * 3 * 4,",
		"*no* mark, an *open",
		"one, `too",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestMethodsAreNotBroken: no line ends at the hyphen of a name.
func TestMethodsAreNotBroken(t *testing.T) {
	if got := markdown.Render("take *sparse-cholesky*", 12, asItStands, unpainted); len(got) != 3 ||
		got[1] != "sparse-chole" {
		t.Errorf("%q", got)
	}
}

func TestRenderOddTexts(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "",
		"\n \n":                      "",
		"#":                          "",
		"-":                          "-",
		"- ":                         "-",
		"1. ":                        "1.",
		"```":                        "",
		"```\n\n```":                 "",
		"```\na\n\nb":                "a\n\nb",
		"**":                         "**",
		"****":                       "****",
		"``":                         "``",
		"a\x1b[31mred\x07\tb":        "a[31mred b",
		"\xffa\x80":                  "a",
		"a\r\nb\r\n":                 "a b",
		"text\n## Title\nmore":       "text\n\nTitle\n\nmore",
		"1. one\n2. two\n\n3. three": "1. one\n2. two\n3. three",
		"漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字": "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字\n漢字",
	} {
		if got := strings.Join(markdown.Render(text, 40, asItStands, unpainted), "\n"); got != want {
			t.Errorf("%q is laid out as %q, want %q", text, got, want)
		}
	}
}

// TestRenderQuotesAndLists: quotes have a bar before each line, and lists within lists are indented.
func TestRenderQuotesAndLists(t *testing.T) {
	const text = "Text\n> a quote that is\n> filled\n>\n>> - another\n\n1. one\n   - nested, and\n     longer than a " +
		"line\n   2. *two*\n2. two\n    + deeper\n"
	want := []string{
		"Text", "", "│ a quote that is", "│ filled", "", "│ - another", "",
		"1. one", "   • nested, and", "     longer than a", "     line", "   2. two", "2. two", "    • deeper",
	}
	if got := markdown.Render(text, 20, asItStands, unpainted); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	narrow := markdown.Render("> word by word", 8, asItStands, unpainted)
	if !slices.Equal(narrow, []string{"│ word", "by word"}) {
		t.Errorf("in a narrow pane: %q", narrow)
	}
	html := []template.HTML{"<p>Text</p>\n<blockquote><p>a quote that is filled</p></blockquote>\n" +
		"<blockquote><p>- another</p></blockquote>\n<ol>\n<li value=\"1\">one</li>\n</ol>\n<ul>\n" +
		"<li style=\"margin-left: 3ch\">nested, and longer than a line</li>\n</ul>\n<ol>\n" +
		"<li value=\"2\" style=\"margin-left: 3ch\"><em>two</em></li>\n<li value=\"2\">two</li>\n</ol>\n<ul>\n" +
		"<li style=\"margin-left: 4ch\">deeper</li>\n</ul>\n"}
	if got := markdown.HTML(text); !slices.Equal(got, html) {
		t.Errorf("%q, want %q", got, html)
	}
}

// TestRenderTables: columns are aligned, in a narrow pane by breaking their cells; a single row is text.
func TestRenderTables(t *testing.T) {
	const text = "| m | error of *K̃* |\n|--:|:--|\n| 100 | 0.1 |\n|  | b |\nText\n\n|x| ≤ |y|\n"
	for w, want := range map[int][]string{
		40: {" m   │ error of K̃ ", " --  │ --         ", " 100 │ 0.1        ", "     │ b          "},
		14: {" m   │ error", "     │of K̃  ", " --  │ --   ", " 100 │ 0.1  ", "     │ b    "},
	} {
		want = append(want, "", "Text", "", "|x| ≤ |y|")
		if got := markdown.Render(text, w, asItStands, unpainted); !slices.Equal(got, want) {
			t.Errorf("in %d cells: %q, want %q", w, got, want)
		}
	}
	html := []template.HTML{"<pre> m   │ error of K̃ \n --  │ --         \n 100 │ 0.1        \n     │ b          " +
		"</pre>\n<p>Text</p>\n<p>|x| ≤ |y|</p>\n"}
	if got := markdown.HTML(text); !slices.Equal(got, html) {
		t.Errorf("%q, want %q", got, html)
	}
}

// word returns a word like those in lessons, with characters of one and two cells and
// combining marks.
func word(t *rapid.T) string {
	letter := rapid.SampledFrom([]string{"a", "b", "K̃", "γ", "‖", "≤", "漢", "ᵢ", "q̄", "·", "9", "x̄", "(", ".", "…"})
	return strings.Join(rapid.SliceOfN(letter, 1, 50).Draw(t, "letters"), "")
}

// document returns Markdown and its words, in order.
func document(t *rapid.T) (text string, words []string) {
	var b strings.Builder
	for range rapid.IntRange(0, 6).Draw(t, "blocks") {
		start := rapid.SampledFrom([]string{
			"", "# ", "### ", "- ", "3. ", "  - ", "       3. ", "> ", "code"}).Draw(t, "start")
		if start == "code" {
			b.WriteString("```\n")
		} else {
			b.WriteString(start)
		}
		for i := range rapid.IntRange(1, 12).Draw(t, "words") {
			w := word(t)
			words = append(words, w)
			mark := rapid.SampledFrom([]string{"", "", "*", "**", "`"}).Draw(t, "mark")
			if start == "code" || strings.HasPrefix(start, "#") {
				mark = "" // where it would be text
			}
			if i > 0 {
				b.WriteString(rapid.SampledFrom([]string{" ", "  ", "\t"}).Draw(t, "blank"))
			}
			b.WriteString(mark + w + mark)
		}
		if start == "code" {
			b.WriteString("\n```")
		}
		b.WriteString("\n\n")
	}
	return b.String(), words
}

// No line is wider than w, and no word is lost, although it may be cut.
func TestRenderedLinesFitAndKeepAllWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, words := document(t)
		w := rapid.IntRange(2, 60).Draw(t, "w")
		var got strings.Builder
		lines := markdown.Render(text, w, asItStands, unpainted)
		for i, line := range lines {
			s := line
			if ansi.StringWidth(s) > w {
				t.Fatalf("%q is wider than %d", s, w)
			}
			if s == "" && (i == 0 || i == len(lines)-1 || lines[i-1] == "") {
				t.Fatalf("line %d of %d is blank without need", i, len(lines))
			}
			got.WriteString(s)
		}
		bare := strings.NewReplacer(" ", "", "•", "", "│", "").Replace(got.String())
		bare = strings.ReplaceAll(bare, "3.", "")
		want := strings.ReplaceAll(strings.Join(words, ""), "3.", "")
		if bare != want {
			t.Fatalf("%q became %q", want, bare)
		}
	})
}

// A paragraph is filled: the first word of a line does not fit into the line
// before.
func TestRenderedLinesAreFull(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var words []string
		for range rapid.IntRange(1, 30).Draw(t, "words") {
			words = append(words, "w"+strings.Repeat("o", rapid.IntRange(0, 8).Draw(t, "length")))
		}
		w := rapid.IntRange(9, 40).Draw(t, "w")
		lines := markdown.Render(strings.Join(words, " "), w, asItStands, unpainted)
		var got []string
		for i, line := range lines {
			on := strings.Fields(line)
			got = append(got, on...)
			if i > 0 && len(lines[i-1])+1+len(on[0]) <= w {
				t.Fatalf("%q has room for %q in %d cells", lines[i-1], on[0], w)
			}
		}
		if !slices.Equal(got, words) {
			t.Fatalf("%q became %q", words, got)
		}
	})
}

// For any text the result has no control characters, and Render terminates.
func TestRenderTakesAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching("[a*`# \\\\\n\\-1.>|]{0,60}"),
			rapid.StringMatching(`(\|([aé漢K̃ -]{0,9}\|){1,4}\n){1,5}`)).Draw(t, "text")
		for _, line := range markdown.Render(text, rapid.IntRange(-1, 30).Draw(t, "w"), asItStands, unpainted) {
			if s := line; strings.ContainsAny(s, "\x1b\n\r\t\x00\u009b") {
				t.Fatalf("%q contains a control character", s)
			}
		}
	})
}

// asItStands returns its argument: all characters can be shown.
func asItStands(s string) string { return s }

// unpainted leaves a text without colours.
func unpainted(text string, _ markdown.Style) string { return text }

// TestBare: what is bare has no marks.
func TestBare(t *testing.T) {
	if got := markdown.Bare("The key `v` of **charts**"); got != "The key v of charts" {
		t.Errorf("the bare text is %q", got)
	}
}
