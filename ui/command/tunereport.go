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
	"gramscope/model/scikit"
	"gramscope/model/tune"
	"gramscope/ui/chart"
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
	best, p := a.best(), a.plan
	cell := best.cell
	fmt.Fprintf(&b, "chosen: %s, %s\n", cell.Method, a.place(cell))
	fmt.Fprintf(&b, "%s ± %s, %s ± %s in %d-fold cross-validation on %d rows\n",
		labelled(p.LossName(), cell.Score.Loss.Mean), figure(cell.Score.Loss.SE), labelled(p.GainName(), cell.Score.Gain.Mean), figure(cell.Score.Gain.SE),
		cell.Score.Folds, p.Spec.N)
	if best.final != nil && p.Tests > 0 {
		fmt.Fprintf(&b, "%s, %s on %d test rows, fitted to all %d\n",
			labelled(p.LossName(), best.final.Loss), labelled(p.GainName(), best.final.Gain), p.Tests, p.Spec.N)
	}
	if !p.Learnt(cell) {
		blind := "0, the value for predicting the mean of the target"
		if p.Classes > 0 {
			blind = figure(p.LargestClass()) + ", the value for always predicting the largest class"
		}
		fmt.Fprintf(&b, "nothing was learned: %s is not above %s\n", p.GainName(), blind)
	}
	b.WriteString(a.reason())
	if near := a.near(); len(near) > 0 {
		fmt.Fprintf(&b, "within one standard error of it, too close for these folds to decide: %s\n", strings.Join(near, ", "))
	}
	b.WriteString("\n")
	a.table(&b)
	fmt.Fprintf(&b, "\n# scikit-learn\n%s\n# gramscope\n%s\n%s\n", scikit.Program(a.plan, cell, a.source, a.reading), a.sweepLine(cell), a.fitLine(cell))
	return b.String()
}

// reason returns the rule that chose the best setting, and the margin over the next.
func (a *answer) reason() string {
	best := a.best().cell
	rival, settings, ok := a.rival(best)
	if settings == 1 {
		return "the only setting that was searched\n"
	}
	text := fmt.Sprintf("chosen because it has the least %s of %d settings, regardless of cost", a.plan.LossName(), settings)
	if !ok {
		return text + "\n"
	}
	what := rival.Method + ", the next method,"
	if rival.Method == best.Method {
		what = "the next, " + a.place(rival) + ","
	}
	margin := rival.Score.Loss.Mean - best.Score.Loss.Mean
	switch errors := margin / best.Score.Loss.SE; {
	case margin == 0:
		text += "; " + what + " has the same"
	case math.IsNaN(errors) || math.IsInf(errors, 0):
		text += fmt.Sprintf("; %s has %.2g more", what, margin)
	case errors < 0.1:
		text += fmt.Sprintf("; %s has %.2g more, less than 0.1 standard errors", what, margin)
	default:
		text += fmt.Sprintf("; %s has %.2g more, %.1f standard errors", what, margin, errors)
	}
	return text + "\n"
}

// rival returns the best setting of the other methods or, if there is one method, its next
// best setting. settings counts the settings with as many folds as the best.
func (a *answer) rival(best tune.Cell) (rival tune.Cell, settings int, ok bool) {
	for _, e := range tune.Latest(a.events) {
		for mu, s := range e.Scores {
			if s.Folds != best.Score.Folds || s.Failure != nil || math.IsNaN(s.Loss.Mean) {
				continue
			}
			settings++
			c := tune.Cell{Method: e.Method, Gamma: e.Gamma, Mu: mu, Score: s}
			isOther := c.Method != best.Method || len(a.rows) == 1 && (c.Gamma != best.Gamma || c.Mu != best.Mu)
			if isOther && (!ok || s.Loss.Mean < rival.Score.Loss.Mean) {
				rival, ok = c, true
			}
		}
	}
	return rival, settings, ok
}

// place returns the γ and μ of a cell as text.
func (a *answer) place(c tune.Cell) string {
	mu := a.plan.Mus[c.Mu]
	text := fmt.Sprintf("mu %s (lambda %s)", figure(mu), figure(mu/float64(a.plan.Spec.N)))
	if gamma := a.plan.Gammas[c.Gamma]; !math.IsNaN(gamma) {
		text = fmt.Sprintf("gamma %s (sigma %s), ", figure(gamma), figure(a.plan.Sigma(c.Gamma))) + text
	}
	return text
}

func labelled(name string, v float64) string { return name + " " + figure(v) }

