package learn

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// TestSingularRidgeNamesAUsableOne: the μ that the error names can be used, and no smaller one
// can.
func TestSingularRidgeNamesAUsableOne(t *testing.T) {
	for _, e := range examples(t) {
		ridge := NewRidge(e.pairs, targets(e.pairs.N, 1))
		least := e.pairs.Least()
		refused, isIndefinite := []float64{0}, least < 0
		switch {
		case e.name == "full rank":
			continue
		case isIndefinite:
			refused = append(refused, -least/2, -least)
		default:
			refused = append(refused, 1e-17*e.pairs.Largest())
		}
		for _, mu := range refused {
			fit, err := ridge.At(mu)
			var singular *model.SingularError
			if !errors.As(err, &singular) || fit != nil {
				t.Fatalf("%s, μ = %g: %v, want a *model.SingularError", e.name, mu, err)
			}
			if isIndefinite != (singular.Negative < 0) || isIndefinite != strings.Contains(err.Error(), "indefinite") {
				t.Errorf("%s, μ = %g: λmin = %g in %q", e.name, mu, singular.Negative, err)
			}
			fit, err = ridge.At(singular.Usable)
			if err != nil {
				t.Errorf("%s: the μ on offer: %v", e.name, err)
			} else if floats.HasNaN(fit.Fitted) || math.IsNaN(fit.LOO) {
				t.Errorf("%s: the fit at the μ on offer is not finite", e.name)
			}
			if _, err := ridge.At(0.99 * singular.Usable); err == nil {
				t.Errorf("%s: μ = %g would have done as well as %g", e.name, 0.99*singular.Usable, singular.Usable)
			}
		}
	}
}

func TestRidgeOnDegenerateInput(t *testing.T) {
	for _, e := range examples(t) {
		n := e.pairs.N
		constant := make([]float64, n)
		floats.AddConst(0.1, constant)
		for _, mu := range append([]float64{1e-290, 1e300, math.MaxFloat64}, e.mus...) {
			if e.pairs.Least() < 0 && mu < 1 {
				continue
			}
			fit, err := NewRidge(e.pairs, constant).At(mu)
			var singular *model.SingularError
			if errors.As(err, &singular) && mu == 1e-290 {
				continue
			}
			if err != nil {
				t.Fatalf("%s, μ = %g: %v", e.name, mu, err)
			}
			for i, v := range fit.Fitted {
				if v != 0.1 {
					t.Fatalf("%s, μ = %g: a constant target is %v at row %d", e.name, mu, v, i)
				}
			}
			if fit.LOO != 0 || (mu > 0 && fit.GCV != 0) {
				t.Errorf("%s, μ = %g: LOO %g and GCV %g of a constant, want 0", e.name, mu, fit.LOO, fit.GCV)
			}
			y := targets(n, 1)
			fit, err = NewRidge(e.pairs, y).At(mu)
			if err != nil {
				t.Fatal(err)
			}
			risk := fit.Risk(y, 1)
			for what, v := range map[string]float64{"DF": fit.DF, "LOO": fit.LOO, "bias": risk.Bias, "variance": risk.Variance,
				"first": fit.Fitted[0]} {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%s, μ = %g: %s = %v", e.name, mu, what, v)
				}
			}
			if mu >= 1e300 && !(math.Abs(fit.DF) < 1e-290 && math.Abs(fit.Fitted[0]-fit.offset) < 1e-12) {
				t.Errorf("%s, μ = %g: DF %g, fitted %g about %g", e.name, mu, fit.DF, fit.Fitted[0], fit.offset)
			}
			if mu == 1e-290 && e.name == "full rank" && math.Abs(fit.Fitted[0]-y[0]) > 1e-9 {
				t.Errorf("%s, μ = %g: no interpolation: %g for %g", e.name, mu, fit.Fitted[0], y[0])
			}
		}
	}
}

// TestTinyRidgeIsTheLimit: LOO and GCV are accurate even if y−ŷ and 1−Hᵢᵢ are far below rounding errors.
func TestTinyRidgeIsTheLimit(t *testing.T) {
	e := examples(t)[1]
	ridge := NewRidge(e.pairs, targets(e.pairs.N, 4))
	limit, err := ridge.At(0)
	if err != nil {
		t.Fatal(err)
	}
	gcv := 0.0
	for _, mu := range []float64{1e-9, 1e-13, 1e-40, 1e-290} {
		fit, err := ridge.At(mu)
		if err != nil {
			t.Fatal(err)
		}
		closest(t, fmt.Sprintf("μ = %g: LOO", mu), []float64{fit.LOO}, []float64{limit.LOO}, 1e-7)
		if gcv != 0 {
			closest(t, fmt.Sprintf("μ = %g: GCV", mu), []float64{fit.GCV}, []float64{gcv}, 1e-7)
		}
		gcv = fit.GCV
	}
}

