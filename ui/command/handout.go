package command

import (
	"context"
	"runtime"
	"strings"

	"gramscope/data/legible"
	"gramscope/model/flagtext"
	"gramscope/model/lesson"
	"gramscope/model/sweep"
	"gramscope/ui"
	"gramscope/ui/handout"
)

// writeHandout writes a lesson as a page of HTML, with what a class has answered unless that is nil. argument is the lesson's name or
// file.
func (p *program) writeHandout(ctx context.Context, l lesson.Lesson, argument, path string, replace bool, class *ui.Class) error {
	to := p.destination(path, "html", "the page", replace)
	if err := to.Check(); err != nil {
		return err
	}
	rows, plan, err := p.runLesson(ctx, l)
	if err != nil {
		return err
	}
	opened := l
	opened.Spec = plan.Spec
	drawings, err := await(ctx, func() (ui.Drawn, error) {
		return ui.Drawings(ctx, ui.Config{Source: l.Source(), Spec: opened.Spec.Clone(), Lesson: &opened, Class: class, Methods: p.methods, Workers: runtime.NumCPU()})
	})
	if err != nil {
		return err
	}
	axis, _ := l.Over(p.methods)
	page := handout.Page{Lesson: l, Axis: axis, Drawings: drawings.Charts, Curves: drawings.Curves, Verdict: l.Check(rows),
		Opens: "gramscope lesson " + legible.Shell(argument)}
	if class != nil {
		for _, a := range class.Answers {
			page.Hands = append(page.Hands, a.Hands)
		}
	}
	page.Repeats = "gramscope " + legible.Shell(flagtext.Sweep(plan.Spec, sweep.Parameters(p.methods), flagtext.Rows{Source: l.Source()})...)
	var text strings.Builder
	if err := page.Write(&text); err != nil {
		return err
	}
	return p.writeText(to, text.String())
}
