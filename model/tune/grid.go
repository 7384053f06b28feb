package tune

import (
	"cmp"
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/kernel"
)

// DefaultMus returns the ridges of a search that names none: 1e-4 to 100, one per decade. For exact
// regression on some thousand rows, with k(x, x) = 1, the best are often 0.01 or 0.1; noisier targets and
// fewer rows need larger ones. A finer list around the best is a second search.
func DefaultMus() []float64 { return []float64{1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100} }

// MusFrom returns DefaultMus, begun a decade below the given μ if that is less.
func MusFrom(mu float64) []float64 {
	mus := DefaultMus()
	for range 4 {
		if mus[0] < mu/2 {
			break
		}
		mus = slices.Insert(mus, 0, mus[0]/10)
	}
	return mus
}

// widthSteps are the exponents of two by which the default widths differ from the median (or mean)
// distance. On real data the best width is often the median, half of it or a quarter. The widths above the
// median are for smooth functions, where the fit is nearly a polynomial.
var widthSteps = []int{3, 2, 1, 0, -1, -2, -3}

// DefaultGammas returns the γ of the widths σ·2³ … σ·2⁻³ that can be used, ascending.
func DefaultGammas(family kernel.Family, sigma float64) []float64 {
	var gammas []float64
	for _, step := range widthSteps {
		if g, err := model.Gamma(nil).Check(family.GammaOf(math.Ldexp(sigma, step))); err == nil {
			gammas = append(gammas, g)
		}
	}
	return gammas
}

// fineSteps is the number of γ and of μ of a [Search] for one of the default lists. Half of one step, a factor of 1.2 in γ
// or 1.3 in μ, hardly changes the loss.
const fineSteps = 4

// between returns ascending values with others between neighbours, at equal ratios, so many for each but the last.
func between(values []float64, steps int) (fine []float64) {
	for i, v := range values {
		fine = append(fine, v)
		for step := 1; step < steps && i+1 < len(values); step++ {
			fine = append(fine, v*math.Pow(values[i+1]/v, float64(step)/float64(steps)))
		}
	}
	return fine
}

// coarseToFine orders the indices 0 … n−1 in stages: every fourth, then every second, then all, where each
// stage leaves out those of earlier stages. The first stage lies in the middle: the order of seven indices
// is 1, 5; 3; 0, 2, 4, 6.
func coarseToFine(n int) [][]int {
	var stages [][]int
	seen := make([]bool, n)
	first := (n - 1) % 4 / 2
	for _, stride := range []int{4, 2, 1} {
		var stage []int
		for i := first % stride; i < n; i += stride {
			if !seen[i] {
				stage, seen[i] = append(stage, i), true
			}
		}
		if stage != nil {
			stages = append(stages, stage)
		}
	}
	return stages
}

// Estimate is a mean over folds with its standard error, √(variance/folds), although values of different
// folds are not quite independent. SE is NaN if it is not known, as for a single fold.
type Estimate struct{ Mean, SE float64 }

// Mean returns the estimate from the values of some folds, in their order.
func Mean(values []float64) Estimate {
	k := float64(len(values))
	if k == 0 {
		return Estimate{math.NaN(), math.NaN()}
	}
	mean, squares := 0.0, 0.0
	for _, v := range values {
		mean += v / k
	}
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return Estimate{mean, math.Sqrt(squares / (k - 1) / k)} // 0/0 = NaN for one
}

// Score is the score of a cell of the grid.
type Score struct {
	Folds   int      // number of folds in the means
	Loss    Estimate // the search minimises it, see Plan.LossName
	Gain    Estimate // shown beside the loss, see Plan.GainName
	Failure error    // why the cell has no score, or nil
}

// Cell is a method at a γ and a μ.
type Cell struct {
	Method    string
	Gamma, Mu int // indices into the plan's Gammas and Mus
	Score     Score
}

// Best returns the cell with the smallest loss of one method, or of all methods for "", given the last event
// of each column. It compares the cells with the largest number of folds among those without a failure. Of
// equal cells it takes the larger μ and then the smaller γ, which is the smoother one. ok is false if no
// cell has a score.
//
// The best γ and μ of Exact are good for every method and budget. Those of an approximation compensate for
// its errors, and may be poor for exact regression.
func Best(events []Event, method string) (best Cell, ok bool) {
	for _, e := range Latest(events) {
		if method != "" && e.Method != method {
			continue
		}
		for mu, s := range e.Scores {
			c := Cell{e.Method, e.Gamma, mu, s}
			if s.Failure == nil && !math.IsNaN(s.Loss.Mean) && (!ok || c.better(best)) {
				best, ok = c, true
			}
		}
	}
	return best, ok
}

// Near reports whether a cell has as many folds as the best one, and a loss within one standard error (that
// of the best loss) of it. Other folds would change the loss by about as much.
func (c Cell) Near(best Cell) bool {
	return c.Score.Folds == best.Score.Folds && c.Score.Loss.Mean <= best.Score.Loss.Mean+best.Score.Loss.SE
}

// Latest returns the last event of each column, in the order of each column's first event.
func Latest(events []Event) []Event {
	at := map[Cell]int{}
	var list []Event
	for _, e := range events {
		column := Cell{Method: e.Method, Gamma: e.Gamma}
		i, known := at[column]
		if !known {
			i = len(list)
			at[column], list = i, append(list, e)
		}
		list[i] = e
	}
	return list
}

// better reports whether a cell is better than another. Of equal cells of two methods neither is better.
func (c Cell) better(than Cell) bool {
	a, b := c.Score, than.Score
	if order := cmp.Or(cmp.Compare(b.Folds, a.Folds), cmp.Compare(a.Loss.Mean, b.Loss.Mean)); order != 0 || c.Method != than.Method {
		return order < 0
	}
	return cmp.Or(cmp.Compare(than.Mu, c.Mu), cmp.Compare(c.Gamma, than.Gamma)) < 0
}

// sorted returns the distinct values, ascending.
func sorted(values []float64) []float64 { return slices.Compact(slices.Sorted(slices.Values(values))) }
