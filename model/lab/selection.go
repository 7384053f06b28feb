package lab

import (
	"encoding/binary"
	"slices"

	"gramscope/model"
	"gramscope/model/sweep"
)

// selection is the rows of the files at the knobs' values, in groups. It stays
// while only the swept knob turns.
type selection struct {
	of     string // what it was made for
	rows   []sweep.Result
	values []float64                   // of the swept parameter, ascending
	points map[string][][]sweep.Result // by method and value
	floor  []float64                   // by value, NaN where it is not known
}

// position names the values of all knobs but the swept one.
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

// selection groups the rows at the knobs' values.
func (r *recorded) selection(axis model.Name) *selection {
	if s := r.selected; s != nil && s.of == r.position(axis) {
		return s
	}
	k, chosen := r.knob(axis), r.chosen(axis)
	s := &selection{of: r.position(axis), values: k.among(chosen), points: map[string][][]sweep.Result{}}
	if len(s.values) == 0 { // no method here has it: flat lines
		s.values = slices.Compact(slices.Clone(k.numbers))
	}
	place := make([]int, len(k.numbers)) // of each number among the values
	for i, v := range k.numbers {
		place[i], _ = slices.BinarySearch(s.values, v)
	}
	type run struct {
		method string
		rep    int
	}
	without, seen := map[string][]sweep.Result{}, map[run]bool{}
	used, best := Column("rank_used"), Column("error_best")
	asked := model.Values{}
	s.rows = make([]sweep.Result, 0, len(chosen))
	floors := make([][]float64, len(s.values))
	for _, i := range chosen {
		row := &r.results.Rows[i]
		s.rows = append(s.rows, *row)
		points := s.points[row.Method]
		if points == nil {
			points = make([][]sweep.Result, len(s.values))
			s.points[row.Method] = points
		}
		if k.of[i] < 0 { // a method that does not have the parameter: the same everywhere
			if which := (run{row.Method, row.Rep}); !seen[which] {
				seen[which] = true
				without[row.Method] = append(without[row.Method], *row)
			}
			continue
		}
		at := place[k.of[i]]
		points[at] = append(points[at], *row)
		if v, ok := recordedFloor(row, asked, used, best); ok {
			floors[at] = append(floors[at], v)
		}
	}
	for method, rows := range without {
		for i, own := range s.points[method] {
			if len(own) == 0 { // nobody writes to it
				s.points[method][i] = rows
			} else {
				s.points[method][i] = append(own, rows...)
			}
		}
	}
	for _, values := range floors {
		s.floor = append(s.floor, Average(values))
	}
	r.selected = s
	return s
}

// recordedFloor is the error of the best approximation of the budget's rank: what a row of a
// method that used this rank has for the best error of its own. It overwrites asked.
func recordedFloor(row *sweep.Result, asked model.Values, used, best sweep.Column) (float64, bool) {
	for _, name := range []model.Name{model.BudgetName, model.TargetRankName} {
		asked[name], _ = sweep.Column{Name: name.Column()}.Number(row)
	}
	rank, ranked := used.Number(row)
	v, ok := best.Number(row)
	return v, ok && ranked && asked[model.BudgetName] > 0 && int(rank) == rankAsked(asked, row.N)
}

// chosen are the indices of the rows at the knobs' values, but for the swept one's.
// A value that no row has together with those of the knob turned last and of those
// above gives way to one that some have.
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

// free are the knobs that choose rows: those that vary, but for the swept one. The
// one turned last comes first.
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

// settle turns the knobs to where the files have most values of the swept
// parameter, unless they have some where the knobs are.
func (r *recorded) settle(axis model.Name) {
	swept, free := r.knob(axis), r.free(axis)
	if len(swept.among(r.chosen(axis))) > 1 {
		return
	}
	type member struct{ group, value int }
	at, seen := map[string]int{}, map[member]bool{}
	var first, values []int // of each group of equal values: a row, and how many swept ones it has
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

// among are the values of the column in some rows, ascending.
func (k *recordedKnob) among(rows []int) []float64 {
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
