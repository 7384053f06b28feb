// Package advice names the methods to try first on a problem. A few figures of a sample of the rows decide, by rules
// that were measured: see [Rules], and the entry first-three of package paper.
package advice

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/cluster"
	"gramscope/model/linalg"
	"gramscope/model/number"
)

// SampleRows is the largest number of rows whose kernel matrix is looked at.
const SampleRows = 1000

// clusters is the number of clusters that Outside is for: the default of the methods that have them.
const clusters = 5

// Problem has the figures of a problem that the rules look at.
type Problem struct {
	N, D, M int
	Kernel  model.Kernel
	Memory  int64 // bytes that may be in use; 0: no limit

	// Of the sample:
	Rows       int     // how many it has
	StableRank float64 // ‖K‖_F²/‖K‖₂²
	Floor      float64 // least relative error of rank m, √(Σ_{i>m} λᵢ²)/‖K‖_F
	Least      float64 // λmin/‖K‖₂, which is below 0 if K is indefinite
	Outside    float64 // ‖K−B‖_F/‖K‖_F, B: blocks of K on five clusters; NaN without coordinates, or if one is most of K
}

// Look computes the figures of K on n rows from the kernel matrix of some of them, in O(s³) for s rows. m is the number
// of columns that can be afforded. For s < n the floor is too high for narrow kernels, whose points have nearer
// neighbours among all rows. The error is the context's, or a *model.DegenerateError if the matrix vanishes or
// overflows.
func Look(ctx context.Context, sample *model.Gram, n, m int, memory int64, rng *rand.Rand) (Problem, error) {
	p := Problem{N: n, M: min(m, n), Kernel: sample.Kernel(), Memory: memory, Rows: sample.N(), Outside: math.NaN()}
	k, err := sample.Symmetric(ctx)
	if err != nil {
		return p, err
	}
	squares := math.Pow(mat.Norm(k, 2), 2)
	if squares == 0 || math.IsInf(squares, 0) || math.IsNaN(squares) {
		return p, &model.DegenerateError{What: "‖K‖_F²", Value: squares}
	}
	if sample.Kernel().Geometry() != model.Entry {
		_, p.D = sample.X().Dims()
		_, owner, err := cluster.KMeans(ctx, sample.X(), min(clusters, p.Rows), rng)
		if err != nil {
			return p, err
		}
		if 2*slices.Max(cluster.Sizes(owner, clusters)) <= p.Rows {
			p.Outside = math.Sqrt(between(k, owner) / squares)
		}
	}
	values, err := linalg.Eigenvalues(ctx, k) // which overwrites K
	if err != nil {
		return p, err
	}
	least := values[len(values)-1]
	slices.SortFunc(values, func(a, b float64) int { return cmp.Compare(math.Abs(b), math.Abs(a)) })
	p.StableRank, p.Least = squares/(values[0]*values[0]), least/math.Abs(values[0])
	tail := 0.0
	for _, v := range values[min(m, len(values)):] {
		tail += v * v
	}
	p.Floor = math.Sqrt(tail / squares)
	return p, nil
}

// between returns the sum of squares of the entries of K between clusters.
func between(k *mat.SymDense, owner []int) float64 {
	sum := 0.0
	for i := range owner {
		for j := range i {
			if owner[i] != owner[j] {
				sum += 2 * k.At(i, j) * k.At(i, j)
			}
		}
	}
	return sum
}

// Rule says whether a condition holds on a problem, which methods to try then, the best first, and why.
type Rule struct {
	Holds   bool
	Methods []string
	Why     string
}