// figure formats a number with four digits, NaN as a dash.
func figure(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return fmt.Sprintf("%.4g", v)
}

// table writes a line for each method's best setting.
func (a *answer) table(b *strings.Builder) {
	p := a.plan
	byTime, byMemory := a.fronts()
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "method\tgamma\tmu\t%s\t± se\t%s\t%s_test\t%s_test\ttime\tmemory\tPareto front\n", p.LossName(), p.GainName(), p.LossName(), p.GainName())
	for i, r := range a.rows {
		s := r.cell.Score
		cells := []string{r.cell.Method, figure(p.Gammas[r.cell.Gamma]), figure(p.Mus[r.cell.Mu]), figure(s.Loss.Mean), figure(s.Loss.SE), figure(s.Gain.Mean)}
		if f := r.final; f == nil {
			cells = append(cells, "–", "–", "–", "–", "")
		} else {
			var front []string
			if slices.Contains(byTime, i) {
				front = append(front, "time")
			}
			if slices.Contains(byMemory, i) {
				front = append(front, "memory")
			}
			cells = append(cells, figure(f.Loss), figure(f.Gain), fmt.Sprintf("%.3gs", f.Seconds), model.Bytes(f.Bytes), strings.Join(front, ", "))
		}
		fmt.Fprintln(w, strings.Join(cells, "\t"))
	}
	w.Flush()
}

// fronts returns the indices of the rows on the Pareto fronts of error against time and of
// error against memory.
func (a *answer) fronts() (byTime, byMemory []int) {
	var loss, seconds, bytes []float64
	for _, r := range a.rows {
		loss = append(loss, r.cell.Score.Loss.Mean)
		if r.final == nil {
			seconds, bytes = append(seconds, math.NaN()), append(bytes, math.NaN())
			continue
		}
		seconds, bytes = append(seconds, r.final.Seconds), append(bytes, float64(r.final.Bytes))
	}
	return chart.Front(seconds, loss, false), chart.Front(bytes, loss, false)
}

// object returns the answer for JSON; unknown numbers are null.
func (a *answer) object() map[string]any {
	p := a.plan
	best := a.best().cell
	out := map[string]any{
		"data": a.source.Name(), "n": p.Spec.N, "d": a.source.Dims(), "test_rows": p.Tests, "kernel": p.Spec.Kernel, "standardize": p.Spec.Standardize,
		"learner": p.Learner, "folds": p.Spec.Folds, "seed": p.Spec.Seed, "values": p.Spec.Values, "fits": len(a.events), "fits_wanted": len(p.Columns()) * p.Spec.Folds,
		"learnt": p.Learnt(best), "within_se": a.near(),
		"scikit_learn": scikit.Program(a.plan, best, a.source, a.reading), "sweep": a.sweepLine(best), "fit": a.fitLine(best),
	}
	byTime, byMemory := a.fronts()
	var methods, grid []map[string]any
	for i, r := range a.rows {
		row := a.cellObject(r.cell)
		row["time_front"], row["memory_front"] = slices.Contains(byTime, i), slices.Contains(byMemory, i)
		if f := r.final; f != nil {
			row[p.LossName()+"_test"], row[p.GainName()+"_test"] = known(f.Loss), known(f.Gain)
			row["seconds"], row["bytes"], row["rank"] = f.Seconds, f.Bytes, f.Rank
			row["warnings"] = f.Warnings
		}
		methods = append(methods, row)
		if r.cell.Method == best.Method {
			out["best"] = row
		}
	}
	for _, e := range tune.Latest(a.events) {
		for mu, s := range e.Scores {
			grid = append(grid, a.cellObject(tune.Cell{Method: e.Method, Gamma: e.Gamma, Mu: mu, Score: s}))
		}
	}
	out["methods"], out["grid"] = methods, grid
	return out
}

func (a *answer) cellObject(c tune.Cell) map[string]any {
	p, s := a.plan, c.Score
	row := map[string]any{
		"method": c.Method, "gamma": known(p.Gammas[c.Gamma]), "sigma": known(p.Sigma(c.Gamma)), "mu": p.Mus[c.Mu], "lambda": p.Mus[c.Mu] / float64(p.Spec.N),
		"folds": s.Folds, p.LossName(): known(s.Loss.Mean), p.LossName() + "_se": known(s.Loss.SE),
		p.GainName(): known(s.Gain.Mean), p.GainName() + "_se": known(s.Gain.SE),
	}
	if s.Failure != nil {
		row["failure"] = s.Failure.Error()
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
