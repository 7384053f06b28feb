package lab

import (
	"encoding/binary"
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/sweep"
)

// selection are the rows of the files at the knobs' values, in groups. It stays
// while only the swept knob turns.
type selection struct {
	of     string // what it was made for
	Rows   []sweep.Result
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
	for i := range r.Knobs {
		if k := &r.Knobs[i]; k.Name != axis {
			key = binary.AppendVarint(key, int64(k.at))
		}
	}
	return string(key)
}

// Selection groups the rows at the knobs' values.
func (r *recorded) Selection(axis model.Name) *selection {
	if s := r.Selected; s != nil && s.of == r.position(axis) {
		return s
	}
	k, chosen := r.Find(axis), r.chosen(axis)
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
	s.Rows = make([]sweep.Result, 0, len(chosen))
	sums, counts := make([]float64, len(s.values)), make([]float64, len(s.values))
	for _, i := range chosen {
		row := &r.Rows[i]
		s.Rows = append(s.Rows, *row)
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
			sums[at], counts[at] = sums[at]+v, counts[at]+1
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
	s.floor = make([]float64, len(s.values))
	for i := range s.floor {
		s.floor[i] = math.NaN()
		if counts[i] > 0 {
			s.floor[i] = sums[i] / counts[i]
		}
	}
	r.Selected = s
	return s
}

// recordedFloor is the error of the best approximation of the budget's rank: what
// a row of a method that used this rank has for the best error of its own. asked is
// room for its budget.
func recordedFloor(row *sweep.Result, asked model.Values, used, best sweep.Column) (float64, bool) {
	for _, name := range []model.Name{model.BudgetName, model.TargetRankName} {
		asked[name], _ = sweep.Column{Name: name.Column()}.Number(row)
	}
	rank, ranked := used.Number(row)
	v, ok := best.Number(row)
	return v, ok && ranked && asked[model.BudgetName] > 0 && int(rank) == rankAsked(asked, row.N)
}
