package lab

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"gramscope/model"
	"gramscope/model/number"
	"gramscope/model/sweep"
)

// Recorded are the results of earlier sweeps, read from files.
type Recorded struct {
	Files  []string
	Header []string // the columns of all files
	Rows   []sweep.Result
	Notes  []string // what to know about the files
}

// recorded is what the explorer shows of such results. Its knobs are the columns of
// parameters, each with the values that there are. The values of all rows are looked
// up once, when they are read: every key compares indices only.
type recorded struct {
	Recorded
	Knobs    []RecordedKnob
	turned   model.Name // the knob that was turned last, which the others follow
	follows  bool       // the ridge of the scores is μ in all rows
	Selected *selection
	figures  []sweep.Column // that the files have
}

// RecordedKnob is a column of parameters.
type RecordedKnob struct {
	model.Param // whose choices are the values
	Column      sweep.Column
	axis        model.Param // as a swept parameter
	numbers     []float64   // the values, where all are numbers
	of          []int       // by row: the index of its value, −1 where it has none
	at          int
}

// Varies tells whether there is something to choose.
func (k *RecordedKnob) Varies() bool { return len(k.Choices) > 1 }

// NewRecorded lists the knobs.
func NewRecorded(c Recorded, methods []model.Method) *recorded {
	r := &recorded{Recorded: c}
	params := sweep.Parameters(methods)
	columns := AllColumns()
	for _, name := range r.Header {
		param, known := sweep.Parameter(params, model.Name(strings.ReplaceAll(name, "_", "-")))
		if !known && !columns[name].Asked || name == "method" || name == "rep" {
			continue
		}
		if !known {
			param = model.Param{Name: model.Name(name), Symbol: name, Group: model.GroupMethod, Doc: "column " + name}
		}
		if k, ok := r.knob(param, name); ok {
			r.Knobs = append(r.Knobs, k)
		}
	}
	slices.SortStableFunc(r.Knobs, func(a, b RecordedKnob) int {
		return slices.Index(model.Groups(), a.Group) - slices.Index(model.Groups(), b.Group)
	})
	r.once()
	r.figures = figuresOf(c, r.Knobs)
	r.follows = true
	for i := range r.Rows {
		r.follows = r.follows && r.Rows[i].Mu == r.Rows[i].ScoreRidge
	}
	return r
}

// once drops the rows of a run that stands there already, as where files overlap:
// it would count twice. The first is kept, but one that failed gives way to one
// that did not.
func (r *recorded) once() {
	at := map[string]int{}
	rows := make([]sweep.Result, 0, len(r.Rows))
	var key []byte
	for i := range r.Rows {
		row := &r.Rows[i]
		key = append(binary.AppendVarint(key[:0], int64(len(row.Method))), row.Method...)
		key = binary.AppendVarint(key, int64(row.Rep))
		for j := range r.Knobs {
			key = binary.AppendVarint(key, int64(r.Knobs[j].of[i]))
		}
		before, seen := at[string(key)]
		switch {
		case !seen:
			at[string(key)] = len(rows)
			for j := range r.Knobs {
				r.Knobs[j].of[len(rows)] = r.Knobs[j].of[i]
			}
			rows = append(rows, *row)
		case rows[before].Failure != "" && row.Failure == "":
			rows[before] = *row
		}
	}
	for j := range r.Knobs {
		r.Knobs[j].of = r.Knobs[j].of[:len(rows)]
	}
	r.Rows = rows
}

// knob makes one of a column; not ok where no row has it.
func (r *recorded) knob(param model.Param, name string) (RecordedKnob, bool) {
	k := RecordedKnob{axis: param, Column: sweep.Column{Name: name, Doc: param.Doc}, of: make([]int, len(r.Rows))}
	found := map[string]float64{}
	texts := make([]string, len(r.Rows))
	numeric := true
	for i := range r.Rows {
		if texts[i] = k.Column.Text(&r.Rows[i]); texts[i] != "" {
			v, ok := k.Column.Number(&r.Rows[i])
			found[texts[i]], numeric = v, numeric && ok
		}
	}
	values := slices.SortedFunc(maps.Keys(found), func(a, b string) int {
		return cmp.Or(cmp.Compare(found[a], found[b]), cmp.Compare(a, b))
	})
	place := map[string]int{"": -1}
	for i, text := range values {
		place[text] = i
		if numeric {
			k.numbers = append(k.numbers, found[text])
		}
	}
	for i, text := range texts {
		k.of[i] = place[text]
	}
	group := param.Group
	switch name {
	case "data", "d", "seed":
		group = model.GroupData
	case "kernel":
		group = model.GroupKernel
	case "learner":
		group = model.GroupRidge
	}
	k.Param = model.Param{Name: param.Name, Symbol: param.Symbol, Group: group, Doc: param.Doc, Choices: values, Max: float64(len(values) - 1)}
	return k, len(values) > 0
}

