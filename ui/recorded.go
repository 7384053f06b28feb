package ui

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gramscope/model"
	"gramscope/model/sweep"
)

// Recorded are the results of earlier sweeps, read from files.
type Recorded struct {
	Files  []string
	Header []string // the columns of all files
	Rows   []sweep.Result
}

// recorded is what the explorer shows of such results. Its knobs are the columns of
// parameters, each with the values that there are.
type recorded struct {
	Recorded
	knobs  []recordedKnob
	turned string // the knob that was turned last, which the others follow
}

// recordedKnob is a column of parameters.
type recordedKnob struct {
	model.Param // whose choices are the values
	column      sweep.Column
	axis        model.Param // as a swept parameter
	numbers     []float64   // the values, where all are numbers
	at          int
}

// varies tells whether there is something to choose.
func (k *recordedKnob) varies() bool { return len(k.Choices) > 1 }

// newRecorded lists the knobs.
func newRecorded(c Recorded, methods []model.Method) *recorded {
	r := &recorded{Recorded: c}
	params := sweep.Parameters(methods)
	for _, name := range r.Header {
		param, known := sweep.Parameter(params, strings.ReplaceAll(name, "_", "-"))
		asked := slices.ContainsFunc(sweep.Columns(nil, sweep.AllFigures()), func(c sweep.Column) bool { return c.Asked && c.Name == name })
		if !known && !asked || name == "method" || name == "rep" {
			continue
		}
		if !known {
			param = model.Param{Name: name, Symbol: name, Group: model.GroupMethod, Doc: "column " + name}
		}
		if k, ok := r.knob(param, name); ok {
			r.knobs = append(r.knobs, k)
		}
	}
	slices.SortStableFunc(r.knobs, func(a, b recordedKnob) int { return cmp.Compare(recordedRank(a.Group), recordedRank(b.Group)) })
	r.Rows = r.once()
	return r
}

// once are the rows without those of a run that stands there already, as where
// files overlap: it would count twice. The first is kept, but one that failed gives
// way to one that did not.
func (r *recorded) once() []sweep.Result {
	at := map[string]int{}
	var rows []sweep.Result
	for i := range r.Rows {
		row := &r.Rows[i]
		key := fmt.Sprint(row.Method, "\x00", row.Rep)
		for _, k := range r.knobs {
			key += "\x00" + k.column.Text(row)
		}
		before, seen := at[key]
		switch {
		case !seen:
			at[key] = len(rows)
			rows = append(rows, *row)
		case rows[before].Failure != "" && row.Failure == "":
			rows[before] = *row
		}
	}
	return rows
}

// knob makes one of a column; not ok where no row has it.
func (r *recorded) knob(param model.Param, name string) (recordedKnob, bool) {
	k := recordedKnob{axis: param, column: sweep.Column{Name: name, Doc: param.Doc}}
	found := map[string]float64{}
	numeric := true
	for i := range r.Rows {
		if text := k.column.Text(&r.Rows[i]); text != "" {
			v, ok := k.column.Number(&r.Rows[i])
			found[text], numeric = v, numeric && ok
		}
	}
	values := slices.SortedFunc(maps.Keys(found), func(a, b string) int {
		return cmp.Or(cmp.Compare(found[a], found[b]), cmp.Compare(a, b))
	})
	if numeric {
		for _, text := range values {
			k.numbers = append(k.numbers, found[text])
		}
	}
	group := param.Group
	switch name {
	case "data", "d", "seed":
		group = "DATA"
	case "kernel":
		group = model.GroupKernel
	case "learner":
		group = model.GroupRidge
	}
	k.Param = model.Param{Name: param.Name, Symbol: param.Symbol, Group: group, Doc: param.Doc, Choices: values, Max: float64(len(values) - 1)}
	return k, len(values) > 0
}

func recordedRank(group string) int {
	return slices.Index([]string{"DATA", model.GroupKernel, model.GroupBudget, model.GroupRidge, model.GroupMethod}, group)
}