// Rules returns the rules, the narrowest first. What decides is how far m columns could reach, and whether clusters
// reach farther. The rules were found on the built-in sets with n = 400, m = 20 and 80, widths from 0.03 to 3 times the
// median distance, and gaussian, laplacian and Matérn kernels, and on times at n = 20000:
//
//   - Few methods come near an indefinite K: K̃ ⪰ 0 of others, such as nystrom, may be of any size.
//   - Where less of K lies between clusters than beyond rank m, no method of m columns comes near bka.
//   - In up to 3 dimensions m neighbours of a row tell more about it than m columns of K, unless the floor is small.
//   - Where the floor is below 1e-4, the Cholesky factorisations have the least errors. k-means and uniform draws miss
//     the last directions, and are often tens of times worse.
//   - Between the two, k-means centres are nearly always the best landmarks.
//   - nystrom takes a sixth of the time of rpcholesky on many rows of 10 features, and a tenth of that of
//     kmeans-nystrom: for the time of either it can have far more landmarks.
func Rules(p Problem) []Rule {
	floor := number.Short(p.Floor)
	leaves := fmt.Sprintf("rank %d leaves %s of ‖K‖ at least", p.M, floor)
	return []Rule{
		{p.Least < -tiny, []string{"best", "als", "meka"}, fmt.Sprintf("K is indefinite, with an eigenvalue of %s·‖K‖₂, "+
			"and other methods may have any error, unless its eigenvalues are changed first", number.Short(p.Least))},
		{p.Outside <= blockMargin*p.Floor, []string{"bka"},
			fmt.Sprintf("only %s of ‖K‖ lies between %d clusters, and any factor of rank %d leaves %s",
				number.Short(p.Outside), clusters, p.M, floor)},
		{p.D <= few && p.Floor >= steep, []string{"sparse-cholesky"},
			leaves + fmt.Sprintf(", and in %d dimensions a row is predicted by its nearest neighbours", p.D)},
		{p.Floor > flat, []string{"volume-nystrom", "meka", "nystrom"},
			"low rank is flat here, " + leaves + ", and only a wider kernel or a larger m changes that"},
		{p.M >= p.Rows, []string{"nystrom", "pivoted-cholesky", "rpcholesky"},
			fmt.Sprintf("m = %d columns are all of K on %d rows, and most methods have no error: a smaller m tells them apart",
				p.M, p.Rows)},
		{p.Floor < steep, []string{"rpcholesky", "pivoted-cholesky", "volume-nystrom"},
			"eigenvalues fall fast, " + leaves + ", and pivots chosen by what is left come nearest"},
		{p.N >= many, []string{"nystrom", "kmeans-nystrom", "rpcholesky"},
			fmt.Sprintf("at n = %d time counts, uniform landmarks take the least, ", p.N) +
				"and k-means or Cholesky need fewer of them"},
		{true, []string{"kmeans-nystrom", "rpcholesky", "volume-nystrom", "nystrom", "fourier"},
			leaves + ", and well-chosen landmarks come within a few times of that"},
	}
}

// The limits of the rules.
const (
	blockMargin = 1.5    // bka is better below this ratio of Outside and Floor
	flat        = 0.5    // least floor at which no low rank is of use
	few         = 3      // dimensions in which m neighbours surround a row
	steep       = 1e-4   // floor below which the draws must find the last directions
	many        = 10_000 // rows from which on times differ by seconds
)

// Advice is a method to try, and why.
type Advice struct{ Method, Why string }

// First returns three methods to try first among the given ones, fewer if fewer can run on the problem, in the order of
// the rules.
func First(p Problem, methods []model.Method) []Advice {
	var list []Advice
	for _, rule := range Rules(p) {
		if !rule.Holds {
			continue
		}
		for _, name := range rule.Methods {
			i := slices.IndexFunc(methods, func(m model.Method) bool { return m.Name == name })
			if i < 0 || !p.suits(methods[i]) || slices.ContainsFunc(list, func(a Advice) bool { return a.Method == name }) {
				continue
			}
			if list = append(list, Advice{name, rule.Why}); len(list) == 3 {
				return list
			}
		}
	}
	return list
}

// suits reports whether a method can run on the problem with its default parameters and m columns.
func (p Problem) suits(m model.Method) bool {
	f, err := m.With(model.Values{model.BudgetName: min(float64(p.M), model.Budget(nil).Max)})
	if err != nil || m.Unmet(f, p.Kernel, p.N, p.D, 0) != "" {
		return false
	}
	need := m.Memory(f, p.N, p.D)
	least := need.Fit
	if need.Streamed > 0 {
		least = min(least, need.Streamed)
	}
	return p.Memory == 0 || least <= p.Memory
}
