package command

import (
	"bytes"
	"context"
	"io"
	"runtime"

	"gramscope/data/atomicfile"
	"gramscope/data/legible"
	"gramscope/data/remedy"
	"gramscope/model/flagtext"
	"gramscope/model/lesson"
	"gramscope/model/sweep"
	"gramscope/ui"
	"gramscope/ui/handout"
)

// writeHandout writes a lesson as a page of HTML. argument is the lesson's name or file.
func (p *program) writeHandout(ctx context.Context, l lesson.Lesson, argument, path string, replace bool) error {
	to := atomicfile.Destination{Path: path, Stdout: p.stdout, Overwrite: replace, What: "the page",
		Another: remedy.By("name another", "html", ""), Replace: remedy.By("replace it", "force", "")}
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
		return ui.Drawings(ctx, ui.Config{Source: l.Source(), Spec: opened.Spec.Clone(), Lesson: &opened, Methods: p.methods, Workers: runtime.NumCPU()})
	})
	if err != nil {
		return err
	}
	axis, _ := l.Over(p.methods)
	page := handout.Page{Lesson: l, Axis: axis, Drawings: drawings.Charts, Curves: drawings.Curves, Verdict: l.Check(rows),
		Opens: "gramscope lesson " + legible.Shell(argument)}
	page.Repeats = "gramscope " + legible.Shell(flagtext.Sweep(plan.Spec, sweep.Parameters(p.methods), flagtext.Rows{Source: l.Source()})...)
	var text bytes.Buffer
	if err := page.Write(&text); err != nil {
		return err
	}
	if err := to.Write(func(w io.Writer) error { _, err := w.Write(text.Bytes()); return err }); err != nil {
		return err
	}
	if path != "-" {
		p.say("wrote " + to.String())
	}
	return nil
}
