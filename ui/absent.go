package ui

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/sweep"
)

// absent stands for a method that results of a file are of and the program has not.
type absent struct{}

// Params are none.
func (absent) Params() []model.Param { return nil }

// Fit refuses.
func (absent) Fit(context.Context, *model.Gram, *rand.Rand) (model.Approximation, error) {
	return nil, errors.New("this program has no such method; the version that wrote the results has")
}

// recordedSource stands for the data behind results of files, which are not there.
type recordedSource struct{ of Recorded }

func (s recordedSource) has(column string) bool {
	c := sweep.Column{Name: column}
	return slices.ContainsFunc(s.of.Rows, func(r sweep.Result) bool { _, ok := c.Number(&r); return ok })
}

// Name names the data sets, all of them.
func (s recordedSource) Name() string {
	var names []string
	for _, r := range s.of.Rows {
		if !slices.Contains(names, r.Data) {
			names = append(names, r.Data)
		}
	}
	if len(names) > 2 {
		return strconv.Itoa(len(names)) + " data sets"
	}
	return strings.Join(names, ", ")
}

func (s recordedSource) Rows() int { return 0 }
func (s recordedSource) Dims() int { return s.of.Rows[0].D }
func (s recordedSource) HasTarget() bool {
	return s.has("rmse_test") || s.has("accuracy_test")
}
func (s recordedSource) Classes() []string {
	if s.has("accuracy_test") {
		return []string{}
	}
	return nil
}
func (s recordedSource) Raw() bool { return true }
func (s recordedSource) Draw(int, float64, *rand.Rand) (*data.Set, *data.Set, error) {
	return nil, nil, &data.Error{Problem: "results of files come without their data", Remedy: "run `gramscope sweep` for others"}
}
