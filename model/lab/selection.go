package lab

import (
	"encoding/binary"
	"slices"

	"gramscope/model"
	"gramscope/model/sweep"
)

// selection has the rows of the files at the knobs' values. It does not depend on the value of the swept knob.
type selection struct {
	of     string // the position of the knobs, see recorded.position
	rows   []sweep.Result
	values []float64                   // of the swept parameter, ascending
	points map[string][][]sweep.Result // rows by method and value
}

// position identifies the values of all knobs except the swept one, and the knob turned last.
func (r *recorded) position(axis model.Name) string {
	key := []byte(axis + "\x00")
	if r.turned != axis {
		key = append(key, r.turned...)
	}
	key = append(key, 0)
	for i := range r.knobs {
		if k := &r.knobs[i]; k.Name != axis {
			key = binary.AppendVarint(key, int64(k.at))
		}
	}
	return string(key)
}

// selection selects the rows at the knobs' values and groups them by method and value of the swept parameter.
func (r *recorded) selection(axis model.Name) *selection {
	if s := r.selected; s != nil && s.of == r.position(axis) {
		return s
	}
	k, chosen := r.knob(axis), r.chosen(axis)
	s := &selection{of: r.position(axis), values: k.among(chosen), points: map[string][][]sweep.Result{}}
	if len(s.values) == 0 { // no method has the parameter, and all curves are flat
		s.values = slices.Compact(slices.Clone(k.numbers))
	}
	place := make([]int, len(k.numbers)) // index of each number in the values
	for i, v := range k.numbers {
		place[i], _ = slices.BinarySearch(s.values, v)
	}
	type run struct {
		method string
		rep    int
	}
	without, seen := map[string][]sweep.Result{}, map[run]bool{}
	s.rows = make([]sweep.Result, 0, len(chosen))
	for _, i := range chosen {
		row := &r.results.Rows[i]
		s.rows = append(s.rows, *row)
		points := s.points[row.Method]
		if points == nil {
			points = make([][]sweep.Result, len(s.values))
			s.points[row.Method] = points
		}
		if k.of[i] < 0 { // the method does not have the parameter, and its row is the same at all values
			if which := (run{row.Method, row.Rep}); !seen[which] {
				seen[which] = true
				without[row.Method] = append(without[row.Method], *row)
			}
			continue
		}
		at := place[k.of[i]]
		points[at] = append(points[at], *row)
	}
	for method, rows := range without {
		for i, own := range s.points[method] {
			if len(own) == 0 { // points share the slice, which is read only
				s.points[method][i] = rows
			} else {
				s.points[method][i] = append(own, rows...)
			}
		}
	}
	r.selected = s
	return s
}

// chosen returns the indices of the rows at the values of all knobs except the swept one. The
// knob turned last comes first, and the others follow in their order. If no row has a knob's value together
// with the values of the knobs before it, chosen turns the knob to a value that some row has.
func (r *recorded) chosen(axis model.Name) []int {
	rows := make([]int, len(r.results.Rows))
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
		rows = slices.DeleteFunc(rows, func(i int) bool { return k.of[i] >= 0 && k.of[i] != k.at })
	}
	return rows
}

// free returns the knobs that select rows: all that vary except the swept one and those that are
// tied to it. The knob turned last comes first.
func (r *recorded) free(axis model.Name) []*recordedKnob {
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

// settle turns the knobs to the values at which the files have most values of the swept
// parameter, unless they have at least two at the knobs' present values.
func (r *recorded) settle(axis model.Name) {
	swept, free := r.knob(axis), r.free(axis)
	if len(swept.among(r.chosen(axis))) > 1 {
		return
	}
	type member struct{ group, value int }
	at, seen := map[string]int{}, map[member]bool{}
	var first, values []int // for each group of rows with equal knobs, its first row and its number of swept values
	var key []byte
	for i := range r.results.Rows {
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

// among returns the values of the column in some rows, ascending.
func (k *recordedKnob) among(rows []int) []float64 {
	have := make([]bool, len(k.numbers))
	for _, i := range rows {
		if k.of[i] >= 0 {
			have[k.of[i]] = true
		}
	}
	var values []float64
	for v, found := range have {
		if found {
			values = append(values, k.numbers[v])
		}
	}
	return slices.Compact(values)
}
