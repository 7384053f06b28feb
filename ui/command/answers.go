package command

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gramscope/model/claim"
	"gramscope/model/lab"
	"gramscope/model/lesson"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/ui/markdown"
	"gramscope/ui/screen/lessons"
)

// sumAnswers sums up how sessions answer the steps of a lesson. words are the lesson and the files. A file that is no
// session is an error of its own; the others are summed up all the same.
func (p *program) sumAnswers(ctx context.Context, words []string) error {
	const write = "write gramscope lesson NAME --answers SESSION.json..."
	switch {
	case len(words) > 0 && strings.HasSuffix(words[0], ".json"):
		return usage(fmt.Sprintf("no lesson is named before the sessions: %q is one of them", words[0]), write)
	case len(words) < 2:
		return usage("there are no sessions to sum up", write)
	}
	chosen, err := lessonsOf(words[0], p.methods)
	if err != nil {
		return err
	}
	l := chosen[0]
	if len(l.Steps) == 0 {
		return fmt.Errorf("the lesson %s has no steps to answer", l.Name)
	}
	var class [][]lessons.Answer // of each session that has any
	var errs []error             // of those that can't be read
	without, draws := 0, false
	for _, name := range words[1:] {
		s, err := p.readSession(ctx, name)
		var all []lessons.Answers
		if err == nil {
			all, err = lessons.In(s, name)
		}
		at := slices.IndexFunc(all, func(a lessons.Answers) bool { return a.Lesson == filepath.Base(l.Name) && len(a.Steps) > 0 })
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			errs = append(errs, err)
		case at < 0:
			without++
		default:
			class = append(class, all[at].Steps)
			draws = draws || slices.ContainsFunc(all[at].Steps, func(a lessons.Answer) bool { return len(a.X) > 0 })
		}
	}
	var rows []sweep.Result
	if draws {
		if rows, _, err = p.runLesson(ctx, l); err != nil {
			return err
		}
	}
	text := fmt.Sprintf("%s: %s\n%s", l.Name, l.Title, plural(len(class), "session has answers", "sessions have answers"))
	if without > 0 {
		text += fmt.Sprintf(", %d without answers to this lesson", without)
	}
	if errs != nil {
		text += fmt.Sprintf(", %d unreadable", len(errs))
	}
	text += "\n"
	for i, step := range l.Steps {
		var answers []lessons.Answer
		for _, list := range class {
			if i < len(list) {
				answers = append(answers, list[i])
			}
		}
		text += fmt.Sprintf("\n%d. %s", i+1, stepText(l, step, rows, answers))
	}
	return errors.Join(append([]error{p.write(text)}, errs...)...)
}

// stepText sums up the answers to a step.
func stepText(l lesson.Lesson, step lesson.Step, rows []sweep.Result, answers []lessons.Answer) (text string) {
	p, values := l.Over(nil)
	var valid []lessons.Answer
	skipped, strange := 0, 0
	for _, a := range answers {
		isDrawn := len(a.X) > 0 && a.Choice == 0 && !slices.ContainsFunc(a.X, func(x float64) bool { return !slices.Contains(values, x) })
		isChosen := len(a.X) == 0 && a.Choice <= len(step.Answers)
		switch {
		case a.Skipped():
			skipped++
		case step.Draws() && isDrawn || !step.Draws() && isChosen:
			valid = append(valid, a)
		default:
			strange++
		}
	}
	if step.Draws() {
		text = fmt.Sprintf("%s of %s over %s\n", step.Curve.Column.Title(), step.Curve.Method, p.Symbol) + drawnTable(l, step.Curve, rows, valid)
	} else {
		text = markdown.Bare(step.Question) + "\n"
	}
	votes, all := make([]int, len(step.Answers)), skipped+strange
	for i := range votes {
		for _, one := range valid {
			votes[i] += one.Votes(i)
		}
		all += votes[i]
	}
	for i, a := range step.Answers {
		share, sign, chosen := "", " ", votes[i]
		if all > 0 {
			share = fmt.Sprintf("%.0f%%", 100*float64(chosen)/float64(all))
		}
		if a.Right {
			sign = "✓"
		}
		text += fmt.Sprintf("%5d %4s %s %d. %s\n", chosen, share, sign, i+1, markdown.Bare(a.Text))
	}
	if skipped > 0 {
		text += fmt.Sprintf("%5d        skipped the step\n", skipped)
	}
	if strange > 0 {
		text += fmt.Sprintf("%5d        answered another version of the lesson\n", strange)
	}
	return text
}

// drawnTable has the quartiles of what was drawn at each value of the swept parameter, beside the means of the runs at
// seed 1.
func drawnTable(l lesson.Lesson, curve lesson.Curve, rows []sweep.Result, answers []lessons.Answer) string {
	p, values := l.Over(nil)
	x, y := l.Truth(curve, rows)
	lines := [][]string{{p.Symbol, "drawn", "lower quartile", "median", "upper quartile", "the runs have"}}
	for _, value := range values {
		var drawn []float64
		for _, a := range answers {
			if i := slices.Index(a.X, value); i >= 0 {
				drawn = append(drawn, a.Y[i])
			}
		}
		slices.Sort(drawn)
		line := []string{claim.Number(value), fmt.Sprint(len(drawn))}
		for _, part := range []float64{0.25, 0.5, 0.75} {
			quartile := ""
			if len(drawn) > 0 {
				quartile = number.Value(curve.Column.Format, lab.Quantile(drawn, part))
			}
			line = append(line, quartile)
		}
		run := ""
		if i := slices.Index(x, value); i >= 0 {
			run = number.Value(curve.Column.Format, y[i])
		}
		lines = append(lines, append(line, run))
	}
	return table(lines, true)
}

// plural returns a number with the words for it.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
