package exact

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"gramscope/model"
	"gramscope/model/linalg"
)

// starts returns a generator of the start vectors of Lanczos iterations.
func starts() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

func TestAccuracyAgainstNumPy(t *testing.T) {
	var g struct {
		X     [][]float64
		Gamma float64
		Cases []struct {
			Name, Kernel   string
			Rows, Index    []int
			Weight         []float64
			Ridge, Epsilon float64
			DEff           float64 `json:"d_eff"`
			EpsilonS       float64 `json:"epsilon_s"`
			GammaOK        bool    `json:"gamma_ok"`
		}
	}
	raw, err := os.ReadFile("../../testdata/model/golden_accuracy.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &g); err != nil {
		t.Fatal(err)
	}
	kernels := map[string]model.Kernel{"gaussian": gaussian(g.Gamma), "laplacian": laplacian(g.Gamma), "linear": linear()}
	verdicts := map[bool]int{}
	for _, c := range g.Cases {
		gram := gramAt(denseOf(g.X), kernels[c.Kernel])
		d := model.Dictionary{Index: c.Index, Weight: c.Weight}
		got, err := AccuracyOf(context.Background(), gram, c.Rows, d, c.Ridge, c.Epsilon, starts())
		if err != nil {
			t.Fatal(c.Name, err)
		}
		near(t, c.Name+": d_eff", got.DEff, c.DEff, 1e-9, 0)
		near(t, c.Name+": ε(S)", got.EpsilonS, c.EpsilonS, 1e-9, 1e-2) // 0 for S = I
		if verdicts[c.GammaOK]++; got.GammaOK != c.GammaOK {
			t.Errorf("%s: gamma_ok %v, want %v", c.Name, got.GammaOK, c.GammaOK)
		}
		if entries := gram.Entries(); entries != int64(len(c.Rows)*len(c.Rows)) {
			t.Errorf("%s: %d entries read for %d rows", c.Name, entries, len(c.Rows))
		}
	}
	if verdicts[true] < 5 || verdicts[false] < 5 {
		t.Errorf("the golden cases have the verdicts %v", verdicts)
	}
}

// The golden numbers of the reference document, with the rows in another order.
func TestAccuracyOfFivePoints(t *testing.T) {
	g := gramAt(mat.NewDense(5, 1, []float64{0, 0.5, 1.3, 2, 4}), gaussian(0.5))
	for _, rows := range [][]int{{0, 1, 2, 3, 4}, {4, 2, 0, 3, 1}} {
		got, err := AccuracyOf(context.Background(), g, rows, model.Dictionary{Index: []int{2, 0}, Weight: []float64{1, 1}},
			0.1, 0.5, starts())
		if err != nil {
			t.Fatal(err)
		}
		near(t, "d_eff", got.DEff, 3.6039183477, 1e-9, 0)
		near(t, "ε(S)", got.EpsilonS, 0.9108434042, 1e-9, 0)
		if got.GammaOK { // ‖K−K̃‖₂ = 1.02 > 0.2
			t.Error("it is a γ-approximation")
		}
	}
}

// On any subset of the rows the figures are those computed from the eigenpairs of the
// subset's kernel matrix. d_eff does not decrease as rows are added.
func TestAccuracyIsThatOfTheSubset(t *testing.T) {
	ctx := context.Background()
	verdicts := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 30).Draw(t, "n")
		seed := rapid.Uint64Range(0, 1<<20).Draw(t, "seed")
		ridge := math.Pow(10, rapid.Float64Range(-5, 2).Draw(t, "log ridge"))
		kernel := rapid.SampledFrom([]model.Kernel{gaussian(0.3), gaussian(20), laplacian(1), linear()}).Draw(t, "kernel")
		x := randomPoints(n, 3, seed)
		if rapid.Bool().Draw(t, "duplicates") {
			x.SetRow(n-1, x.RawRowView(0))
		}
		rng := rand.New(rand.NewPCG(seed, 3))
		rows := rng.Perm(n)[:rapid.IntRange(1, n).Draw(t, "rows")]
		var d model.Dictionary
		sub, s := mat.NewDense(len(rows), 3, nil), mat.NewDense(len(rows), len(rows), nil)
		for p, i := range rows {
			sub.SetRow(p, x.RawRowView(i))
			if rng.IntN(3) > 0 {
				w := 0.5 + 2*rng.Float64()
				s.Set(p, len(d.Index), w)
				d.Index, d.Weight = append(d.Index, i), append(d.Weight, w)
			}
		}
		g := gramAt(x, kernel)
		got, err := AccuracyOf(ctx, g, rows, d, ridge, 0.5, starts())
		if err != nil {
			t.Fatal(err)
		}
		r, err := NewReference(gramAt(sub, kernel), true, [2]uint64{seed, 4})
		if err != nil {
			t.Fatal(err)
		}
		want, err := r.Diagnose(ctx, ranked{stored{regularized(t, whole(r.gram), s, ridge)}, len(rows), s}, ridge, 0.5)
		if err != nil {
			t.Fatal(err)
		}
		dEff, err := r.EffectiveDimension(ctx, ridge)
		if err != nil {
			t.Fatal(err)
		}
		largest := valueOf(t, r.Largest)
		off := 1e-9 + 1e-13*largest/ridge
		if math.Abs(got.DEff-dEff.Value) > off ||
			math.Abs(got.EpsilonS-want.EpsilonS) > off*(1+want.EpsilonS)+math.Sqrt(1e-15*largest/ridge) {
			t.Fatalf("%d of %d rows: %+v, want d_eff = %v and ε(S) = %v", len(rows), n, got, dEff.Value, want.EpsilonS)
		}
		if verdicts[want.GammaOK]++; got.GammaOK != want.GammaOK {
			t.Fatalf("%d of %d rows: gamma_ok %v, want %v", len(rows), n, got.GammaOK, want.GammaOK)
		}
		if got.EpsilonS < 0.5 && !got.GammaOK {
			t.Fatalf("ε(S) = %v, and K̃ is no γ-approximation for ε = 0.5", got.EpsilonS)
		}
		fewer, err := AccuracyOf(ctx, g, rows[:max(1, len(rows)-2)], model.Dictionary{}, ridge, 0.5, starts())
		if err != nil || fewer.DEff > got.DEff+off {
			t.Fatalf("d_eff falls from %v to %v as rows are added (%v)", fewer.DEff, got.DEff, err)
		}
	})
	if verdicts[true] == 0 || verdicts[false] == 0 {
		t.Errorf("only one verdict has been looked at: %v", verdicts)
	}
}

