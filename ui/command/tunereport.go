package command

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/charmbracelet/lipgloss"

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

// text returns what was searched, a table of at most most characters a line, and at the end, where a terminal shows it,
// the answer: the chosen setting, its errors, why it was chosen, and the commands to continue with.
func (a *answer) text(most int) string {
	s, choice := a.Search, a.choice()
	mu, gamma := s.Mus[choice.Mu], ""
	if g := s.Gammas[choice.Gamma]; !math.IsNaN(g) {
		gamma = fmt.Sprintf("gamma %s (sigma %s), ", figure(g), figure(s.Sigma(choice.Gamma)))
	}
	text := fmt.Sprintf("chosen: %s, %smu %s (lambda %s)\n%s%s %s ± %s in %d-fold cross-validation; %s\n",
		a.of(choice), gamma, figure(mu), figure(mu/float64(s.Spec.N)), a.tested(),
		s.LossName(), figure(choice.Loss.Mean), figure(choice.Loss.SE), s.Spec.Folds, a.Reason(a.standing))
	if below, isLearnt := s.Learnt(choice.Score); !isLearnt {
		text += fmt.Sprintf("nothing was learned: %s is not a standard error of the difference, %s, below %s, that of "+
			"predicting the same for all\n", s.LossName(), figure(below.SE), figure(choice.Loss.Mean+below.Mean))
	}
	if a.scaling != nil {
		text += fmt.Sprintln(a.scaling)
	}
	swept, fit := a.commands()
	return a.searched() + "\n" + a.table(most) + "\n" + folded(text, most) + swept + "\n" + fit + "\n"
}

// figure formats a number with four digits, NaN as a dash.
func figure(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return fmt.Sprintf("%.4g", v)
}

// table returns a line for each configuration of rows, with as many columns as fit into most characters.
func (a *answer) table(most int) string {
	s := a.Search
	lines := [][]string{{
		"method", "gamma", "mu", s.LossName(), "± se", "above least", "± se",
		s.LossName() + "_test", s.GainName() + "_test", "time", "memory", "",
	}}
	for _, i := range a.rows(a.standing) {
		r := a.standing.Ranked[i]
		test, gain, time, bytes, mark := math.NaN(), math.NaN(), fmt.Sprintf("≈%.3gs", r.Seconds), a.of(r).Stored, ""
		if f := a.Finals[r.Configuration]; f != nil {
			test, gain, time, bytes = f.Loss, f.Gain, fmt.Sprintf("%.3gs", f.Seconds), f.Bytes
		}
		if i == a.standing.Choice {
			mark = "chosen"
		}
		lines = append(lines, []string{
			a.of(r).String(), figure(s.Gammas[r.Gamma]), figure(s.Mus[r.Mu]), figure(r.Loss.Mean), figure(r.Loss.SE),
			figure(r.Above.Mean), figure(r.Above.SE), figure(test), figure(gain), time, model.Bytes(bytes), mark,
		})
	}
	spared := []int{8, 4, 2, 1, 3, 2, 4} // columns to leave out in turn; each index counts the columns left then
	text := table(lines)
	for ; len(spared) > 0 && lipgloss.Width(text) > most; spared = spared[1:] {
		for i := range lines {
			lines[i] = slices.Delete(lines[i], spared[0], spared[0]+1)
		}
		text = table(lines)
	}
	return text
}

// object returns the answer for JSON; unknown numbers are null.
func (a *answer) object() map[string]any {
	s, choice := a.Search, a.choice()
	swept, fit := a.commands()
	_, isLearnt := s.Learnt(choice.Score)
	out := map[string]any{
		"data": a.source.Name(), "n": s.Spec.N, "d": a.source.Dims(), "test_rows": s.Tests,
		"kernel": s.Spec.Kernel, "learner": s.Learner, "learnt": isLearnt,
		"standardize": s.Spec.Standardize, "widths": s.Spec.Widths.Numbers(), "missed": len(s.Missed),
		"scikit_learn": a.program(), "sweep": swept, "fit": fit,
		"best": a.rankedObject(choice), "least": a.rankedObject(a.standing.Ranked[a.standing.Best]),
	}
	if a.scaling != nil {
		out["scaling"] = a.scaling.String()
	}
	var methods, grid []map[string]any
	for _, i := range a.rows(a.standing) {
		methods = append(methods, a.rankedObject(a.standing.Ranked[i]))
	}
	for _, score := range a.Scored() {
		grid = append(grid, a.scoreObject(score))
	}
	if a.compared {
		exact := a.scoreObject(a.reference.Score)
		exact["gain"], exact["gain_se"] = known(a.reference.Above.Mean), known(a.reference.Above.SE)
		out["exact"] = exact
	}
	out["methods"], out["grid"] = methods, grid
	return out
}

// scoreObject returns a setting with its scores on a rung.
func (a *answer) scoreObject(r tune.Score) map[string]any {
	s, at, mu := a.Search, a.Configurations[r.Configuration], a.Mus[r.Mu]
	row := map[string]any{
		"method": at.Method, "rows": s.Rungs[r.Rung].Rows, "folds": len(r.Losses),
		"gamma": known(s.Gammas[r.Gamma]), "sigma": known(s.Sigma(r.Gamma)), "mu": mu, "lambda": mu / float64(s.Spec.N),
		s.LossName(): known(r.Loss.Mean), s.LossName() + "_se": known(r.Loss.SE),
		s.GainName(): known(r.Gain.Mean), s.GainName() + "_se": known(r.Gain.SE),
	}
	for name, v := range at.Values {
		row[string(name)] = v
	}
	if r.Failure != nil {
		row["failure"] = r.Failure.Error()
	}
	return row
}

// rankedObject returns a row of the table.
func (a *answer) rankedObject(r tune.Ranked) map[string]any {
	s, row := a.Search, a.scoreObject(r.Score)
	row["above_least"], row["above_least_se"] = known(r.Above.Mean), known(r.Above.SE)
	row["estimated_seconds"] = known(r.Seconds)
	row["operations"], row["seconds"], row["bytes"] = a.of(r).Operations, nil, a.of(r).Stored
	if f := a.Finals[r.Configuration]; f != nil {
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
