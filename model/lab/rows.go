package lab

import (
	"fmt"

	"gramscope/model/sweep"
)

// Rows are the results that are on screen: the grid's in the order of a sweep, then
// those of the present setting that it has not.
func (b *Bench) Rows() []sweep.Result {
	if b.Recorded != nil {
		return b.Recorded.Selection(b.Setting.Axis.Name).Rows
	}
	o := b.Shown()
	var list []sweep.Result
	seen := map[string]bool{}
	key := func(r sweep.Result) string {
		return fmt.Sprint(r.Method, r.Rep, r.N, r.Gamma, r.Mu, r.ScoreRidge, r.Params)
	}
	for rep := 1; rep <= o.Setting.Spec.Reps; rep++ {
		for k := range o.Axis.Values {
			for _, method := range b.Methods {
				if points := o.Grid[method.Name]; points != nil {
					for _, r := range points[k] {
						if r.Rep == rep {
							list, seen[key(r)] = append(list, r), true
						}
					}
				}
			}
		}
	}
	for rep := 1; rep <= o.Setting.Spec.Reps; rep++ {
		for _, method := range b.Methods {
			for _, r := range o.Now[method.Name] {
				if r.Rep == rep && !seen[key(r)] {
					list = append(list, r)
				}
			}
		}
	}
	return list
}

// Columns are those that the rows have.
func (b *Bench) Columns() []sweep.Column {
	if b.Recorded == nil {
		return b.Shown().Plan.Columns()
	}
	var list []sweep.Column
	for _, name := range b.Recorded.Header {
		list = append(list, sweep.Column{Name: name})
	}
	return list
}
