package command

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"gramscope/model"
	"gramscope/model/tune"
)

// write prints the answer as text or as one JSON object.
func (a *answer) write(w io.Writer, format string) error {
	text := a.text()
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

func (a *answer) text() string {
	var b strings.Builder
	s, choice := a.search, a.choice()
	fmt.Fprintf(&b, "chosen: %s, %s\n", s.Describe(choice.Configuration), a.place(choice))
	rows := fmt.Sprint(s.Spec.N, " rows")
	if !s.OnAllRows(a.standing.Rung) {
		rows = fmt.Sprintf("%d of %d rows", s.Rungs[a.standing.Rung].Rows, s.Spec.N)
	}
	fmt.Fprintf(&b, "%s ± %s, %s ± %s in %d-fold cross-validation on %s; ± is over these folds, and not over other draws of rows\n",
		labelled(s.LossName(), choice.Loss.Mean), figure(choice.Loss.SE), labelled(s.GainName(), choice.Gain.Mean), figure(choice.Gain.SE), s.Spec.Folds, rows)
	if final := a.final(choice); final != nil && s.Tests > 0 {
		fmt.Fprintf(&b, "%s, %s on %d test rows, fitted to all %d\n", labelled(s.LossName(), final.Loss), labelled(s.GainName(), final.Gain), s.Tests, s.Spec.N)
	}
	if !a.learnt() {
		blind := "0, the value for predicting the mean of the target"
		if s.Classes > 0 {
			blind = figure(s.LargestClass()) + ", the value for always predicting the largest class"
		}
		fmt.Fprintf(&b, "nothing was learned: %s is not above %s\n", s.GainName(), blind)
	}
	if a.scaling != nil {
		fmt.Fprintln(&b, a.scaling)
	}
	b.WriteString(a.reason())
	if near := a.near(); len(near) > 0 {
		fmt.Fprintf(&b, "within %s of the least, too close for these folds to decide: %s\n", tune.Nearness, strings.Join(near, ", "))
	}
	b.WriteString(a.exactly() + a.searched() + "\n")
	a.table(&b)
	fmt.Fprintf(&b, "\n# scikit-learn\n%s\n# gramscope\n%s\n%s\n", a.program(choice), a.sweepLine(choice), a.fitLine(choice))
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

// table writes a line for each configuration on a front, and marks the chosen one.
func (a *answer) table(b *strings.Builder) {
	s, rows := a.search, a.rows()
	byTime, byMemory := a.fronts(rows)
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "method\tgamma\tmu\t%s\t± se\tabove least\t± se\t%s_test\t%s_test\ttime\tmemory\tPareto front\n", s.LossName(), s.LossName(), s.GainName())
	for at, i := range rows {
		r := a.standing.Ranked[i]
		cells := []string{s.Describe(r.Configuration), figure(s.Gammas[r.Gamma]), figure(s.Mus[r.Mu]), figure(r.Loss.Mean), figure(r.Loss.SE), figure(r.Above.Mean), figure(r.Above.SE)}
		if f := a.final(r); f == nil {
			cells = append(cells, "–", "–", "≈"+duration(r.Seconds), model.Bytes(s.Configurations[r.Configuration].Stored))
		} else {
			cells = append(cells, figure(f.Loss), figure(f.Gain), duration(f.Seconds), model.Bytes(f.Bytes))
		}
		var marks []string
		if slices.Contains(byTime, at) {
			marks = append(marks, "time")
		}
		if slices.Contains(byMemory, at) {
			marks = append(marks, "memory")
		}
		if i == a.standing.Choice {
			marks = append(marks, "chosen")
		}
		fmt.Fprintln(w, strings.Join(append(cells, strings.Join(marks, ", ")), "\t"))
	}
	w.Flush()
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
	byTime, byMemory := a.fronts(rows)
	var methods, grid []map[string]any
	for at, i := range rows {
		row := a.rankedObject(a.standing.Ranked[i])
		row["time_front"], row["memory_front"] = slices.Contains(byTime, at), slices.Contains(byMemory, at)
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
