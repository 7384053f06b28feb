// Package handout writes a lesson as a page of HTML for print: one file without scripts, which refers to no other.
package handout

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"gramscope/data/legible"
	"gramscope/model/claim"
	"gramscope/ui/markdown"
)

//go:embed page.html
var layout string

var page = template.Must(template.New("page").Parse(layout))

// Lesson is what a page is made of. Texts are escaped.
type Lesson struct {
	Title    string
	Text     string   // Markdown, with the title
	Drawings []string // SVG of package drawing
	Verdict  claim.Verdict
	Seed     uint64 // at which the claim was checked
	Opens    string // the command that opens the lesson
	Repeats  string // the command that runs its experiment, "" if there is none
}

// Write writes the page. The drawings stand behind the first section of the text.
func (l Lesson) Write(w io.Writer) error {
	sections := markdown.HTML(l.Text, legible.Text)
	before := min(2, len(sections))
	var drawings []template.HTML
	for i, svg := range l.Drawings {
		drawings = append(drawings, inline(svg, i))
	}
	sign, says := "✗", "does not hold"
	switch l.Verdict.State {
	case claim.Holds:
		sign, says = "✓", "holds"
	case claim.Waiting:
		sign, says = "?", "could not be checked"
	}
	return page.Execute(w, struct {
		Lesson
		Before, After template.HTML
		Drawings      []template.HTML
		Sign, Says    string // of the verdict
		Figures       []string
	}{l.legible(), template.HTML(strings.Join(sections[:before], "")), template.HTML(strings.Join(sections[before:], "")), drawings,
		sign, says, strings.Split(legible.Text(l.Verdict.Figures), "; ")})
}

// legible returns the lesson with texts that can be shown.
func (l Lesson) legible() Lesson {
	for _, text := range []*string{&l.Title, &l.Opens, &l.Repeats} {
		*text = legible.Text(*text)
	}
	return l
}

// inline returns a file of SVG as an element of HTML. Its names get a number, since those of other drawings are the same.
func inline(svg string, number int) template.HTML {
	if at := strings.Index(svg, "<svg"); at > 0 {
		svg = svg[at:]
	}
	own := fmt.Sprintf("d%d-", number)
	return template.HTML(strings.NewReplacer(`id="`, `id="`+own, `url(#`, `url(#`+own, `href="#`, `href="#`+own).Replace(svg))
}