// TestColumnsThatAreNotQuiteOrthonormal: the eigenpairs of FᵀF give a Q whose columns for small λ are
// orthonormal to a few digits only. For a μ above these λ, on a K̃ of full rank, this must not matter.
func TestColumnsThatAreNotQuiteOrthonormal(t *testing.T) {
	const n = 20
	rng := rand.New(rand.NewPCG(6, 6))
	u, v := orthogonal(n, rng), orthogonal(n, rng)
	scaled := mat.NewDense(n, n, nil)
	scaled.Apply(func(_, j int, x float64) float64 { return x * math.Pow(10, -0.35*float64(j)) }, u) // λ from 1 to 5e-14
	f := new(mat.Dense)
	f.Mul(scaled, v.T())
	gram, k := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	gram.SymOuterK(1, f.T())
	k.SymOuterK(1, f)
	var eig mat.EigenSym
	if !eig.Factorize(gram, true) {
		t.Fatal("no eigendecomposition")
	}
	var vectors mat.Dense
	eig.VectorsTo(&vectors)
	q := new(mat.Dense)
	q.Mul(f, &vectors)
	values := make([]float64, n)
	for j := range n {
		column := mat.Col(nil, j, q)
		norm := floats.Norm(column, 2)
		values[j] = norm * norm
		floats.Scale(1/norm, column)
		q.SetCol(j, column)
	}
	var identity mat.Dense
	identity.Mul(q.T(), q)
	if off := math.Abs(identity.At(0, 1)); off < 1e-8 {
		t.Fatalf("Q is orthonormal to %g: a harder example is wanted", off)
	}
	y := targets(n, 1)
	ridge := NewRidge(&model.Decomposition{N: n, Groups: []model.EigenGroup{{Values: values, Q: q, Back: q}}}, y)
	for _, mu := range []float64{1e-8, 1e-5, 1e-2, 10} {
		fit, err := ridge.At(mu)
		if err != nil {
			t.Fatal(err)
		}
		h, sum, squares := hat(t, k, mu), 0.0, 0.0
		bias := 0.0
		for i := range n {
			left := y[i] - ridge.Offset
			for j := range n {
				left -= h.At(i, j) * (y[j] - ridge.Offset)
			}
			sum += math.Pow(left/(1-h.At(i, i)), 2) / n
			squares += left * left / n
		}
		bias = fit.Risk(y, 0).Bias
		tol := 1e-14 / mu * n // eps times the condition
		closest(t, fmt.Sprintf("μ = %g: LOO", mu), []float64{fit.LOO}, []float64{sum}, max(tol, 1e-12))
		closest(t, fmt.Sprintf("μ = %g: bias", mu), []float64{bias}, []float64{squares}, max(tol, 1e-12))
	}
}

func orthogonal(n int, rng *rand.Rand) *mat.Dense {
	a := mat.NewDense(n, n, nil)
	a.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, a)
	var qr mat.QR
	qr.Factorize(a)
	q := new(mat.Dense)
	qr.QTo(q)
	return q
}

// TestRowsInsideTheRange: 1−Hᵢᵢ is as small as rounding errors if K̃ does not have full rank but reproduces a
// row exactly.
func TestRowsInsideTheRange(t *testing.T) {
	for seed := range uint64(20) {
		k := mat.NewSymDense(6, nil)
		part := productOf(4, 9, rand.New(rand.NewPCG(seed, 6)))
		for i := range 4 {
			for j := range 4 {
				k.SetSym(i, j, part.At(i, j))
			}
		}
		pairs := eigenpairs(t, nil, k)
		if pairs.Rank() != 4 {
			t.Fatalf("rank %d, want 4", pairs.Rank())
		}
		y := []float64{0, 0, 0, 0, 1, -1}
		fit, err := NewRidge(pairs, y).At(1.1 * linalg.Eps * pairs.Largest())
		if err != nil {
			t.Fatal(err)
		}
		// Two rows of K̃ are 0: left out, they are predicted by the offset, 0; and
		// the others are a constant.
		closest(t, "LOO", []float64{fit.LOO}, []float64{2.0 / 6}, 1e-12)
		fit, err = NewRidge(pairs, targets(6, seed)).At(1.1 * linalg.Eps * pairs.Largest())
		if err != nil || !(fit.LOO < 1e6) {
			t.Errorf("LOO %v of targets about 40 with a deviation of 3, %v", fit.LOO, err)
		}
	}
}

// TestBlocksStandAlone: with targets whose mean is 0 on each block, a block of full rank is accurate at a tiny μ
// beside one of low rank.
func TestBlocksStandAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	groups := [][]int{{0, 2, 4, 6, 8, 10}, {1, 3, 5, 7, 9, 11}}
	parts := []*mat.SymDense{productOf(6, 9, rng), productOf(6, 2, rng)}
	y := make([]float64, 12)
	var df, loo float64
	const mu = 1e-13
	for s, rows := range groups {
		_, own := Centred(targets(6, uint64(s)))
		for p, i := range rows {
			y[i] = own[p]
		}
		fit, err := NewRidge(eigenpairs(t, nil, parts[s]), own).At(mu)
		if err != nil {
			t.Fatal(err)
		}
		df, loo = df+fit.DF, loo+fit.LOO/2
	}
	fit, err := NewRidge(eigenpairs(t, groups, parts...), y).At(mu)
	if err != nil {
		t.Fatal(err)
	}
	closest(t, "DF", []float64{fit.DF}, []float64{df}, 1e-12)
	closest(t, "LOO", []float64{fit.LOO}, []float64{loo}, 1e-9)
}

