package approx

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/kernel"
)

// streamers are all methods that stream, by name, with their parameters set.
func streamers(m int, ridge float64, qbar, rule int) map[string]model.Streamer {
	out := map[string]model.Streamer{}
	for _, method := range Methods() {
		s, ok := method.New().(model.Streamer)
		if !ok {
			continue
		}
		for _, p := range s.Params() {
			v, set := (model.Values{"m": float64(m), "score-ridge": ridge, "qbar": float64(qbar),
				"budget": float64(rule)})[p.Name]
			if !set {
				continue
			}
			if err := p.Set(v); err != nil {
				panic(err)
			}
		}
		out[method.Name] = s
	}
	return out
}

func TestStreamers(t *testing.T) {
	all := streamers(10, 1, 20, model.SizeByBudget)
	for _, name := range []string{"squeak", "disqueak", "ink-estimate"} {
		if all[name] == nil {
			t.Errorf("%s is no Streamer", name)
		}
	}
	if len(all) != 3 {
		t.Errorf("%d Streamers, want 3", len(all))
	}
}

// bits has the results of a fit that are visible from outside.
func bits(t fatal, g *model.Gram, rng *rand.Rand, a model.Approximation, err error) (numbers []float64, counts []int) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	f := a.(*form.Factor)
	if f.Stored() != nil {
		numbers = slices.Clone(f.Stored().RawMatrix().Data)
	}
	return numbers, append(slices.Clone(f.Landmarks()), int(g.Entries()), int(rng.Uint32()), len(f.Warnings()))
}

type fatal interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

func copied(s model.StreamStep) model.StreamStep {
	s.From, s.Arrived = slices.Clone(s.From), slices.Clone(s.Arrived)
	s.Index, s.Copies, s.Weight = slices.Clone(s.Index), slices.Clone(s.Copies), slices.Clone(s.Weight)
	return s
}

// Whatever the input, Stream has the bits of Fit, though its visitor writes over
// all it is given; and its steps build one tree over all points.
func TestStreamIsFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{1, 2, 3, 31, 32, 33, 100}).Draw(t, "n")
		ridge := math.Pow(10, rapid.Float64Range(-4, 3).Draw(t, "log ridge"))
		rule, qbar := rapid.IntRange(0, 1).Draw(t, "budget"), rapid.IntRange(5, 40).Draw(t, "qbar")
		m, seed := rapid.IntRange(1, 40).Draw(t, "m"), rapid.Uint64Range(0, 1<<20).Draw(t, "seed")
		x := normal(n, 2, seeded(seed))
		if rapid.Bool().Draw(t, "zero") {
			x.Zero()
		}
		k := rapid.SampledFrom([]model.Kernel{kernel.Gaussian{Gamma: 0.5}, kernel.Laplacian{Gamma: 0.5},
			kernel.Linear{}}).Draw(t, "kernel")
		g := model.NewGram(model.NewPoints(x, k.Geometry()), k)
		for name, f := range streamers(m, ridge, qbar, rule) {
			fitted, rng := g.View(), seeded(seed)
			a, err := f.Fit(context.Background(), fitted, rng)
			numbers, counts := bits(t, fitted, rng, a, err)
			var steps []model.StreamStep
			visited, rng := g.View(), seeded(seed)
			b, err := f.Stream(context.Background(), visited, rng, func(s model.StreamStep) error {
				steps = append(steps, copied(s))
				for _, list := range [][]int{s.From, s.Arrived, s.Index, s.Copies} {
					for i := range list {
						list[i] = -1
					}
				}
				for i := range s.Weight {
					s.Weight[i] = math.NaN()
				}
				return nil
			})
			again, counted := bits(t, visited, rng, b, err)
			if !slices.Equal(numbers, again) || !slices.Equal(counts, counted) {
				t.Fatalf("%s: watched, it is another", name)
			}
			consistent(t, name, steps, n, m, ridge, rule)
			last := steps[len(steps)-1]
			landmarks, held := a.Landmarks(), len(last.Index)
			if len(landmarks) < held || !slices.Equal(last.Index, landmarks[:held]) || len(landmarks) > held &&
				(rule != model.SizeByBudget || last.Ridge <= ridge) {
				t.Fatalf("%s: the last dictionary, at the ridge %v, is %v, the landmarks are %v", name, last.Ridge, last.Index,
					landmarks)
			}
			rest := int64(n * len(landmarks)) // the columns of the dictionary
			if len(landmarks) > held {
				rest += int64(min(n-held, fillFrom*m)) // what filled it up
			}
			if name == "ink-estimate" { // it has read all that
				rest = 0
			}
			if last.Entries+rest != visited.Entries() {
				t.Fatalf("%s: %d entries at the last step, %d at the end, %d held", name, last.Entries, visited.Entries(),
					len(last.Index))
			}
		}
	})
}

