package sweep

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Result is a row of a results file as one of a run: all columns show what they
// showed there. Its fields tell the question and how the run ended; of the
// answer they have the error's exactness only. An error names the column whose
// cell is none.
func (r Record) Result() (Result, error) {
	out := Result{
		Data: r["data"], Kernel: r["kernel"], Method: r["method"], Learner: r["learner"],
		Failure: r["failure"], Params: map[string]float64{}, record: maps.Clone(r),
	}
	if w := r["warnings"]; w != "" {
		out.Warnings = strings.Split(w, "; ")
	}
	for _, name := range slices.Sorted(maps.Keys(r)) {
		if f, ok := r.value(name).(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
			return out, fmt.Errorf("column %s holds %q, expected a number", name, r[name])
		}
	}
	number := func(name string) float64 {
		if v, ok := r.number(name); ok {
			return v
		}
		return math.NaN()
	}
	for _, of := range []struct {
		column string
		to     *int
	}{{"n", &out.N}, {"d", &out.D}, {"rep", &out.Rep}} {
		text, there := r[of.column]
		if !there {
			return out, fmt.Errorf("there is no column %s, which all results have", of.column)
		}
		v, err := strconv.Atoi(text)
		if err != nil {
			return out, fmt.Errorf("column %s holds %q, expected a whole number", of.column, text)
		}
		*of.to = v
	}
	for _, of := range []struct {
		column string
		to     *float64
	}{{"gamma", &out.Gamma}, {"sigma", &out.Sigma}, {"mu", &out.Mu}, {"score_ridge", &out.ScoreRidge}, {"error", &out.Error}, {"error_se", &out.ErrorSE}} {
		if *of.to = number(of.column); math.IsNaN(*of.to) && r[of.column] != "" {
			return out, fmt.Errorf("column %s holds %q, expected a number", of.column, r[of.column])
		}
	}
	out.Exact = r["exact"] != "false"
	out.Cached = r["cached"] == "true"
	return out, nil
}

func (r Record) number(name string) (float64, bool) {
	v, err := strconv.ParseFloat(r[name], 64)
	return v, err == nil
}

// value is a cell as the kind of value that it reads as; nil for an empty one.
func (r Record) value(name string) any {
	cell := r[name]
	if i, err := strconv.ParseInt(cell, 10, 64); err == nil {
		return i
	}
	if f, err := strconv.ParseFloat(cell, 64); err == nil {
		return f
	}
	switch cell {
	case "":
		return nil
	case "true":
		return true
	case "false":
		return false
	}
	return cell
}