// TestOverflowIsNaN: figures that overflow are NaN, never Inf.
func TestOverflowIsNaN(t *testing.T) {
	y := []float64{1e200, -1e200, 3e200}
	pairs := eigenpairs(t, nil, mat.NewSymDense(3, []float64{2, 1, 0, 1, 2, 0, 0, 0, 1}))
	fit, err := NewRidge(pairs, y).At(1)
	if err != nil {
		t.Fatal(err)
	}
	risk := fit.Risk(y, 1e200)
	for what, v := range map[string]float64{"GCV": fit.GCV, "LOO": fit.LOO, "bias": risk.Bias, "variance": risk.Variance} {
		if !math.IsNaN(v) {
			t.Errorf("%s = %v, want NaN", what, v)
		}
	}
}

func TestRidgeOnNothing(t *testing.T) {
	y := []float64{1, 2, 6}
	ridge := NewRidge(&model.Decomposition{N: 3, Groups: make([]model.EigenGroup, 1)}, y)
	fit, err := ridge.At(2)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "fitted", fit.Fitted, []float64{3, 3, 3}, 0)
	near(t, "DF, GCV, LOO", []float64{fit.DF, fit.GCV, fit.LOO}, []float64{0, 14.0 / 3, 14.0 / 3}, 1e-14)
	if at := fit.At(nil); len(at) != 1 || at[0] != 3 || len(fit.Coefficients) != 0 {
		t.Errorf("K̃ = 0 predicts %v by %v, want the offset", at, fit.Coefficients)
	}
	if risk := fit.Risk(y, 5); math.Abs(risk.Bias-14.0/3) > 1e-14 || risk.Variance != 0 {
		t.Errorf("K̃ = 0 has risk %v", risk)
	}
	_, err = ridge.At(0)
	var singular *model.SingularError
	if !errors.As(err, &singular) || !math.IsInf(singular.Condition, 1) || singular.Usable != 0 {
		t.Errorf("K̃ = 0 at μ = 0: %v", err)
	}

	one := NewRidge(eigenpairs(t, nil, mat.NewSymDense(1, []float64{2})), []float64{5})
	for _, mu := range []float64{0, 3} {
		fit, err := one.At(mu)
		if err != nil {
			t.Fatal(err)
		}
		if fit.Fitted[0] != 5 || fit.LOO != 0 || math.Abs(fit.DF-2/(2+mu)) > 1e-15 {
			t.Errorf("n = 1, μ = %g: %+v", mu, fit)
		}
	}
}

// TestRepeatedRows: two equal rows have the same fitted value, and the rank of K̃ is smaller by one.
func TestRepeatedRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	f := mat.NewDense(20, 19, nil)
	for i := range 19 {
		for j := range 19 {
			f.Set(i, j, rng.NormFloat64())
		}
	}
	f.SetRow(19, f.RawRowView(4))
	k := mat.NewSymDense(20, nil)
	k.SymOuterK(1, f)
	pairs := eigenpairs(t, nil, k)
	if pairs.Rank() != 19 {
		t.Fatalf("rank %d, want 19", pairs.Rank())
	}
	ridge := NewRidge(pairs, targets(20, 1))
	if _, err := ridge.At(0); err == nil {
		t.Error("a matrix with two equal rows is solved at μ = 0")
	}
	fit, err := ridge.At(1e-3)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "fitted at equal rows", fit.Fitted[4:5], fit.Fitted[19:], 1e-10)
}

func TestRidgeMisuse(t *testing.T) {
	pairs := eigenpairs(t, nil, mat.NewSymDense(2, []float64{2, 1, 1, 2}))
	ridge := NewRidge(pairs, []float64{1, 2})
	fit, err := ridge.At(1)
	if err != nil {
		t.Fatal(err)
	}
	for what, misuse := range map[string]func(){
		"too few targets":  func() { NewRidge(pairs, []float64{1}) },
		"no rows":          func() { NewRidge(&model.Decomposition{}, nil) },
		"a negative ridge": func() { _, _ = ridge.At(-1) },
		"a ridge of NaN":   func() { _, _ = ridge.At(math.NaN()) },
		"an endless ridge": func() { _, _ = ridge.At(math.Inf(1)) },
		"too short truth":  func() { fit.Risk([]float64{1}, 1) },
		"negative noise":   func() { fit.Risk([]float64{1, 2}, -1) },
		"noise of NaN":     func() { fit.Risk([]float64{1, 2}, math.NaN()) },
	} {
		requirePanic(t, what, misuse)
	}
}

func requirePanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		if text, _ := recover().(string); !strings.HasPrefix(text, "learn: ") {
			t.Errorf("%s: panics with %q, want a text that starts learn:", what, text)
		}
	}()
	f()
}
