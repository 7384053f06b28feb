package approxtest

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/cluster"
)

// fields compares the fields of a Method with its fits: whether they read all of K, for each choice of a
// parameter; whether they have landmarks or draw frequencies; and whether the clusters are those that
// k-means makes with the fit's generator.
func (s suite) fields(t *testing.T) {
	const n, budget = 600, 4
	g := s.problem(t, n)
	choices := []model.Values{{}}
	for _, p := range s.method.New().Params() {
		for v := range p.Choices {
			choices = append(choices, model.Values{p.Name: float64(v)})
		}
	}
	for _, choice := range choices {
		set := settings(budget)
		set[model.ScoreRidgeName] = 100 // at which dictionaries are small, too
		for name, v := range choice {
			set[name] = v
		}
		g := g.View()
		f := s.fit(t, g, set, 1)
		fitter, _ := s.fitter(t, set)
		if all, read := s.method.Quadratic(fitter), g.Entries(); all != (read >= n*n/2) {
			t.Errorf("%v: reads all of K: %v, but %d of %d entries were read", f.Params, all, read, n*n)
		}
		e := s.extended(t, f)
		if s.promise.OwnForm && e.Product {
			t.Errorf("%v: K̃ is said to be a product of features", f.Params)
		}
		w := e.Parts[0].AllFrequencies()
		if drawn := w != nil || e.Parts[0].Sketch != nil; drawn != s.method.Features {
			t.Errorf("%v: features drawn: %v, the method says %v", f.Params, drawn, s.method.Features)
		}
		if w != nil && isOrthogonal(w) && s.method.Independent != nil && s.method.Independent(fitter) {
			t.Errorf("%v: the frequencies are orthogonal, the method says that they are independent", f.Params)
		}
		if has := usesLandmarks(f, e, n); has != s.method.Landmarks {
			t.Errorf("%v: K̃ uses landmarks: %v, the method says %v", f.Params, has, s.method.Landmarks)
		}
		if s.method.Clusters {
			s.clustersAreItsOwn(t, f, e)
		}
	}
}

// usesLandmarks reports whether K̃ is made from the kernel at fewer than n points.
func usesLandmarks(f Fit, e *model.Extension, n int) bool {
	if f.Landmarks() != nil {
		return true
	}
	if !e.Product || e.Parts[0].Landmarks == nil {
		return false
	}
	m, _ := e.Parts[0].Landmarks.Dims()
	return m < n
}

// isOrthogonal reports whether the first two frequencies are orthogonal. Independent ones are not.
func isOrthogonal(w *mat.Dense) bool {
	a, b := w.RowView(0), w.RowView(1)
	return math.Abs(mat.Dot(a, b)) <= 1e-9*mat.Norm(a, 2)*mat.Norm(b, 2)
}

// clustersAreItsOwn clusters the points with the generator with which the fit started. It compares the
// centres with those of the extension, or checks that each column of the sketch lies in one cluster.
func (s suite) clustersAreItsOwn(t *testing.T, f Fit, e *model.Extension) {
	t.Helper()
	centres, owner, err := cluster.KMeans(t.Context(), f.Gram.X(), f.Clamped(model.ClustersName), f.Rand)
	if err != nil {
		t.Fatal(err)
	}
	if e.Centres != nil {
		if !mat.EqualApprox(e.Centres, centres, 1e-12*math.Max(1, mat.Norm(centres, 2))) {
			t.Errorf("%v: the parts' centres are not those of k-means with its generator", f.Params)
		}
		return
	}
	sketch := f.Sketch()
	_, m := sketch.Dims()
	for j := range m {
		in := -1
		for i, v := range mat.Col(nil, j, sketch) {
			switch {
			case v == 0:
			case in >= 0 && owner[i] != in:
				t.Fatalf("%v: column %d of the sketch lies in two clusters", f.Params, j)
			default:
				in = owner[i]
			}
		}
	}
}

// extended returns the extension of a fit.
func (s suite) extended(t *testing.T, f Fit) *model.Extension {
	t.Helper()
	e, err := f.Approximation.Extension(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return e
}
