package lesson

import (
	"fmt"
	"maps"

	"gramscope/model/sweep"
)

// checkShare checks that the figures of a share are those of rows of one method.
func checkShare(s statement) error {
	if s.key != shareKey {
		return nil
	}
	figures := s.figuresOf()
	if len(figures) == 0 {
		return &Error{0, s.sides[0].column, "a share is one of rows, and no figure is named", "write share: NAME, error of rls <= 0.1"}
	}
	for _, x := range s.sides {
		if x.folds != nil {
			return &Error{0, x.column, "a share is of single rows, and the function is of many", ""}
		}
	}
	for _, f := range figures {
		if f.Method != figures[0].Method || f.places != nil || f.choice != "" {
			return &Error{0, f.column, fmt.Sprintf("%q is not COLUMN of %s, as in each of its rows", f.text, figures[0].Method), ""}
		}
	}
	return nil
}

// carryOutShare defines the share of a method's rows in which an inequality holds, among those that have its figures. Exact
// figures, for example, have no standard error.
func (e *evidence) carryOutShare(s statement) bool {
	method, rows, holding := s.figuresOf()[0].Method, 0, 0
	for _, value := range e.swept() {
		for rep := 1; rep <= e.lesson.Spec.Reps; rep++ {
			r := e.at(method, rep, value)
			if r == nil {
				e.Needs(e.absent(method, value, rep-1))
				return false
			}
			if !e.Has(method, r.Failure, "", true) {
				return false
			}
			values, known := e.rowValues(s, r)
			if !known {
				continue
			}
			rows++
			if s.inOrder(values) {
				holding++
			}
		}
	}
	if rows == 0 {
		e.Needs(fmt.Sprintf("rows of %s with all figures of %s", method, s.name))
		return false
	}
	e.known[s.name] = float64(holding) / float64(rows)
	return true
}

// rowValues returns the values of all sides in one row. known is false if the row lacks a figure.
func (e *evidence) rowValues(s statement, r *sweep.Result) (values []float64, known bool) {
	for _, x := range s.sides {
		at := maps.Clone(e.known)
		for i, f := range x.figures {
			c, _ := columnNamed(f.Column)
			if at[stand(i)], known = c.Number(r); !known {
				return nil, false
			}
		}
		v, err := x.formula.Value(at)
		if err != nil {
			return nil, false
		}
		values = append(values, v)
	}
	return values, true
}
