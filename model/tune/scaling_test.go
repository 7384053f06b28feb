package tune

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/model/learn"
	"gramscope/model/trial"
)

// features has n rows of d features and a target of them with noise.
func features(n, d int, seed uint64, noise float64, target func(row []float64) float64) *data.Set {
	rng := rand.New(rand.NewPCG(seed, 7))
	s := &data.Set{X: mat.NewDense(n, d, nil), Y: make([]float64, n), Columns: strings.Split("abcdefghij"[:d], ""),
		Target: "y"}
	for i := range n {
		row := s.X.RawRowView(i)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		s.Y[i] = target(row) + noise*rng.NormFloat64()
	}
	return s
}

func scalingSpec(n int) Spec {
	s := DefaultSpec(n)
	s.Standardize = true
	return s
}

// TestOneWidthForFewRows: the target is a function of the distance from 0, and few rows have much noise. Widths of
// their own fit the noise.
func TestOneWidthForFewRows(t *testing.T) {
	kept := 0
	for seed := range uint64(6) {
		set := features(50, 6, seed, 1, func(x []float64) float64 {
			sum := 0.0
			for _, v := range x {
				sum += v * v
			}
			return 3 * math.Exp(-sum/6)
		})
		spec := scalingSpec(50)
		s, err := ChooseScaling(t.Context(), spec, approx.Methods(), given{set: set}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if s.Better {
			continue
		}
		kept++
		if applied := s.Apply(spec); applied.Widths != "" || applied.Mus != nil {
			t.Errorf("one width is kept, and the spec has widths %v and μ %v", applied.Widths, applied.Mus)
		}
	}
	if kept < 4 {
		t.Errorf("one width was kept in %d of 6 draws", kept)
	}
}

// TestMuOfAllRows: at the end widths and μ are those of all rows, with each a landmark where these are few: the
// evidence has its maximum over μ there, but for the digits that a search leaves.
func TestMuOfAllRows(t *testing.T) {
	const n, d = 300, 3
	set := features(n, d, 1, 0.05, func(x []float64) float64 { return math.Sin(4*x[0]) + math.Cos(3*x[1]) })
	spec := scalingSpec(n)
	s, err := ChooseScaling(t.Context(), spec, approx.Methods(), given{set: set}, nil)
	if err != nil || !s.Better {
		t.Fatalf("%+v, %v", s, err)
	}
	rows, err := trial.RowsOf(trial.Pick(set, nil), nil, trial.Scale{Standardize: true, Widths: s.Widths})
	if err != nil {
		t.Fatal(err)
	}
	_, y := learn.Centred(rows.Train.Y)
	evidence := func(mu float64) float64 {
		k := mat.NewSymDense(n, nil)
		for i := range n {
			for j := range i + 1 {
				gap := floats.Distance(rows.Train.X.RawRowView(i), rows.Train.X.RawRowView(j), 2)
				k.SetSym(i, j, math.Exp(-gap*gap/2))
			}
			k.SetSym(i, i, 1+mu)
		}
		var u mat.Cholesky
		u.Factorize(k)
		a := mat.NewVecDense(n, nil)
		if err := u.SolveVecTo(a, mat.NewVecDense(n, y)); err != nil {
			t.Fatal(err)
		}
		return -n*math.Log(mat.Dot(a, mat.NewVecDense(n, y)))/2 - u.LogDet()/2
	}
	for _, factor := range []float64{0.7, 1.4} {
		if gain := evidence(factor*s.Mu) - evidence(s.Mu); gain > 0.1 {
			t.Errorf("μ = %v: %v times it has %v nats more", s.Mu, factor, gain)
		}
	}
}

// TestScalingCanBeCancelled before it has begun.
func TestScalingCanBeCancelled(t *testing.T) {
	set := features(300, 4, 1, 0.1, func(x []float64) float64 { return x[0] })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := ChooseScaling(ctx, scalingSpec(300), approx.Methods(), given{set: set}, nil); err == nil {
		t.Error("no error of a context that has ended")
	}
}
