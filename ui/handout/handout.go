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

var page = template.Must(template.New("page").
	Funcs(template.FuncMap{"legible": legible.Text, "inline": inline}).Parse(layout))

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

// content is what the layout shows.
type content struct {
	Page
	Parts      []part
	Answers    []answer
	Behind     template.HTML // the text behind the last question, which tells the answers
	Early      bool          // whether the drawings, which answer no question, stand behind the first section
	Sign, Says string        // of the verdict
}

// part is a part of the text, or a question.
type part struct {
	Text     template.HTML
	Question template.HTML // "" for a text
	Number   int
	Kind     string // Predict or Draw
	Drawn    bool   // whether the drawings stand behind it
}

// answer is the answer to a question.
type answer struct {
	Number    int
	Right     template.HTML // "" for a curve
	Hands     string        // of a class
	Drawing   template.HTML // of a curve
	Explained template.HTML
}

// Write writes the page. Behind the last question stand all answers, the drawings, and then the text that tells them.
func (p Page) Write(w io.Writer) error {
	c := content{Page: p, Sign: "✗", Says: "does not hold", Early: len(p.Lesson.Steps) == 0}
	switch p.Verdict.State {
	case claim.Holds:
		c.Sign, c.Says = "✓", "holds"
	case claim.Waiting:
		c.Sign, c.Says = "?", "could not be checked"
	}
	sections := markdown.HTML(p.Lesson.Before, legible.Text)
	for i, section := range sections {
		c.Parts = append(c.Parts, part{Text: template.HTML(section), Drawn: c.Early && i == min(1, len(sections)-1)})
	}
	for i, step := range p.Lesson.Steps {
		c.ask(step, i+1)
		last := len(c.Parts) - 1
		if step.Draws() && len(p.Curves) > 0 {
			c.Answers[i].Drawing = inline(p.Curves[0], len(p.Drawings)+2*i)
			c.Parts[last-1].Text = inline(p.Grids[0], len(p.Drawings)+2*i+1)
			p.Curves, p.Grids = p.Curves[1:], p.Grids[1:]
		}
		if i == len(p.Lesson.Steps)-1 {
			c.Behind, c.Parts = c.Parts[last].Text, c.Parts[:last]
		}
	}
	return page.Execute(w, c)
}

// ask adds a question, and its answer.
func (c *content) ask(step lesson.Step, number int) {
	q := part{Kind: "Predict", Number: number, Question: plain(step.Question + "\n\n" + step.Lead)}
	a := answer{Number: number}
	if step.Draws() {
		q.Kind, q.Question = "Draw", plain(step.Curve.Column.Title()+" of *"+step.Curve.Method+"* over "+c.Axis.Symbol)
	}
	var choices strings.Builder
	var hands []string
	for i, one := range step.Answers {
		choices.WriteString("- " + one.Text + "\n")
		if number <= len(c.Hands) && i < len(c.Hands[number-1]) {
			hands = append(hands, fmt.Sprintf("%d for answer %d", c.Hands[number-1][i], i+1))
		}
		if one.Right {
			a.Right = plain(one.Text)
		}
	}
	q.Text += plain(choices.String())
	if hands != nil {
		a.Hands = "Hands of the class: " + strings.Join(hands, ", ")
	}
	explained, rest := step.After, ""
	if at := strings.Index("\n"+step.After, "\n## "); at >= 0 {
		explained, rest = step.After[:at], step.After[at:]
	}
	a.Explained = plain(explained)
	c.Answers = append(c.Answers, a)
	c.Parts = append(c.Parts, q, part{Text: plain(rest)})
}

// plain returns Markdown as HTML.
func plain(text string) template.HTML {
	return template.HTML(strings.Join(markdown.HTML(text, legible.Text), ""))
}

// inline returns a file of SVG as an element of HTML, with a number in its names, which other drawings have too.
func inline(svg string, number int) template.HTML {
	if at := strings.Index(svg, "<svg"); at > 0 {
		svg = svg[at:]
	}
	own := fmt.Sprintf("d%d-", number)
	named := strings.NewReplacer(`id="`, `id="`+own, `url(#`, `url(#`+own, `href="#`, `href="#`+own)
	return template.HTML(named.Replace(svg))
}
