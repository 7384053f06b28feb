package promise

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// toy is the method K̃ = K, spoilt.
type toy struct {
	m     int
	spoil func(k *mat.Dense, m int, rng *rand.Rand) error
}

func (f *toy) Params() []model.Param { return []model.Param{model.Budget(&f.m)} }

func (f *toy) Fit(_ context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	k := mat.NewDense(g.N(), g.N(), nil)
	g.Block(k, nil, nil)
	return &dense{k: k}, f.spoil(k, f.m, rng)
}

type dense struct {
	model.Approximation
	k *mat.Dense
}

func (a *dense) Block(dst *mat.Dense, _, _ []int) { dst.Copy(a.k) }

// TestEachIsSeen: a method that breaks one promise is told which, and where.
func TestEachIsSeen(t *testing.T) {
	calls := 0.0
	for _, c := range []struct {
		broken int // -1: none
		says   string
		spoil  func(k *mat.Dense, m int, rng *rand.Rand) error
	}{
		{-1, "", func(*mat.Dense, int, *rand.Rand) error { return nil }},
		{AnyBudget, "bimodal, m = 2: too few", func(_ *mat.Dense, m int, _ *rand.Rand) error {
			if m == 2 {
				return errors.New("too few")
			}
			return nil
		}},
		{Finite, "bimodal, m = 59: ‖K̃‖ is NaN", func(k *mat.Dense, m int, _ *rand.Rand) error {
			if m == 59 {
				k.Set(3, 5, math.NaN())
			}
			return nil
		}},
		{Symmetric, "bimodal, m = 1: ‖K̃−K̃ᵀ‖/‖K̃‖ is", func(k *mat.Dense, _ int, _ *rand.Rand) error {
			k.Set(3, 5, k.At(3, 5)+1e-9)
			return nil
		}},
		{SameBits, "bimodal, m = 30: twice the same seed", func(k *mat.Dense, m int, _ *rand.Rand) error {
			if calls++; m == 30 {
				k.Set(3, 3, k.At(3, 3)+calls*1e-15)
			}
			return nil
		}},
		{Semidefinite, "bimodal, m = 1: the least eigenvalue is", func(k *mat.Dense, m int, _ *rand.Rand) error {
			if m < 60 {
				k.Set(3, 3, k.At(3, 3)-2)
			}
			return nil
		}},
		{Exact, "bimodal, m = 60: ‖K−K̃‖/‖K‖ is", func(k *mat.Dense, _ int, rng *rand.Rand) error {
			i := rng.IntN(60)
			k.Set(i, i, k.At(i, i)+1e-3)
			return nil
		}},
	} {
		m := model.Method{Name: "toy", New: func() model.Fitter { return &toy{spoil: c.spoil} }}
		list, sets, err := OnSets(t.Context(), m)
		if err != nil || len(sets) != 7 || sets[6] != "bimodal with copies" {
			t.Fatal(sets, err)
		}
		for i, p := range list {
			if (i == c.broken) != (p.Broken != "") || !strings.Contains(p.Broken, c.says) && i == c.broken {
				t.Errorf("%d: %s: %q, want %q", c.broken, p.Name, p.Broken, c.says)
			}
		}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	m := model.Method{New: func() model.Fitter {
		return &toy{spoil: func(*mat.Dense, int, *rand.Rand) error { return errors.New("ended") }}
	}}
	if _, _, err := OnSets(over, m); !errors.Is(err, context.Canceled) {
		t.Errorf("under a context that is over: %v", err)
	}
}

// TestFewRows: each budget is tried once, and the middle one twice, where few rows have few budgets.
func TestFewRows(t *testing.T) {
	var fits []int
	m := model.Method{Needs: model.Needs{MaxN: 2}, New: func() model.Fitter {
		return &toy{spoil: func(_ *mat.Dense, m int, _ *rand.Rand) error {
			fits = append(fits, m)
			return nil
		}}
	}}
	_, sets, err := OnSets(t.Context(), m)
	if want := slices.Repeat([]int{1, 1, 2}, len(sets)); err != nil || !slices.Equal(fits, want) {
		t.Errorf("budgets %v, %v, want %v", fits, err, want)
	}
}
