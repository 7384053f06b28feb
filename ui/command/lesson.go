package command

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"

	"gramscope/model/claim"
	"gramscope/model/lesson"
	"gramscope/model/sweep"
	"gramscope/ui"
)

// lesson lists the lessons, opens one, or checks the claims of one or all.
func (p *program) lesson(ctx context.Context, c command, args []string) error {
	f := newFlags(c)
	f.group("without a screen")
	var check bool
	var screen screenFlags
	f.addBool("check", "run the experiment of NAME, or of every lesson, and say whether its claim holds", &check)
	screen.define(f)
	name, helped, err := f.read(args, "NAME", p.stdout)
	if helped || err != nil {
		return err
	}
	chosen := lesson.All()
	if name != "" {
		l, ok := lesson.Find(name)
		if !ok {
			return unknown("lesson", name, lesson.Names())
		}
		chosen = []lesson.Lesson{l}
	}
	switch {
	case check:
		return p.checkLessons(ctx, chosen)
	case name == "":
		return p.listLessons()
	case isScreen(p.stdout) && isTerminal(p.stdin):
		return p.openLesson(ctx, chosen[0], screen)
	}
	_, err = io.WriteString(p.stdout, chosen[0].Text)
	return err
}

func (p *program) listLessons() error {
	var b strings.Builder
	for _, l := range lesson.All() {
		fmt.Fprintf(&b, "%-12s %s\n", l.Name, l.Title)
	}
	_, err := io.WriteString(p.stdout, b.String())
	return err
}

// checkLessons runs the experiments of lessons and writes a line for each: its
// name, ✓ or ✗, and the figures.
func (p *program) checkLessons(ctx context.Context, lessons []lesson.Lesson) error {
	failed := 0
	for _, l := range lessons {
		plan, err := await(ctx, func() (*sweep.Plan, error) { return l.Plan(ctx, p.methods) })
		if err != nil {
			return err
		}
		var rows []sweep.Result
		for row := range plan.Run(ctx, runtime.NumCPU()) {
			rows = append(rows, row)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		verdict := l.Check(rows)
		if verdict.State == claim.Waiting { // all rows are there
			verdict.State = claim.Fails
		}
		if verdict.State == claim.Fails {
			failed++
		}
		if _, err := fmt.Fprintf(p.stdout, "%-12s %s\n", l.Name, verdict); err != nil {
			return err
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d claims do not hold; the figures are above, and `gramscope lesson NAME` explains them", failed, len(lessons))
	}
	return nil
}

// openLesson starts the explorer on a lesson.
func (p *program) openLesson(ctx context.Context, l lesson.Lesson, screen screenFlags) error {
	return ui.Run(ctx, ui.Config{
		Source: l.Source(), Spec: l.Spec.Clone(), Lesson: l.Name, Methods: p.methods, Workers: max(1, runtime.NumCPU()-1), Glyphs: screen.glyphs, Theme: screen.theme,
		Input: p.stdin, Output: p.screen, Version: version(),
	})
}
