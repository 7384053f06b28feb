package approx

import (
	"compress/gzip"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
	"gramscope/model/trial"
)

// conditioned is a set of points with a kernel.
type conditioned struct {
	name   string
	x      *mat.Dense
	kernel string
	factor float64 // of the median distance
}

// conditionedSets returns sets of n rows: built-in ones, clouds, and those of the folder GRAMSCOPE_SETS.
func conditionedSets(t *testing.T, n int) (sets []conditioned) {
	t.Helper()
	rng := rand.New(rand.NewPCG(27, 2))
	points := map[string]*mat.Dense{"gauss2": linalg.Gaussian(n, 2, rng), "gauss8": linalg.Gaussian(n, 8, rng)}
	heavy := linalg.Gaussian(n, 4, rng) // with some rows far out
	for i := range n {
		scale := 1 / math.Sqrt(rng.ExpFloat64()+0.05)
		for j := range 4 {
			heavy.Set(i, j, heavy.At(i, j)*scale)
		}
	}
	points["heavy"] = heavy
	for _, name := range []string{"bimodal", "blobs", "friedman", "moons"} {
		g, _, err := synthetic.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		train, _, err := g.Draw(n, 0, rng)
		if err != nil {
			t.Fatal(err)
		}
		points[name] = train.X
	}
	for _, path := range realSets(t) {
		points[filepath.Base(path)] = scaledRows(t, path, n, rng)
	}
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range points {
			if points[name] != nil && !yield(name) {
				return
			}
		}
	}) {
		for i, width := range []struct {
			kernel string
			factor float64
		}{{"gaussian", 1}, {"matern32", 0.7}, {"laplacian", 2}} {
			if i < 2 || strings.HasPrefix(name, "gauss") {
				sets = append(sets, conditioned{name, points[name], width.kernel, width.factor})
			}
		}
	}
	return sets
}

func realSets(t *testing.T) (paths []string) {
	folder := os.Getenv("GRAMSCOPE_SETS")
	if folder == "" {
		return nil
	}
	for _, name := range []string{"california_housing.csv.gz", "casp.csv.gz", "cpusmall.csv.gz", "gas_turbine.csv.gz", "kin8nm.csv.gz", "pumadyn32nm.csv.gz"} {
		paths = append(paths, filepath.Join(folder, name))
	}
	return paths
}