// consistent checks what the steps of every Streamer must satisfy.
func consistent(t fatal, name string, steps []model.StreamStep, n, m int, ridge float64, rule int) {
	t.Helper()
	points := make([]map[int]bool, len(steps)) // that a node stands for
	taken := make([]bool, len(steps))
	came := 0
	for j, s := range steps {
		if s.Node != j {
			t.Fatalf("%s: step %d is called %d", name, j, s.Node)
		}
		points[j] = map[int]bool{}
		least := ridge
		for _, from := range s.From {
			if from >= j || taken[from] {
				t.Fatalf("%s: step %d is made of %d, which is later or taken", name, j, from)
			}
			taken[from] = true
			for i := range points[from] {
				points[j][i] = true
			}
			least = max(least, steps[from].Ridge)
		}
		for _, i := range s.Arrived {
			if i < 0 || i >= n || points[j][i] {
				t.Fatalf("%s: row %d comes in twice, or is none", name, i)
			}
			points[j][i] = true
		}
		if came += len(s.Arrived); s.Seen != len(points[j]) || s.Seen == 0 {
			t.Fatalf("%s: step %d has seen %d points, and stands for %d", name, j, s.Seen, len(points[j]))
		}
		held := map[int]bool{}
		for a, i := range s.Index {
			if !points[j][i] || held[i] || s.Copies[a] < 1 || !(s.Weight[a] > 0) || math.IsInf(s.Weight[a], 0) {
				t.Fatalf("%s: step %d holds row %d, not seen or twice, %d copies of weight %v", name, j, i, s.Copies[a],
					s.Weight[a])
			}
			held[i] = true
		}
		if len(s.Copies) != len(s.Index) || len(s.Weight) != len(s.Index) || s.TotalCopies() < len(s.Index) {
			t.Fatalf("%s: step %d has lists of different lengths", name, j)
		}
		thinned := name != "disqueak" || s.Level > 0
		if thinned && rule == model.SizeByBudget && len(s.Index) > m {
			t.Fatalf("%s: step %d holds %d points, held to %d", name, j, len(s.Index), m)
		}
		if s.Ridge < least || rule == model.SizeByRidge && s.Ridge != ridge {
			t.Fatalf("%s: step %d is at the ridge %v, those before at %v", name, j, s.Ridge, least)
		}
		if j > 0 && s.Entries < steps[j-1].Entries || !(s.DEff >= 0) || math.IsInf(s.DEff, 0) {
			t.Fatalf("%s: step %d has read %d entries and has d̃ = %v", name, j, s.Entries, s.DEff)
		}
	}
	if came != n || slices.Contains(taken[:len(steps)-1], false) || taken[len(steps)-1] || len(points[len(steps)-1]) != n {
		t.Fatalf("%s: %d of %d points came in, or the steps are no single tree", name, came, n)
	}
}

// A tree of n points has its leaves first, then level by level half as many nodes,
// an odd one waiting; a pass is a path.
func TestStreamTree(t *testing.T) {
	for n, want := range map[int][]int{1: {1}, 2: {2, 1}, 5: {3, 1, 1}, 64 * 7: {7, 3, 2, 1}, 64*8 - 1: {8, 4, 2, 1},
		64 * 9: {9, 4, 2, 1, 1}} {
		g := gramOf(t, normal(n, 2, seeded(1)), "gaussian", 0.5)
		for name, f := range streamers(20, 1, 20, model.SizeByBudget) {
			var levels []int
			var before model.StreamStep
			must(f.Stream(t.Context(), g, seeded(2), func(s model.StreamStep) error {
				for len(levels) <= s.Level {
					levels = append(levels, 0)
				}
				levels[s.Level]++
				if name == "disqueak" {
					merge := s.Level > 0
					if s.Level < before.Level || merge != (len(s.From) == 2) || merge != (len(s.Arrived) == 0) || !merge &&
						len(s.From) > 0 {
						t.Errorf("n = %d: %+v after %+v", n, s, before)
					}
				} else if s.Node > 0 && (len(s.From) != 1 || s.From[0] != s.Node-1) || s.Level != 0 ||
					len(s.Arrived) < min(n-before.Seen, minChunk) {
					t.Errorf("%s, n = %d: %+v after %+v", name, n, s, before)
				}
				before = s
				return nil
			}))
			if name == "disqueak" && !slices.Equal(levels, want) {
				t.Errorf("n = %d: levels of %v nodes, want %v", n, levels, want)
			}
		}
	}
}

