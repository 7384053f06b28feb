// Package handout writes a lesson as a page of HTML for print: one file without scripts, which refers to no other.
package handout

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"gramscope/data/legible"
	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/lesson"
	"gramscope/ui/markdown"
)

//go:embed page.html
var layout string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"legible": legible.Text, "inline": inline, "plain": plain, "sections": markdown.HTML, "parted": parted, "says": says,
	"next": func(number int) int { return number + 1 },
}).Parse(layout))

// Page is what a page is made of. Texts are escaped.
type Page struct {
	Lesson   lesson.Lesson
	Axis     model.Param // that the lesson sweeps
	Drawings []string    // SVG of package drawing
	Grids    []string    // the same of empty charts on which steps ask for a curve, in their order
	Curves   []string    // the same of these curves
	Hands    [][]int     // of a class, by step and answer; nil: none
	Verdict  claim.Verdict
	Opens    string // the command that opens the lesson
	Repeats  string // the command that runs its experiment
}

// Write writes the page. All answers, the drawings and the text that explains them come after the last question.
func (p Page) Write(w io.Writer) error { return page.Execute(w, p) }

// says returns the sign of a claim's state, and its verb.
func says(of claim.State) [2]string {
	return map[claim.State][2]string{claim.Holds: {"✓", "holds"}, claim.Fails: {"✗", "does not hold"},
		claim.Waiting: {"?", "could not be checked"}}[of]
}

// parted returns what explains an answer, and the sections after it.
func parted(after string) [2]string {
	if at := strings.Index("\n"+after, "\n## "); at >= 0 {
		return [2]string{after[:at], after[at:]}
	}
	return [2]string{after}
}

// plain returns Markdown as HTML.
func plain(parts ...string) (all template.HTML) {
	for _, section := range markdown.HTML(strings.Join(parts, "")) {
		all += section
	}
	return all
}

// inline returns a file of SVG as an element of HTML. A kind and a number make its names unique in the page.
func inline(svg, kind string, number int) template.HTML {
	if at := strings.Index(svg, "<svg"); at > 0 {
		svg = svg[at:]
	}
	own := fmt.Sprintf("%s%d-", kind, number)
	named := strings.NewReplacer(`id="`, `id="`+own, `url(#`, `url(#`+own, `href="#`, `href="#`+own)
	return template.HTML(named.Replace(svg))
}