// AccuracyOf with more rows than the block sizes of LAPACK, and a factor that is square or not.
func TestAccuracyOfManyRows(t *testing.T) {
	const n = 300
	x := randomPoints(n, 2, 8)
	for _, k := range []model.Kernel{laplacian(1), gaussian(0.1)} {
		r := referenceOn(t, x, k)
		var d model.Dictionary
		s := mat.NewDense(n, n, nil)
		for j, i := range rand.New(rand.NewPCG(5, 5)).Perm(n)[:120] {
			d.Index, d.Weight = append(d.Index, i), append(d.Weight, 1.5)
			s.Set(i, j, 1.5)
		}
		want, err := r.Diagnose(context.Background(), ranked{stored{regularized(t, whole(r.gram), s, 0.01)}, n, s}, 0.01, 0.5)
		if err != nil {
			t.Fatal(err)
		}
		got, err := AccuracyOf(context.Background(), r.gram.View(), linalg.Sequence(0, n), d, 0.01, 0.5, starts())
		if err != nil {
			t.Fatal(err)
		}
		dEff, err := r.EffectiveDimension(context.Background(), 0.01)
		if err != nil {
			t.Fatal(err)
		}
		near(t, k.Name()+": d_eff", got.DEff, dEff.Value, 1e-9, 0)
		near(t, k.Name()+": ε(S)", got.EpsilonS, want.EpsilonS, 1e-8, 0)
		if got.GammaOK != want.GammaOK {
			t.Errorf("%s: gamma_ok %v, want %v", k.Name(), got.GammaOK, want.GammaOK)
		}
	}
}

// Edge cases: K = 0, a K that overflows, a ridge far below the rounding errors of K, a matrix
// that is not positive definite, and a cancelled context.
func TestAccuracyAtTheEdge(t *testing.T) {
	ctx := context.Background()
	zero := gramAt(mat.NewDense(3, 1, nil), linear())
	got, err := AccuracyOf(ctx, zero, []int{2, 0}, model.Dictionary{Index: []int{0}, Weight: []float64{2}}, 0.1, 0.5,
		starts())
	if want := (DictionaryAccuracy{GammaOK: true}); err != nil || got != want {
		t.Errorf("K = 0: %+v (%v)", got, err)
	}
	huge := gramAt(mat.NewDense(2, 1, []float64{1, 1.5e154}), linear())
	_, err = AccuracyOf(ctx, huge, []int{0, 1}, model.Dictionary{}, 1, 0.5, starts())
	if degenerate := new(model.DegenerateError); !errors.As(err, &degenerate) {
		t.Errorf("K overflows: %v, want a DegenerateError", err)
	}
	smooth := gramAt(randomPoints(80, 2, 4), gaussian(1e-3))
	got, err = AccuracyOf(ctx, smooth, linalg.Sequence(0, 80), model.Dictionary{}, 1e-30, 0.5, starts())
	if rank := math.Round(got.DEff); err != nil || rank < 15 || rank > 30 || got.DEff != rank {
		t.Errorf("d_eff = %v at a ridge of 1e-30, want the numerical rank, about 20 (%v)", got.DEff, err)
	}
	err = new(DictionaryAccuracy).measure(ctx, mat.NewSymDense(2, []float64{1, 2, 2, 1}), nil, 0.5, starts())
	if singular := new(model.SingularError); !errors.As(err, &singular) || singular.Mu != 0.5 || singular.Condition != 4 {
		t.Errorf("an indefinite matrix: %v, want a SingularError", err)
	}
	done, cancel := context.WithCancel(ctx)
	cancel()
	for _, g := range []*model.Gram{smooth, zero} {
		if _, err := AccuracyOf(done, g, []int{0, 1}, model.Dictionary{}, 1, 0.5, starts()); !errors.Is(err,
			context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
	}
}

func TestAccuracyMisuse(t *testing.T) {
	g := gramAt(randomPoints(5, 2, 4), gaussian(1))
	one := model.Dictionary{Index: []int{3}, Weight: []float64{1}}
	call := func(rows []int, d model.Dictionary, ridge, epsilon float64, rng *rand.Rand) func() {
		return func() { _, _ = AccuracyOf(context.Background(), g, rows, d, ridge, epsilon, rng) }
	}
	for name, call := range map[string]func(){
		"no ridge":             call([]int{0}, model.Dictionary{}, 0, 0.5, starts()),
		"ε = 1":                call([]int{0}, model.Dictionary{}, 1, 1, starts()),
		"ε NaN":                call([]int{0}, model.Dictionary{}, 1, math.NaN(), starts()),
		"no rows":              call(nil, model.Dictionary{}, 1, 0.5, starts()),
		"no generator":         call([]int{0}, model.Dictionary{}, 1, 0.5, nil),
		"a row not among them": call([]int{0, 1}, one, 1, 0.5, starts()),
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			call()
		}()
	}
}
