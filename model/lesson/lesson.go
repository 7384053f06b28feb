// Package lesson holds the guided tours: a text, a preset and a claim each.
//
// A lesson explains one idea of the literature, sets up an experiment in which
// it shows, says which knobs to turn and what to watch, and ends in a claim that
// is checked on the rows of the experiment: by [Lesson.Check] on what a screen
// shows, and without a screen by `gramscope lesson NAME --check` on what
// [Lesson.Plan] computes. The texts are Markdown files in the folder text, and
// [Render] lays them out for a terminal. In them `code` is a key of the
// explorer, *emphasis* a method, and a code block a formula.
//
// The package draws nothing: screens belong to package ui.
package lesson

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/tune"
)

//go:embed text
var texts embed.FS

// A Lesson is a guided tour. Its claim is about the rows of its experiment: those of Spec's
// grid on Data, with any seed. The claim does not depend on the parameters named in Free,
// which the reader may change.
type Lesson struct {
	Name  string // on the command line
	Title string
	Text  string // Markdown, from the title on

	Screen string       // the key of the screen beside the text
	Data   string       // a built-in set
	Spec   sweep.Spec   // sweeps its first axis, with that parameter at a value of the claim where there is one, and computes the figures of the claim
	Value  string       // the column of the results to watch
	Free   []model.Name // parameters on which the claim does not depend

	learnsWidths bool // Plan learns the features' widths and μ from the training rows
	claim        func(*evidence)
}

// All lists the lessons in the order in which they build on each other.
func All() []Lesson {
	return []Lesson{
		blockOrLowRank(),
		stableRank(),
		sufficientColumns(),
		evidenceBound(),
		relevance(),
		leverageScores(),
		onePass(),
		accumulating(),
		memory(),
	}
}

// Names returns the names of the lessons, in their order.
func Names() []string {
	var names []string
	for _, l := range All() {
		names = append(names, l.Name)
	}
	return names
}

// Find returns the lesson of that name.
func Find(name string) (Lesson, bool) {
	all := All()
	i := slices.IndexFunc(all, func(l Lesson) bool { return l.Name == name })
	if i < 0 {
		return Lesson{}, false
	}
	return all[i], true
}

// withText adds the text and its title. It panics if a lesson has no text or no title.
func withText(l Lesson) Lesson {
	text, err := texts.ReadFile("text/" + l.Name + ".md")
	if err != nil {
		panic("lesson: " + err.Error())
	}
	l.Text = string(text)
	first, _, _ := strings.Cut(l.Text, "\n")
	title, ok := strings.CutPrefix(first, "# ")
	if !ok {
		panic("lesson: the text of " + l.Name + " does not begin with a title")
	}
	l.Title = title
	return l
}

// preset returns an experiment on n rows. Lessons add the figures of a regression and those that
// need eigenvalues if they need them. Unless the values say otherwise, m is the size of
// dictionaries.
func preset(n, reps int, over sweep.Axis, values model.Values, methods ...string) sweep.Spec {
	s := sweep.DefaultSpec(n)
	usual := model.Values{model.SizeRuleName: model.SizeByBudget, model.QBarName: model.QBar(nil).Default}
	s.Methods, s.Assignment, s.Over, s.Reps = methods, s.WithAll(usual).WithAll(values), []sweep.Axis{over}, reps
	s.Test = 0.2 // the explorer's default, so that test errors can be watched
	s.Figures = sweep.Figures{sweep.FigureError, sweep.FigureStableRank, sweep.FigureApproxRank}
	return s
}

// Source returns the data set of the lesson.
func (l Lesson) Source() data.Source {
	for _, g := range synthetic.Generators() {
		if g.Name() == l.Data {
			return g
		}
	}
	panic(fmt.Sprintf("lesson: %s is on %s, which is no built-in set", l.Name, l.Data))
}

// Plan lays out the lesson's experiment. For a lesson on widths it first learns them, until ctx ends. An error says that the methods do not
// hold what it needs.
func (l Lesson) Plan(ctx context.Context, methods []model.Method) (*sweep.Plan, error) {
	spec := l.Spec
	if l.learnsWidths {
		of := tune.Spec{Kernel: spec.Kernel, N: spec.N, Test: spec.Test, Scale: spec.Scale, Seed: spec.Seed}
		found, err := tune.LearnWidths(ctx, of, l.Source(), nil)
		if err != nil {
			return nil, fmt.Errorf("lesson %s: %w", l.Name, err)
		}
		spec = spec.Clone()
		spec.Widths, spec.Width = found.Widths, spec.Width.WithSigma(1)
		spec.Values[model.RidgeName] = found.Mu
	}
	p, err := sweep.Prepare(spec, methods, sweep.NewStore(l.Source()))
	if err != nil {
		return nil, fmt.Errorf("lesson %s: %w", l.Name, err)
	}
	return p, nil
}