func (r *recorded) find(name string) *recordedKnob {
	for i := range r.knobs {
		if r.knobs[i].Name == name {
			return &r.knobs[i]
		}
	}
	return nil
}

// text is a knob's value as the panel shows it.
func (r *recorded) text(name string) string {
	k := r.find(name)
	if k.numbers != nil {
		return short(k.numbers[k.at])
	}
	return k.Choices[k.at]
}

// axes are the knobs that a chart can be over: those of numbers that vary, the
// budget first; else all of numbers.
func (r *recorded) axes() []*recordedKnob {
	var varying, all []*recordedKnob
	for i := range r.knobs {
		k := &r.knobs[i]
		if k.numbers == nil || k.Name == "seed" || k.Name == "d" {
			continue
		}
		all = append(all, k)
		if k.varies() {
			varying = append(varying, k)
		}
	}
	if len(varying) == 0 {
		varying = all
	}
	slices.SortStableFunc(varying, func(a, b *recordedKnob) int { return cmp.Compare(groupRank(a.Group), groupRank(b.Group)) })
	return varying
}

// tied tells whether a column says the same as the swept one: γ and σ are one
// knob, and the ridge of the scores follows μ unless it was set.
func (r *recorded) tied(k *recordedKnob, axis string) bool {
	switch pair := k.Name + " " + axis; pair {
	case "gamma sigma", "sigma gamma":
		return true
	case "score-ridge mu", "mu score-ridge":
		return !slices.ContainsFunc(r.Rows, func(row sweep.Result) bool { return row.Mu != row.ScoreRidge })
	}
	return false
}

// chosen are the rows at the knobs' values, but for the swept one's. A value that
// no row has together with those of the knob turned last and of those above gives
// way to one that some have.
func (r *recorded) chosen(axis string) []sweep.Result {
	rows := r.Rows
	for _, k := range r.free(axis) {
		have := map[string]bool{}
		for j := range rows {
			have[k.column.Text(&rows[j])] = true
		}
		for try := 0; !have[k.Choices[k.at]] && try < len(k.Choices); try++ {
			if have[k.Choices[try]] {
				k.at = try
			}
		}
		var kept []sweep.Result
		for j := range rows {
			if text := k.column.Text(&rows[j]); text == "" || text == k.Choices[k.at] {
				kept = append(kept, rows[j])
			}
		}
		rows = kept
	}
	return rows
}

// free are the knobs that choose rows: those that vary, but for the swept one. The
// one turned last comes first.
func (r *recorded) free(axis string) []*recordedKnob {
	var list []*recordedKnob
	for i := range r.knobs {
		k := &r.knobs[i]
		switch {
		case k.Name == axis || !k.varies() || r.tied(k, axis):
		case k.Name == r.turned:
			list = slices.Insert(list, 0, k)
		default:
			list = append(list, k)
		}
	}
	return list
}

// settle turns the knobs to where the files have most values of the swept
// parameter, unless they have some where the knobs are.
func (r *recorded) settle(axis string) {
	values := func(rows []sweep.Result) int { return len(r.find(axis).among(rows)) }
	if values(r.chosen(axis)) > 1 {
		return
	}
	var groups [][]sweep.Result // of equal values, in the order of the files
	at := map[string]int{}
	for i := range r.Rows {
		key := ""
		for _, k := range r.free(axis) {
			key += k.column.Text(&r.Rows[i]) + "\x00"
		}
		if _, seen := at[key]; !seen {
			at[key] = len(groups)
			groups = append(groups, nil)
		}
		groups[at[key]] = append(groups[at[key]], r.Rows[i])
	}
	best := groups[0]
	for _, rows := range groups {
		if values(rows) > values(best) {
			best = rows
		}
	}
	for _, k := range r.free(axis) {
		if i := slices.Index(k.Choices, k.column.Text(&best[0])); i >= 0 {
			k.at = i
		}
	}
}

// among are the values of the column in some rows, ascending.
func (k *recordedKnob) among(rows []sweep.Result) []float64 {
	found := map[float64]bool{}
	for i := range rows {
		if v, ok := k.column.Number(&rows[i]); ok {
			found[v] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}
