package approx

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

// Disqueak merges dictionaries over a balanced tree. The points, in random order, are divided into leaves of leafSize,
// in which each point has all its q̄ = QBar copies. A merge joins two dictionaries, estimates all their scores at the
// ridge γₛ = Ridge,
//
//	τ̃ᵢ = (1−ε)/((1+ε)γₛ)·(Kᵢᵢ − kᵢᵀS(SᵀKS+(1+ε)γₛI)⁻¹Sᵀkᵢ),
//
// and thins as [Squeak] does. If each of the two is (ε, γₛ)-accurate on its own points, τᵢ·(1−ε)/(1+3ε) ≤ τ̃ᵢ ≤ τᵢ (the
// errors of the two add up; versions of the paper with the prefactor (1−ε)/γₛ lose the upper bound). Each merge draws
// from its own generator, so the result does not depend on the number of workers. It costs O(n·|D|²).
type Disqueak struct {
	M       int     // landmarks at most, with Budget m; ≥ 1; clamped to n
	Ridge   float64 // γₛ > 0, in units of K
	Epsilon float64 // ε in (0, 1)
	QBar    int     // q̄ ≥ 1
	Budget  int     // model.SizeByBudget or model.SizeByRidge
}

func disqueak() model.Method {
	return method(model.Method{
		Name: "disqueak",
		Doc: "DISQUEAK: squeak's dictionaries merged over a tree\n\n" +
			"Each part of the data gets a dictionary; dictionaries are merged two at a time and thinned by estimated leverage " +
			"scores, the merges of a level in parallel. budget = m and budget = ridge mean the same as for squeak.\n\n" +
			scoresPay + "\n\n" +
			"Use it for data on several machines or cores. A point passes log₂(n/64) thinnings, where squeak thins once per " +
			"chunk, and the error bound is looser; the quality is about that of squeak. On a single core squeak is simpler.",
		Family:    model.Landmarks,
		When:      "for data on several machines or cores",
		Ref:       "Calandriello, Lazaric and Valko, AISTATS 2017 (PMLR 54, arXiv 1803.10172)",
		Cost:      "Σ leaf² + Σ |D|·|D'| over merges + n·|D|: about n·(64+2m)",
		Choosing:  30,
		Landmarks: true,
	}, func(f *Disqueak, n, d int) model.Memory {
		// It counts the points of two levels, the merges in progress, and at the end m columns.
		m := min(f.M, n)
		return selectedMemory(n, m, 8*form.Bytes(n, 1)+int64(min(runtime.GOMAXPROCS(0), n/m))*thinningMemory(min(n, 2*m)))
	})
}

func (f *Disqueak) Params() []model.Param {
	return dictionaryParams(&f.M, &f.Ridge, &f.Epsilon, &f.QBar, &f.Budget)
}

// leafSize is the maximum number of points in a leaf. Leaves are smaller if n is below 2·leafSize, so
// that at least one merge thins the points.
const leafSize = 64

func (f *Disqueak) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	return f.Stream(ctx, g, rng, nil)
}

// Stream is Fit, and calls visit with the nodes of each level when the level is complete. Each call
// takes a factorisation.
func (f *Disqueak) Stream(ctx context.Context, g *model.Gram, rng *rand.Rand,
	visit func(model.StreamStep) error) (model.Approximation, error) {
	check(disqueak(), f, g, rng)
	size := sizingOf(g.N(), f.M, f.Ridge, f.Budget)
	size.checkCopies(f.QBar)
	level, err := f.leaves(g, rng)
	if err != nil {
		return nil, err
	}
	w := &reporter{g: g, visit: visit}
	if err := w.reportLevel(0, nil, level); err != nil {
		return nil, err
	}
	for height := 1; len(level) > 1; height++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		below := level
		if level, err = f.merged(g, below, &size, rng); err != nil {
			return nil, err
		}
		if err := w.reportLevel(height, below, level); err != nil {
			return nil, err
		}
	}
	return size.finish(ctx, g, level[0].kept, level[0].ridge, rng)
}

// branch is a node of the tree: the dictionary of the points below it, and its ridge. The cores of a
// level would take n·m numbers, so no core is stored: it is read again when needed, and counted once.
type branch struct {
	kept  *packed
	ridge float64
	seen  int // points below it
	node  int // its number in the reports
	err   error
}

// dimension returns Σw²τ̂ over the points of the dictionary, which estimates d_eff.
func (b branch) dimension(g *model.Gram) float64 {
	kept := *b.kept
	if _, err := kept.read(g.View()); err != nil {
		panic("approx: entries that were finite are not: " + err.Error())
	}
	return kept.dimension(kept.scores(b.ridge))
}

// leaves returns the leaves, with all their points. It counts the entries within leaves as read; the merges read them.
func (f *Disqueak) leaves(g *model.Gram, rng *rand.Rand) ([]branch, error) {
	_, err := form.Diagonal(g.View())
	order := rng.Perm(g.N())
	var out []branch
	for leaf := range slices.Chunk(order, max(1, min(leafSize, len(order)/2))) {
		g.Charge(int64(len(leaf)) * int64(len(leaf)))
		out = append(out, branch{kept: arrived(leaf, f.QBar), ridge: f.Ridge, seen: len(leaf)})
	}
	return out, err
}

// merged returns the next level: neighbours are merged, and the last of an odd number is passed on.
func (f *Disqueak) merged(g *model.Gram, level []branch, size *sizing, rng *rand.Rand) ([]branch, error) {
	out := make([]branch, (len(level)+1)/2)
	own := make([]*rand.Rand, len(out))
	for j := range own {
		own[j] = rand.New(rand.NewPCG(rng.Uint64(), rng.Uint64()))
	}
	linalg.Parallel(len(out), func(lo, hi int) {
		for j := lo; j < hi; j++ {
			if out[j] = level[2*j]; 2*j+1 < len(level) {
				out[j] = f.merge(g, level[2*j], level[2*j+1], size, own[j])
			}
		}
	})
	for _, b := range out {
		if b.err != nil {
			return nil, b.err
		}
	}
	return out, nil
}

// merge joins two dictionaries of different points and thins them at the larger ridge.
func (f *Disqueak) merge(g *model.Gram, left, right branch, size *sizing, rng *rand.Rand) branch {
	kept := together(left.kept, right.kept)
	if err := size.afford(g, len(kept.index)); err != nil {
		return branch{err: err}
	}
	if _, err := kept.read(g.Charge(int64(len(left.kept.index)) * int64(len(right.kept.index)))); err != nil {
		return branch{err: err}
	}
	rates := func(ridge float64) []float64 { return f.rates(kept, ridge) }
	ridge := max(left.ridge, right.ridge)
	size.thin(kept, ridge, kept.lowered(rates(ridge)), rng)
	ridge, err := size.reduce(kept, ridge, rates, rng)
	kept.core = nil
	return branch{kept: kept, ridge: ridge, seen: left.seen + right.seen, err: err}
}

// rates returns q̄·τ̃ᵢ.
func (f *Disqueak) rates(kept *packed, ridge float64) []float64 {
	return scaled(kept.scores((1+f.Epsilon)*ridge), (1-f.Epsilon)*float64(f.QBar))
}
