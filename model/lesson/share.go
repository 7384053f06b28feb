package lesson

import (
	"errors"
	"fmt"
	"slices"
)

// checkShare checks that the figures of a share are those of rows of one method: of all its rows, or in papers of some.
func (s statement) checkShare(all bool) error {
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
		if f.Method != figures[0].Method || f.choice != "" || all && f.places != nil {
			return &Error{0, f.column, fmt.Sprintf("%q is not COLUMN of %s, as in each of its rows", f.text, figures[0].Method), ""}
		}
	}
	return nil
}

// errLacks is the error of a row that lacks a figure.
var errLacks = errors.New("a row lacks a figure")

// share returns the share of a method's rows in which an inequality holds, among those that have its figures. Exact
// figures, for example, have no standard error.
func (s statement) share(rows Rows, known map[string]float64) (float64, error) {
	f := s.figuresOf()[0]
	where, err := f.where(known, nil)
	if err != nil {
		return 0, err
	}
	holding, all := 0, 0
	for _, row := range rows.Values(f, rowAxis, where) {
		values, err := s.values(rows, known, map[string]float64{rowAxis: row})
		if errors.Is(err, errLacks) {
			continue
		}
		if err != nil {
			return 0, err
		}
		if all++; s.inOrder(values) {
			holding++
		}
	}
	if all == 0 {
		return 0, fmt.Errorf("rows of %s with all figures of %s", f.Method, s.name)
	}
	return float64(holding) / float64(all), nil
}

// single returns the numbers of all rows of a method. If one is missing it returns none, and the verdict is Waiting.
func (e *evidence) single(method string) (rows []float64) {
	for _, value := range e.swept() {
		for rep := 1; rep <= e.lesson.Spec.Reps; rep++ {
			r := e.at(method, rep, value)
			switch {
			case r == nil:
				e.Needs(e.absent(method, value, rep-1))
				return nil
			case !e.Has(method, r.Failure, "", true):
				return nil
			}
			rows = append(rows, float64(slices.Index(e.rows, r)))
		}
	}
	return rows
}