// scaledRows returns n rows of a file, standardised.
func scaledRows(t *testing.T, path string, n int, rng *rand.Rand) *mat.Dense {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	plain, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	table, err := data.ReadTable(t.Context(), plain, filepath.Base(path), data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	source, err := table.File(data.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	train, _, err := source.Draw(min(n, source.Rows()), 0, rng)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := trial.RowsOf(train, nil, trial.Scale{Standardize: true})
	if err != nil {
		t.Fatal(err)
	}
	return rows.Train.X
}

// trialOf returns the trial of a method with m on a set.
func trialOf(t *testing.T, s conditioned, method string, m int, seed uint64) *trial.Trial {
	t.Helper()
	f, _ := kernel.Lookup(s.kernel)
	median, _ := kernel.PairwiseDistance(s.x, f.Geometry, rand.New(rand.NewPCG(1, 1)))
	width := kernel.WidthByRule(kernel.Median)
	member := f.Member(kernel.Values{}).WithGamma(width.Gamma(f, kernel.Distances{Known: true, Median: s.factor * median, Mean: s.factor * median}))
	i := slices.IndexFunc(Methods(), func(m model.Method) bool { return m.Name == method })
	n, d := s.x.Dims()
	q := trial.Question{Draw: trial.Draw{Seed: seed, Rep: 1, N: n}, Family: f, Method: Methods()[i]}
	setting := q.Resolve().With(model.BudgetName, float64(m))
	setting.Kernel = member
	columns := make([]string, d)
	rows, err := trial.RowsOf(&data.Set{X: s.x, Columns: columns}, nil, trial.Scale{})
	if err != nil {
		t.Fatal(err)
	}
	return trial.New(setting, rows, rows.Gram(member), nil)
}

// figureOf returns the figure of K̃: a trace exactly, and the error as the reference has it.
func figureOf(t *testing.T, g *model.Gram, on *exact.Reference, figure string, a model.Approximation) float64 {
	t.Helper()
	of := on.Compare(a).Error
	if figure == "error_trace" {
		whole, err := exact.NewReference(g, true, [2]uint64{1, 1})
		if err != nil {
			t.Fatal(err)
		}
		of = whole.Compare(a).Trace
	}
	e, err := of(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return e.Value
}

// cpuTime returns the processor time of a run of f in seconds: the mean of runs until they have taken `least` together,
// or 20, and of several such means the smallest, as other processes slow some down.
func cpuTime(t *testing.T, turns int, least float64, f func() error) float64 {
	t.Helper()
	best := math.Inf(1)
	for range turns {
		runtime.GC()
		start, sum := cpuSeconds(t), 0.0
		runs := 0
		for runs == 0 || sum < least && runs < 20 {
			if err := f(); err != nil {
				t.Fatal(err)
			}
			runs, sum = runs+1, cpuSeconds(t)-start
		}
		best = min(best, sum/float64(runs))
	}
	return best
}

// TestSmallestMeetsConditions: at the m found, the exact figure of a plain fit is at most 1.1 times what was asked
// for in 95 of 100 runs. With GRAMSCOPE_LARGE, on 8192 rows or GRAMSCOPE_N, it logs what the search costs in fits, by
// processor time: the search and, if it has not kept the fit, a plain fit, over a plain fit. GOMAXPROCS=1 makes these
// times more even. With GRAMSCOPE_LARGE=cost
// errors are estimates from 4096 rows or a fourth, which is faster; traces are exact.
func TestSmallestMeetsConditions(t *testing.T) {
	n, every, turns, least := 1200, 6, 1, 0.0
	large := os.Getenv("GRAMSCOPE_LARGE")
	if large != "" {
		n, every, turns, least = 8192, 1, 2, 0.1
		if text := os.Getenv("GRAMSCOPE_N"); text != "" {
			n, _ = strconv.Atoi(text)
		}
	}
	methods := []string{"pivoted-cholesky", "rpcholesky", "nystrom", "accumulation", "fourier", "kmeans-nystrom"}
	only := os.Getenv("GRAMSCOPE_METHODS")
	ctx := t.Context()
	runs, met, close := 0, 0, 0
	costs, all := map[string][]float64{}, []float64{}
	for i, s := range conditionedSets(t, n) {
		if i%every != 0 {
			continue
		}
		var on *exact.Reference
		for j, name := range methods {
			if only != "" && !slices.Contains(strings.Split(only, ","), name) {
				continue
			}
			figure := trial.ConditionFigures()[(i+j)%2]
			if name == "fourier" {
				figure = "error" // the trace of its K̃ is that of K
			}
			m := []int{40, 80, 160, 320}[(i/every+j)%4]
			first := trialOf(t, s, name, m, 99)
			if on == nil {
				var err error
				on, err = exact.NewReference(first.Gram, true, [2]uint64{1, 1})
				if n > 8192 || large == "cost" {
					on, err = exact.NewSampled(first.Gram, min(4096, n/4), nil, [2]uint64{1, 1})
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			fit, err := first.Fit(ctx)
			if err != nil {
				t.Fatal(err)
			}
			asked := figureOf(t, first.Gram, on, figure, fit.Approx)
			if !(asked > 1e-6 && asked < 0.9) {
				continue
			}
			asked = math.Round(asked*1e4)/1e4 + 1e-5
			c := trial.Condition{Figure: figure, Most: asked}
			found := trial.Smallest{}
			search := trialOf(t, s, name, 1, 3)
			cost := cpuTime(t, turns, least, func() (err error) {
				found, err = search.Smallest(ctx, c, nil)
				return err
			})
			plain := trialOf(t, s, name, found.M, 3)
			fitting := cpuTime(t, turns, least, func() (err error) {
				fit, err = plain.Fit(ctx)
				return err
			})
			if found.Fit == nil {
				cost += fitting
			}
			got := figureOf(t, first.Gram, on, figure, fit.Approx)
			runs++
			verdict := ""
			if got <= 1.1*asked {
				met++
			} else {
				verdict = " NOT MET"
			}
			if got >= asked/1.1 && got <= 1.1*asked {
				close++
			}
			ratio := cost / fitting
			costs[name], all = append(costs[name], ratio), append(all, ratio)
			t.Logf("%-12s %-9s %-16s %s: asked %.4g, got %.4g (%.3f), estimated %.4g ± %.1g, m = %d (near %d), %d tried, %d whole, %.2f fits of %.3f s%s",
				s.name[:min(12, len(s.name))], s.kernel, name, figure, asked, got, got/asked, found.Estimate.Value, found.Estimate.SE, found.M, m, found.Tried, found.Whole, ratio, fitting, verdict)
		}
	}
	t.Logf("%d of %d runs meet the condition within 10 %%, %d are within 10 %% of it on both sides", met, runs, close)
	costs["all methods"] = all
	for _, name := range append(methods, "all methods") {
		c := costs[name]
		slices.Sort(c)
		if below, _ := slices.BinarySearch(c, 1.5); len(c) > 0 {
			t.Logf("%-16s costs %.2f fits at the median, %.2f at most, below 1.5 in %d of %d runs", name, c[len(c)/2], c[len(c)-1], below, len(c))
		}
	}
	if runs < 10 || 100*met < 95*runs {
		t.Errorf("%d of %d runs meet the condition within 10 %%", met, runs)
	}
}

// TestSmallestWithOutlyingRows: where one row in a hundred is far from all others, and these have most of the error, the exact error at
// the m found is within a tenth of what was asked for.
func TestSmallestWithOutlyingRows(t *testing.T) {
	const n, far = 5000, 50
	rng := rand.New(rand.NewPCG(6, 1))
	x := linalg.Gaussian(n, 3, rng)
	for i := n - far; i < n; i++ {
		scale := math.Exp(4 * rng.Float64())
		for j := range 3 {
			x.Set(i, j, scale*x.At(i, j))
		}
	}
	set := conditioned{"outlying", x, "gaussian", 1}
	var on *exact.Reference
	met, runs := 0, 0
	for _, method := range []string{"nystrom", "rpcholesky", "accumulation"} {
		for _, most := range []float64{0.005, 0.003, 0.002} {
			for seed := range uint64(4) {
				search := trialOf(t, set, method, 1, seed)
				if on == nil {
					var err error
					if on, err = exact.NewReference(search.Gram, true, [2]uint64{1, 1}); err != nil {
						t.Fatal(err)
					}
				}
				found, err := search.Smallest(t.Context(), trial.Condition{Figure: "error", Most: most}, nil)
				if err != nil {
					t.Fatal(err)
				}
				fit, err := trialOf(t, set, method, found.M, seed).Fit(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				runs++
				if got := figureOf(t, search.Gram, on, "error", fit.Approx); got <= 1.1*most {
					met++
				} else {
					t.Logf("%s, seed %d: error %v at m = %d, estimated %v ± %v, not %v", method, seed, got, found.M, found.Estimate.Value, found.Estimate.SE, most)
				}
			}
		}
	}
	if 100*met < 95*runs {
		t.Errorf("%d of %d runs meet the condition within 10 %%", met, runs)
	}
}
