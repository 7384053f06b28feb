package markdown_test

import (
	"encoding/xml"
	"html/template"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gramscope/ui/markdown"
)

func TestHTML(t *testing.T) {
	const text = "# A & B\n\nSome *method* and **term**, a `key`.\n\n## Do this\n\n1. One\n2. Two, a < b\n\n```\nK̃ = " +
		"C·W⁺\n  rank <= m\n```\n\n3. Three\n\n- a point\n* *another*\n+ the last\n\n### Deeper\nEnd"
	want := []template.HTML{
		"<h1>A &amp; B</h1>\n<p>Some <em>method</em> and <strong>term</strong>, a <kbd>key</kbd>.</p>\n",
		"<h2>Do this</h2>\n<ol>\n<li value=\"1\">One</li>\n<li value=\"2\">Two, a &lt; b</li>\n</ol>\n" +
			"<pre>K̃ = C·W⁺\n  rank &lt;= m</pre>\n" +
			"<ol>\n<li value=\"3\">Three</li>\n</ol>\n<ul>\n<li>a point</li>\n" +
			"<li><em>another</em></li>\n<li>the last</li>\n</ul>\n",
		"<h3>Deeper</h3>\n<p>End</p>\n",
	}
	if got := markdown.HTML(text); !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	if got := markdown.HTML("## First\n"); !slices.Equal(got, []template.HTML{"", "<h2>First</h2>\n"}) {
		t.Errorf("without an introduction: %q", got)
	}
}

// TestHTMLIsMarkupOfOurs: whatever the text, the HTML is well formed and has no elements or attributes but those of
// Markdown.
func TestHTMLIsMarkupOfOurs(t *testing.T) {
	piece := rapid.OneOf(rapid.String(),
		rapid.SampledFrom([]string{"<script>alert(1)</script>", "<img src=x onerror=y>", "&lt;", "\"'", "# ", "## ", "- ",
			"- [x] ", "1. ", "> ", "  - ", "    2. ",
			"| a | *b* |\n",
			"999. ", "```\n", "`", "*", "**", "\n", "\n\n", "\\", "\x1b[31m", "\u202e", "</pre>", "<!--", "]]>"}))
	ours := []string{"h1", "h2", "h3", "h4", "h5", "h6", "p", "ol", "ul", "li", "pre", "strong", "em", "kbd",
		"blockquote"}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(piece).Draw(t, "text"), "")
		for _, section := range markdown.HTML(text) {
			in := xml.NewDecoder(strings.NewReader("<x>" + string(section) + "</x>"))
			for {
				token, err := in.Token()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatalf("%q: %v", section, err)
				}
				element, ok := token.(xml.StartElement)
				if !ok || element.Name.Local == "x" {
					continue
				}
				if !slices.Contains(ours, element.Name.Local) || len(element.Attr) > 0 && element.Name.Local != "li" {
					t.Fatalf("%q has the element %v", section, element)
				}
			}
		}
	})
}