// squeak and disqueak estimate the d_eff of SᵀKS at the ridge in use, which at a
// leaf, S = I, is that of the points; ink-estimate's lies between d_eff and α·d_eff
// where K̃ is K.
func TestStreamDimension(t *testing.T) {
	g := gramOf(t, normal(150, 2, seeded(3)), "gaussian", 0.5)
	dimension := func(index []int, weight []float64, ridge float64) float64 {
		k := mat.NewDense(len(index), len(index), nil)
		g.View().Block(k, index, index)
		k.Apply(func(i, j int, v float64) float64 { return v * weight[i] * weight[j] }, k)
		return exact.DegreesOfFreedom(ascending(t, k), ridge)
	}
	ones := slices.Repeat([]float64{1}, 150)
	for _, rule := range []int{model.SizeByBudget, model.SizeByRidge} {
		for name, f := range streamers(25, 0.5, 20, rule) {
			ridge := 0.0
			must(f.Stream(t.Context(), g, seeded(4), func(s model.StreamStep) error {
				ridge = s.Ridge
				if name != "ink-estimate" {
					near(t, name+": d̃", s.DEff, dimension(s.Index, s.Weight, s.Ridge), 1e-9)
				}
				switch {
				case name == "disqueak" && s.Level == 0:
					near(t, "d̃ of a leaf", s.DEff, dimension(s.Arrived, ones[:s.Seen], s.Ridge), 1e-9)
				case name == "ink-estimate" && s.Node == 0 && rule == model.SizeByRidge:
					if d := dimension(s.Arrived, ones[:s.Seen], s.Ridge); s.DEff < d || s.DEff > 3*d {
						t.Errorf("d̃ = %v of a first chunk with d_eff = %v", s.DEff, d)
					}
				}
				return nil
			}))
			if raised := ridge > 0.5; raised != (rule == model.SizeByBudget) {
				t.Errorf("%s: the last ridge is %v", name, ridge)
			}
		}
	}
}

// An error of the visitor ends the stream, whichever step it comes at, and so
// does a cancelled context.
func TestStreamEnds(t *testing.T) {
	g := gramOf(t, normal(300, 2, seeded(5)), "gaussian", 0.5)
	enough := errors.New("seen enough")
	for name, f := range streamers(30, 1, 20, model.SizeByBudget) {
		total := 0
		must(f.Stream(t.Context(), g, seeded(6), func(model.StreamStep) error { total++; return nil }))
		for stop := range total {
			calls := 0
			a, err := f.Stream(t.Context(), g, seeded(6), func(model.StreamStep) error {
				if calls++; calls == stop+1 {
					return enough
				}
				return nil
			})
			if a != nil || err != enough || calls != stop+1 {
				t.Errorf("%s: %d visits of %d, result %v, error %v", name, calls, stop+1, a, err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		if _, err := f.Stream(ctx, g, seeded(6), func(model.StreamStep) error { cancel(); return nil }); !errors.Is(err,
			context.Canceled) {
			t.Errorf("%s cancelled: %v", name, err)
		}
	}
}

// The steps are the same for any number of workers.
func TestStreamWorkers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	g := gramOf(t, normal(500, 3, seeded(7)), "gaussian", 0.2)
	first := map[string][]float64{}
	for _, procs := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(procs)
		for name, f := range streamers(40, 0.1, 20, model.SizeByBudget) {
			var got []float64
			must(f.Stream(t.Context(), g.View(), seeded(8), func(s model.StreamStep) error {
				got = append(got, float64(s.Node), s.Ridge, s.DEff, float64(s.Entries), floats.Sum(s.Weight))
				for _, list := range [][]int{s.From, s.Arrived, s.Index, s.Copies} {
					for _, v := range list {
						got = append(got, float64(v))
					}
				}
				return nil
			}))
			if first[name] == nil {
				first[name] = got
			} else if !slices.Equal(got, first[name]) {
				t.Errorf("%s: other steps with %d workers", name, procs)
			}
		}
	}
}