// Find is the knob of that name, nil where there is none.
func (r *recorded) Find(name model.Name) *RecordedKnob {
	for i := range r.Knobs {
		if r.Knobs[i].Name == name {
			return &r.Knobs[i]
		}
	}
	return nil
}

// Text is a knob's value as the panel shows it.
func (r *recorded) Text(name model.Name) string {
	k := r.Find(name)
	if k.numbers != nil {
		return number.Short(k.numbers[k.at])
	}
	return k.Choices[k.at]
}

// Axes are the knobs that a chart can be over: those of numbers that vary, the
// budget first; else all of numbers.
func (r *recorded) Axes() []*RecordedKnob {
	var varying, all []*RecordedKnob
	for i := range r.Knobs {
		k := &r.Knobs[i]
		if k.numbers == nil || k.Name == "seed" || k.Name == "d" {
			continue
		}
		all = append(all, k)
		if k.Varies() {
			varying = append(varying, k)
		}
	}
	if len(varying) == 0 {
		varying = all
	}
	slices.SortStableFunc(varying, func(a, b *RecordedKnob) int { return compareAxes(a.Param, b.Param) })
	return varying
}

// tied tells whether a column says the same as the swept one: γ and σ are one
// knob, and the ridge of the scores follows μ unless it was set.
func (r *recorded) tied(k *RecordedKnob, axis model.Name) bool {
	isRidge := func(name model.Name) bool { return name == model.RidgeName || name == model.ScoreRidgeName }
	return k.Name != axis && (sweep.SameKnob(k.Name, axis) || r.follows && isRidge(k.Name) && isRidge(axis))
}

// chosen are the indices of the rows at the knobs' values, but for the swept one's.
// A value that no row has together with those of the knob turned last and of those
// above gives way to one that some have.
func (r *recorded) chosen(axis model.Name) []int {
	rows := make([]int, len(r.Rows))
	for i := range rows {
		rows[i] = i
	}
	for _, k := range r.free(axis) {
		have := make([]bool, len(k.Choices))
		for _, i := range rows {
			if k.of[i] >= 0 {
				have[k.of[i]] = true
			}
		}
		if first := slices.Index(have, true); !have[k.at] && first >= 0 {
			k.at = first
		}
		kept := rows[:0]
		for _, i := range rows {
			if k.of[i] < 0 || k.of[i] == k.at {
				kept = append(kept, i)
			}
		}
		rows = kept
	}
	return rows
}

// free are the knobs that choose rows: those that vary, but for the swept one. The
// one turned last comes first.
func (r *recorded) free(axis model.Name) []*RecordedKnob {
	var list []*RecordedKnob
	for i := range r.Knobs {
		k := &r.Knobs[i]
		switch {
		case k.Name == axis || !k.Varies() || r.tied(k, axis):
		case k.Name == r.turned:
			list = slices.Insert(list, 0, k)
		default:
			list = append(list, k)
		}
	}
	return list
}

// Settle turns the knobs to where the files have most values of the swept
// parameter, unless they have some where the knobs are.
func (r *recorded) Settle(axis model.Name) {
	swept, free := r.Find(axis), r.free(axis)
	if len(swept.among(r.chosen(axis))) > 1 {
		return
	}
	type member struct{ group, value int }
	at, seen := map[string]int{}, map[member]bool{}
	var first, values []int // of each group of equal values: a row, and how many swept ones it has
	var key []byte
	for i := range r.Rows {
		key = key[:0]
		for _, k := range free {
			key = binary.AppendVarint(key, int64(k.of[i]))
		}
		g, known := at[string(key)]
		if !known {
			g = len(first)
			at[string(key)] = g
			first, values = append(first, i), append(values, 0)
		}
		if v := swept.of[i]; v >= 0 && !seen[member{g, v}] {
			seen[member{g, v}] = true
			values[g]++
		}
	}
	best := first[slices.Index(values, slices.Max(values))]
	for _, k := range free {
		if v := k.of[best]; v >= 0 {
			k.at = v
		}
	}
}

// among are the values of the column in some rows, ascending.
func (k *RecordedKnob) among(rows []int) []float64 {
	have := make([]bool, len(k.numbers))
	for _, i := range rows {
		if k.of[i] >= 0 {
			have[k.of[i]] = true
		}
	}
	var values []float64
	for v, there := range have {
		if there {
			values = append(values, k.numbers[v])
		}
	}
	return slices.Compact(values)
}
