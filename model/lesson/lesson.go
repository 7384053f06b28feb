// Package lesson holds the guided tours: a text, an experiment and a claim each.
//
// A lesson is a Markdown file with a head, which [Parse] reads. The head sets the experiment as a line of `gramscope
// sweep`, the screen beside the text, the knobs that readers may turn, and the claim: inequalities between columns of
// the results, in the statements that statement.go lists. [Lesson.Check] checks the claim on rows of the explorer or of
// [Lesson.Plan], which `gramscope lesson NAME --check` runs. The program's own lessons are in the folder text,
// example.md among them, which explains the head line by line. A text may have steps that ask before they show; see
// [Step]. In a text `code` is a key of the explorer, *emphasis* a method, and a code block a formula.
//
// Documents of papers, in the folder text/papers, have their claims in the same
// language; package paper reads them, and has them checked by [Claims].
//
// The package draws nothing: package markdown lays texts out, and package lessons shows them.
package lesson

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/sweep"
	"gramscope/model/tune"
)

//go:embed text
var texts embed.FS

// A Lesson is a guided tour. Its claim is about the rows of its experiment: those of Spec's grid on Data, with any
// seed. The claim does not depend on the parameters named in Free, which the reader may change. The experiment of a
// paper is a lesson without steps; its claims are about more than the explorer computes, and are checked elsewhere.
type Lesson struct {
	Name  string // on the command line
	Title string
	Line  string // what it is about, in one line; "" for none
	Text  string // Markdown, from the title on
	Sum   string // of a user's file, which tells whether it has changed; "" for a lesson of the program

	Before string // the part of the text before the first step
	Steps  []Step

	Screen string       // the key of the screen beside the text
	Data   string       // a built-in set; "" for an experiment that the explorer can't compute
	Source data.Source  // that set
	Spec   sweep.Spec   // sweeps its first axis and computes the figures of the claim
	Values []string     // columns of the results to watch: the first that the screen can show
	Free   []model.Name // parameters on which the claim does not depend
	Knobs  []model.Name // parameters that the text is about; nil for all

	Paper string        // whose experiment this is; "" for a lesson
	Last  claim.Verdict // on the claims of such an experiment when they were last checked

	learnsWidths bool          // Plan learns the features' widths and μ from the training rows
	ours         bool          // whether it is one of the program's
	params       []model.Param // of the kernels and of all methods
	claims       []statement
	remarks      []statement // statements that numbers of the text rely on
}

// builtIn lists the lessons of the program in the order in which they build on each other.
var builtIn = []string{"gamma", "stable-rank", "columns", "evidence", "relevance", "scores", "squeak", "accumulate",
	"meka", "features", "preconditioning", "residual", "estimates", "own"}

// Names returns the names of the lessons, in their order.
func Names() []string { return slices.Clone(builtIn) }

// All returns the lessons in their order. methods are all methods.
func All(methods []model.Method) []Lesson {
	var all []Lesson
	for _, name := range builtIn {
		l, _ := Find(name, methods)
		all = append(all, l)
	}
	return all
}

// Find returns the lesson of that name.
func Find(name string, methods []model.Method) (Lesson, bool) {
	if !slices.Contains(builtIn, name) {
		return Lesson{}, false
	}
	l, err := parseHead(name, File(name), true, methods)
	if err != nil {
		panic(fmt.Sprintf("lesson: %s.md:%v", name, err))
	}
	return l, true
}

// Title returns the title of a lesson of the program.
func Title(name string) string {
	_, text, _ := strings.Cut(File(name), "\n"+mark+"\n# ")
	title, _, _ := strings.Cut(text, "\n")
	return title
}

// File returns the file of a lesson of the program, or of the example.
func File(name string) string {
	text, err := texts.ReadFile("text/" + name + ".md")
	if err != nil {
		panic("lesson: " + err.Error())
	}
	return string(text)
}

// Example returns a lesson with comments, to begin one's own with.
func Example() string { return File("example") }

// figures returns the figures that the claim, the steps and the column to watch need.
func (l Lesson) figures() (need sweep.Figures) {
	names := slices.Clone(l.Values)
	for _, step := range l.Steps {
		names = append(names, step.Curve.Column.Name)
	}
	for _, s := range append(slices.Clone(l.claims), l.comments()...) {
		for _, f := range s.figuresOf() {
			names = append(names, f.Column)
		}
	}
	for _, c := range sweep.AllColumns() {
		if slices.Contains(names, c.Name) {
			need = need.With(c.Needs()...)
		}
	}
	return need
}

// Plan lays out the lesson's experiment. For a lesson on widths it first learns them, until ctx ends. The error says
// what the methods lack, or that learning was cancelled.
func (l Lesson) Plan(ctx context.Context, methods []model.Method) (*sweep.Plan, error) {
	spec := l.Spec
	if l.learnsWidths {
		of := tune.DefaultSpec(spec.N)
		of.Kernel, of.Test, of.Scale, of.Seed = spec.Kernel, spec.Test, spec.Scale, spec.Seed
		found, err := tune.ChooseScaling(ctx, of, methods, l.Source, nil)
		if err != nil {
			return nil, fmt.Errorf("lesson %s: %w", l.Name, err)
		}
		spec = spec.Clone()
		spec.Widths, spec.Width = found.Widths, spec.Width.WithSigma(1)
		spec.Values[model.RidgeName] = found.Mu
	}
	p, err := sweep.Prepare(spec, methods, sweep.NewStore(l.Source))
	if err != nil {
		return nil, fmt.Errorf("lesson %s: %w", l.Name, err)
	}
	return p, nil
}
