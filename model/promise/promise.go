// Package promise checks what an approximation K̃ of a kernel matrix K should keep, by fits to small problems.
package promise

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
	"gramscope/model/trial"
)

// Promise is a property of K̃.
type Promise struct {
	Name     string
	Optional bool   // whether good methods need not have it
	Broken   string // where it did not hold, "" if it always did
}

// Promises are the promises of one method.
type Promises []Promise

// The promises by their place in a list.
const (
	AnyBudget = iota
	Finite
	Symmetric
	SameBits
	Semidefinite
	Exact
)

// New returns the promises, none of them broken.
func New() Promises {
	return Promises{AnyBudget: {Name: "any m from 1 to n"}, Finite: {Name: "finite"}, Symmetric: {Name: "symmetric"},
		SameBits: {Name: "same seed, same bits"}, Semidefinite: {Name: "positive semi-definite", Optional: true},
		Exact: {Name: "exact at m = n", Optional: true}}
}

// OnSets checks a method on 60 rows of each built-in set that suits it, and on 30 that stand twice, with the kernel
// gaussian or else the first that it names. It returns the names of these sets. The error is the context's.
func OnSets(ctx context.Context, m model.Method) (p Promises, names []string, err error) {
	p = New()
	n := min(60, cmp.Or(m.Needs.MaxN, 60))
	family, _ := kernel.Lookup("gaussian")
	if kernels := m.Needs.Kernels; kernels != nil && !slices.Contains(kernels, family.Name) {
		family, _ = kernel.Lookup(kernels[0])
	}
	k, err := family.Kernel(kernel.Values{model.GammaName: 1})
	if err != nil {
		return nil, nil, err
	}
	for i, set := range append(synthetic.Generators(), synthetic.Generators()[0]) {
		drawn, err := trial.NewRows(set, trial.Draw{Seed: 1, Rep: 1, N: n})
		if err != nil {
			return nil, nil, err
		}
		name, x := set.Name(), drawn.Train.X
		if i == len(synthetic.Generators()) {
			twice := append(linalg.Sequence(0, (n+1)/2), linalg.Sequence(0, n/2)...)
			name, x = name+" with copies", linalg.Rows(x, twice)
		}
		g := model.NewGram(model.NewPoints(x, family.Geometry), k)
		if m.Unmet(nil, k, n, set.Dims(), n) != "" {
			continue
		}
		g.Give(x)
		if err := p.On(ctx, m, g, name); err != nil {
			return nil, nil, err
		}
		names = append(names, name)
	}
	return p, names, nil
}

// On checks a method on one problem, which Broken calls by name. The error is the context's.
func (p Promises) On(ctx context.Context, m model.Method, g *model.Gram, name string) error {
	n := g.N()
	budgets := []int{1, min(2, n), (n + 1) / 2, max(1, n-1), n}
	slices.Sort(budgets)
	for _, budget := range slices.Compact(budgets) {
		breaks := func(which int, format string, args ...any) {
			if p[which].Broken == "" {
				p[which].Broken = fmt.Sprintf("%s, m = %d: ", name, budget) + fmt.Sprintf(format, args...)
			}
		}
		first, err := fit(ctx, m, g, budget)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			breaks(AnyBudget, "%v", err)
			continue
		}
		size := mat.Norm(first, 2)
		if math.IsNaN(size) || math.IsInf(size, 0) {
			breaks(Finite, "‖K̃‖ is %v", size)
			continue
		}
		var apart mat.Dense
		if apart.Sub(first, first.T()); mat.Norm(&apart, 2) > 1e-12*size {
			breaks(Symmetric, "‖K̃−K̃ᵀ‖/‖K̃‖ is %.2g", mat.Norm(&apart, 2)/size)
		}
		if budget == (n+1)/2 {
			switch second, err := fit(ctx, m, g, budget); {
			case err != nil:
				breaks(SameBits, "again: %v", err)
			case !mat.Equal(first, second):
				apart.Sub(first, second)
				breaks(SameBits, "twice the same seed: ‖K̃−K̃'‖/‖K̃‖ is %.2g", mat.Norm(&apart, 2)/size)
			}
		}
		if budget == n {
			k := mat.NewDense(n, n, nil)
			g.View().Block(k, nil, nil)
			if apart.Sub(k, first); mat.Norm(&apart, 2) > 1e-7*mat.Norm(k, 2) {
				breaks(Exact, "‖K−K̃‖/‖K‖ is %.2g", mat.Norm(&apart, 2)/mat.Norm(k, 2))
			}
		}
		values, err := linalg.Eigenvalues(ctx, linalg.Symmetric(first))
		if err != nil {
			return err
		}
		if least := values[n-1]; least < -1e-8*values[0] {
			breaks(Semidefinite, "the least eigenvalue is %.2g, the largest %.2g", least, values[0])
		}
	}
	return nil
}

// fit returns K̃ of a fit with a budget, if the method has one, and otherwise with the usual parameters.
func fit(ctx context.Context, m model.Method, g *model.Gram, budget int) (*mat.Dense, error) {
	asked := trial.Assignment{Values: model.Values{model.BudgetName: float64(budget)}}
	f := trial.Question{Method: m, Assignment: asked}.Resolve().Fitter()
	a, err := f.Fit(ctx, g.View(), rand.New(rand.NewPCG(1, 42)))
	if err != nil {
		return nil, err
	}
	k := mat.NewDense(g.N(), g.N(), nil)
	a.Block(k, nil, nil)
	return k, nil
}
