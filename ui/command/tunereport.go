package command

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model"
	"gramscope/model/tune"
)

// write prints the answer as text or as one JSON object.
func (a *answer) write(w io.Writer, format string) error {
	text := a.text(width(w))
	if format == "json" {
		object, err := json.Marshal(a.object())
		if err != nil {
			return err
		}
		text = string(object) + "\n"
	}
	_, err := io.WriteString(w, text)
	return err
}

// text returns what was searched and a table of at most most columns, and below, where a terminal shows it, the answer:
// the chosen setting, its errors, why it was chosen, and the commands that go on.
func (a *answer) text(most int) string {
	var b strings.Builder
	s, choice := a.search, a.choice()
	b.WriteString(a.searched() + "\n" + a.table(most))
	fmt.Fprintf(&b, "\nchosen: %s, %s\n", s.Describe(choice.Configuration), a.place(choice))
	b.WriteString(a.tested())
	fmt.Fprintf(&b, "%s ± %s in %d-fold cross-validation; %s\n", labelled(s.LossName(), choice.Loss.Mean), figure(choice.Loss.SE), s.Spec.Folds, a.reason())
	if !a.learnt() {
		fmt.Fprintf(&b, "nothing was learned: %s is not above that of predicting the mean or the largest class\n", s.GainName())
	}
	if a.scaling != nil {
		fmt.Fprintln(&b, a.scaling)
	}
	fmt.Fprintf(&b, "%s\n%s\n", a.sweepLine(choice), a.fitLine(choice))
	return b.String()
}

// learnt reports whether the choice predicts better than a constant.
func (a *answer) learnt() bool {
	r := a.choice()
	return a.search.Learnt(r.Loss, r.Gain)
}

func labelled(name string, v float64) string { return name + " " + figure(v) }

// figure formats a number with four digits, NaN as a dash.
func figure(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return fmt.Sprintf("%.4g", v)
}

// duration formats seconds with three digits.
func duration(seconds float64) string { return fmt.Sprintf("%.3gs", seconds) }

// table returns a line for each configuration on a front, and marks the chosen one. Columns for which most has no room
// are left out.
func (a *answer) table(most int) string {
	s, rows := a.search, a.rows()
	lines := [][]string{{"method", "gamma", "mu", s.LossName(), "± se", "above least", "± se", s.LossName() + "_test", s.GainName() + "_test", "time", "memory", ""}}
	for _, i := range rows {
		r := a.standing.Ranked[i]
		cells := []string{s.Describe(r.Configuration), figure(s.Gammas[r.Gamma]), figure(s.Mus[r.Mu]), figure(r.Loss.Mean), figure(r.Loss.SE), figure(r.Above.Mean), figure(r.Above.SE)}
		if f := a.final(r); f == nil {
			cells = append(cells, "–", "–", "≈"+duration(r.Seconds), model.Bytes(s.Configurations[r.Configuration].Stored))
		} else {
			cells = append(cells, figure(f.Loss), figure(f.Gain), duration(f.Seconds), model.Bytes(f.Bytes))
		}
		mark := ""
		if i == a.standing.Choice {
			mark = "chosen"
		}
		lines = append(lines, append(cells, mark))
	}
	for _, at := range []int{-1, 8, 4, 2, 1, 3, 2, 4} { // the columns that can be spared, as they stand then
		if at >= 0 {
			for i := range lines {
				lines[i] = slices.Delete(lines[i], at, at+1)
			}
		}
		var b strings.Builder
		w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, cells := range lines {
			fmt.Fprintln(w, strings.Join(cells, "\t"))
		}
		w.Flush()
		if text := b.String(); len(lines[0]) == 5 || !slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool { return ansi.StringWidth(strings.TrimRight(line, " ")) > most }) {
			return text
		}
	}
	return ""
}

