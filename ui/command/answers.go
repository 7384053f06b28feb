package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"gramscope/model/claim"
	"gramscope/model/lab"
	"gramscope/model/lesson"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/ui/markdown"
	"gramscope/ui/screen/lessons"
)

// sumAnswers sums up how sessions answer the steps of a lesson. words are the lesson and the files. A file that is no session is
// an error of its own; the others are summed up all the same.
func (p *program) sumAnswers(ctx context.Context, words []string) error {
	const usage = "write gramscope lesson NAME --answers SESSION.json..."
	switch {
	case len(words) > 0 && strings.HasSuffix(words[0], ".json"):
		return &usageError{fmt.Sprintf("no lesson is named before the sessions: %q is one of them", words[0]), usage}
	case len(words) < 2:
		return &usageError{"there are no sessions to sum up", usage}
	}
	chosen, err := p.lessons(words[0])
	if err != nil {
		return err
	}
	of := classOf{lesson: chosen[0]}
	if len(of.lesson.Steps) == 0 {
		return fmt.Errorf("the lesson %s has no steps to answer", of.lesson.Name)
	}
	var bad []error
	for _, name := range words[1:] {
		s, err := p.readSession(ctx, name)
		var all []lessons.Answers
		if err == nil {
			all, err = lessons.In(s, name)
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			bad = append(bad, err)
		default:
			of.add(all)
		}
	}
	if of.draws() {
		if of.rows, _, err = p.runLesson(ctx, of.lesson); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(p.stdout, of.text(len(bad))); err != nil {
		return err
	}
	return errors.Join(bad...)
}

// classOf has the answers of sessions to a lesson.
type classOf struct {
	lesson  lesson.Lesson
	answers [][]lessons.Answer // of each session that has any
	none    int                // sessions without answers
	others  int                // sessions with answers to other lessons only
	rows    []sweep.Result
}

// add adds the answers of a session.
func (c *classOf) add(all []lessons.Answers) {
	name := filepath.Base(c.lesson.Name)
	switch at := slices.IndexFunc(all, func(a lessons.Answers) bool { return a.Lesson == name && len(a.Steps) > 0 }); {
	case at >= 0:
		c.answers = append(c.answers, all[at].Steps)
	case len(all) > 0:
		c.others++
	default:
		c.none++
	}
}

// draws reports whether a curve was drawn.
func (c *classOf) draws() bool {
	return slices.ContainsFunc(c.answers, func(list []lessons.Answer) bool {
		return slices.ContainsFunc(list, func(a lessons.Answer) bool { return len(a.X) > 0 })
	})
}

// text returns the sum of all answers, and of what was left out.
func (c *classOf) text(bad int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", c.lesson.Name, c.lesson.Title)
	parts := []string{count(len(c.answers), "session has answers", "sessions have answers")}
	for _, left := range []struct {
		n         int
		one, many string
	}{{c.others, "has answers to other lessons only", "have answers to other lessons only"}, {c.none, "has no answers", "have no answers"},
		{bad, "can't be read", "can't be read"}} {
		if left.n > 0 {
			parts = append(parts, count(left.n, left.one, left.many))
		}
	}
	b.WriteString(strings.Join(parts, ", ") + "\n")
	further := 0
	for _, list := range c.answers {
		if len(list) > len(c.lesson.Steps) {
			further++
		}
	}
	if further > 0 {
		b.WriteString(count(further, "session answers", "sessions answer") + fmt.Sprintf(" more steps than the %d of this lesson: of another version of it?\n", len(c.lesson.Steps)))
	}
	for i, step := range c.lesson.Steps {
		var answers []lessons.Answer
		for _, list := range c.answers {
			if i < len(list) {
				answers = append(answers, list[i])
			}
		}
		if step.Draws() {
			c.writeCurve(&b, i+1, step.Curve, answers)
		} else {
			writeChoices(&b, i+1, step, answers)
		}
	}
	return b.String()
}

// writeChoices writes how many chose each answer.
func writeChoices(b *strings.Builder, n int, step lesson.Step, answers []lessons.Answer) {
	fmt.Fprintf(b, "\n%d. %s\n", n, markdown.Bare(step.Question))
	chosen := make([]int, len(step.Answers)+1) // how many; the first is that of steps that were skipped
	strange := 0
	for _, a := range answers {
		if len(a.X) > 0 || a.Choice > len(step.Answers) {
			strange++
			continue
		}
		chosen[a.Choice]++
	}
	for i, a := range step.Answers {
		sign := " "
		if a.Right {
			sign = "✓"
		}
		fmt.Fprintf(b, "%5d %4s %s %d. %s\n", chosen[i+1], share(chosen[i+1], len(answers)), sign, i+1, markdown.Bare(a.Text))
	}
	writeLeftOut(b, chosen[0], strange)
}

// share returns a part as a percentage of all.
func share(part, all int) string {
	if all == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f%%", 100*float64(part)/float64(all))
}

// writeLeftOut writes how many answers do not count.
func writeLeftOut(b *strings.Builder, skipped, strange int) {
	if skipped > 0 {
		fmt.Fprintf(b, "%5d        skipped the step\n", skipped)
	}
	if strange > 0 {
		fmt.Fprintf(b, "%5d        answered another version of the lesson\n", strange)
	}
}

// writeCurve writes the quartiles of what was drawn at each value of the swept parameter, beside the means of the runs at
// seed 1.
func (c *classOf) writeCurve(b *strings.Builder, n int, curve lesson.Curve, answers []lessons.Answer) {
	p, values := c.lesson.Over(nil)
	fmt.Fprintf(b, "\n%d. %s of %s over %s\n", n, curve.Column.Title(), curve.Method, p.Symbol)
	at := make([][]float64, len(values))
	skipped, strange := 0, 0
	for _, a := range answers {
		switch {
		case a.Skipped():
			skipped++
			continue
		case a.Choice > 0 || slices.ContainsFunc(a.X, func(x float64) bool { return !slices.Contains(values, x) }):
			strange++
			continue
		}
		for i, x := range a.X {
			k := slices.Index(values, x)
			at[k] = append(at[k], a.Y[i])
		}
	}
	x, y := c.lesson.Truth(curve, c.rows)
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "%s\tdrawn\tlower quartile\tmedian\tupper quartile\tthe runs have\t\n", p.Symbol)
	for k, value := range values {
		line := []string{claim.Number(value), fmt.Sprint(len(at[k])), "", "", "", ""}
		slices.Sort(at[k])
		for i, part := range []float64{0.25, 0.5, 0.75} {
			if len(at[k]) > 0 {
				line[2+i] = number.Value(curve.Column.Format, lab.Quantile(at[k], part))
			}
		}
		if i := slices.Index(x, value); i >= 0 {
			line[5] = number.Value(curve.Column.Format, y[i])
		}
		fmt.Fprintln(w, strings.Join(line, "\t")+"\t")
	}
	w.Flush()
	writeLeftOut(b, skipped, strange)
}

// count returns a number with the words for it.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
