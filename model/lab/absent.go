package lab

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gramscope/data"
	"gramscope/data/remedy"
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
type recordedSource struct {
	name    string
	dims    int
	target  bool
	classes []string // without names
}

// newRecordedSource looks through the results once: it is asked for every frame.
func newRecordedSource(of Recorded) recordedSource {
	s := recordedSource{dims: of.Rows[0].D}
	rmse, accuracy := Column("rmse_test"), Column("accuracy_test")
	var names []string
	seen := map[string]bool{}
	for i := range of.Rows {
		r := &of.Rows[i]
		if !seen[r.Data] {
			seen[r.Data] = true
			names = append(names, r.Data)
		}
		_, learned := rmse.Number(r)
		_, classified := accuracy.Number(r)
		if s.target = s.target || learned || classified; classified {
			s.classes = []string{}
		}
	}
	s.name = strings.Join(names, ", ")
	if len(names) > 2 {
		s.name = strconv.Itoa(len(names)) + " data sets"
	}
	return s
}

// Name names all data sets.
func (s recordedSource) Name() string               { return s.name }
func (s recordedSource) Rows() int                  { return 0 }
func (s recordedSource) Dims() int                  { return s.dims }
func (s recordedSource) HasTarget() bool            { return s.target }
func (s recordedSource) Classes() []string          { return s.classes }
func (s recordedSource) Raw() bool                  { return true }
func (s recordedSource) Landmarks() *data.Landmarks { return nil }
func (s recordedSource) Draw(int, float64, *rand.Rand) (*data.Set, *data.Set, error) {
	return nil, nil, &data.Error{Problem: "results of files come without their data", Remedies: remedy.Do("run `gramscope sweep` for others")}
}

// methodsOf returns the methods of rows, in their order, with the numbers of their markers: a
// method's index among all. One that the program has not stands there by its name, and its number
// follows those of all.
func methodsOf(rows []sweep.Result, all []model.Method) (methods []model.Method, markers []int) {
	next, seen := len(all), map[string]bool{}
	for i := range rows {
		name := rows[i].Method
		if seen[name] {
			continue
		}
		seen[name] = true
		method := model.Method{Name: name, Doc: "of the files; this program has no such method", New: func() model.Fitter { return absent{} }}
		at := slices.IndexFunc(all, func(x model.Method) bool { return x.Name == name })
		if at >= 0 {
			method = all[at]
			method.Needs = model.Needs{} // it has run
		} else {
			at, next = next, next+1
		}
		methods, markers = append(methods, method), append(markers, at)
	}
	return methods, markers
}