// object returns the answer for JSON; unknown numbers are null.
func (a *answer) object() map[string]any {
	s, choice := a.search, a.choice()
	done, total := a.fits()
	missed := []map[string]any{}
	for _, m := range s.Missed {
		row := a.configurationObject(m.Configuration)
		row["rows"] = s.Rungs[m.Rung].Rows
		missed = append(missed, row)
	}
	out := map[string]any{
		"data": a.source.Name(), "n": s.Spec.N, "d": a.source.Dims(), "test_rows": s.Tests, "kernel": s.Spec.Kernel, "standardize": s.Spec.Standardize, "widths": s.Spec.Widths.Numbers(),
		"learner": s.Learner, "folds": s.Spec.Folds, "seed": s.Spec.Seed, "values": s.Spec.Values, "fits": done, "fits_wanted": total,
		"max_memory": s.Spec.MaxMemory, "rows": s.Rungs[a.standing.Rung].Rows, "missed": missed, "scaling": scalingObject(a.scaling), "learnt": a.learnt(), "within_se": a.near(),
		"scikit_learn": a.program(choice), "sweep": a.sweepLine(choice), "fit": a.fitLine(choice),
	}
	rows := a.rows()
	var methods, grid []map[string]any
	for _, i := range rows {
		row := a.rankedObject(a.standing.Ranked[i])
		methods = append(methods, row)
		if i == a.standing.Choice {
			out["best"] = row
		}
		if i == a.standing.Best {
			out["least"] = row
		}
	}
	for _, score := range a.complete() {
		row := a.scoreObject(score.Score, score.rung)
		if score.Failure != nil {
			row["failure"] = score.Failure.Error()
		}
		grid = append(grid, row)
	}
	if a.compared {
		exact := a.scoreObject(a.reference.Score, a.reference.Rung)
		exact["gain"], exact["gain_se"], exact["estimated_seconds"] = known(a.reference.Gains.Mean), known(a.reference.Gains.SE), known(a.reference.Seconds)
		out["exact"] = exact
	}
	out["methods"], out["grid"] = methods, grid
	return out
}

// configurationObject names a configuration.
func (a *answer) configurationObject(configuration int) map[string]any {
	at := a.search.Configurations[configuration]
	row := map[string]any{"method": at.Method}
	for name, v := range at.Values {
		row[string(name)] = v
	}
	return row
}

// scoreObject is a setting with its scores on a rung.
func (a *answer) scoreObject(r tune.Score, rung int) map[string]any {
	s, row, mu := a.search, a.configurationObject(r.Configuration), a.search.Mus[r.Mu]
	row["gamma"], row["sigma"], row["mu"], row["lambda"] = known(s.Gammas[r.Gamma]), known(s.Sigma(r.Gamma)), mu, mu/float64(s.Spec.N)
	row["rows"], row["folds"] = s.Rungs[rung].Rows, len(r.Losses)
	row[s.LossName()], row[s.LossName()+"_se"] = known(r.Loss.Mean), known(r.Loss.SE)
	row[s.GainName()], row[s.GainName()+"_se"] = known(r.Gain.Mean), known(r.Gain.SE)
	return row
}

// rankedObject is a row of the table.
func (a *answer) rankedObject(r tune.Ranked) map[string]any {
	s, row := a.search, a.scoreObject(r.Score, a.standing.Rung)
	row["above_least"], row["above_least_se"], row["estimated_seconds"] = known(r.Above.Mean), known(r.Above.SE), known(r.Seconds)
	row["operations"] = a.operations(r)
	row["seconds"], row["bytes"] = nil, s.Configurations[r.Configuration].Stored
	if f := a.final(r); f != nil {
		row[s.LossName()+"_test"], row[s.GainName()+"_test"] = known(f.Loss), known(f.Gain)
		row["seconds"], row["bytes"], row["rank"], row["warnings"] = f.Seconds, f.Bytes, f.Rank, f.Warnings
	}
	return row
}

// known returns a finite number, or nil for an unknown one.
func known(v float64) any {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return v
}

// scalingObject is what was found of the scaling for JSON, nil if no widths were asked for.
func scalingObject(s *tune.Scaling) any {
	if s == nil {
		return nil
	}
	chosen := "one width"
	if s.Better {
		chosen = "learned widths"
	}
	out := map[string]any{"chosen": chosen, "rows_held_out": s.Held, "learned_widths": s.Widths.Numbers(), "seconds": s.Took.Seconds()}
	if s.Held > 0 {
		name := s.LossName
		out["learned_"+name], out["one_width_"+name] = known(s.Learned.Mean), known(s.One.Mean)
		out["difference"], out["difference_se"] = known(s.Above.Mean), known(s.Above.SE)
	}
	return out
}
