package lab

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// recordedSource stands for the data of results from files. The data themselves are not available.
type recordedSource struct {
	name    string
	dims    int
	target  bool
	classes []string // empty and not nil for a classification
}

// newRecordedSource reads the properties of the data from the results. Each frame uses them.
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

// Name returns the names of all data sets, or their number if there are more than two.
func (s recordedSource) Name() string               { return s.name }
func (s recordedSource) Rows() int                  { return 0 }
func (s recordedSource) Dims() int                  { return s.dims }
func (s recordedSource) HasTarget() bool            { return s.target }
func (s recordedSource) Classes() []string          { return s.classes }
func (s recordedSource) Raw() bool                  { return true }
func (s recordedSource) Landmarks() *data.Landmarks { return nil }
func (s recordedSource) Draw(int, float64, *rand.Rand) (*data.Set, *data.Set, error) {
	return nil, nil, &data.Error{Problem: "a results file does not contain the data",
		Remedies: remedy.Do("run `gramscope sweep` for other settings")}
}

// methodsOf returns the methods of rows, in their order, with the numbers of their markers. The number of a marker is
// the method's among all. Methods that the program does not have get the numbers after those.
func methodsOf(rows []sweep.Result, all []model.Method) (methods []model.Method, markers []int) {
	next, seen, numbers := len(all), map[string]bool{}, markersOf(all)
	for i := range rows {
		name := rows[i].Method
		if seen[name] {
			continue
		}
		seen[name] = true
		method := model.Method{Name: name, New: trial.ExactMethod(0).New,
			Doc: "a method of the files that this program does not have"}
		at := slices.IndexFunc(all, func(x model.Method) bool { return x.Name == name })
		if at >= 0 {
			method = all[at]
			method.Needs = model.Needs{} // it was run, and its needs were met
			at = numbers[at]
		} else {
			at, next = next, next+1
		}
		methods, markers = append(methods, method), append(markers, at)
	}
	return methods, markers
}
