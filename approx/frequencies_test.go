package approx

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/approxtest"
	"gramscope/model"
)

// drawn are the choices of frequencies that are not independent.
var drawn = map[string]int{"orthogonal": model.FrequenciesOrthogonal, "qmc": model.FrequenciesQMC,
	"structured": model.FrequenciesStructured, "simplex": model.FrequenciesSimplex}

// frequencyError returns the mean error over ten seeds.
func frequencyError(t *testing.T, g *model.Gram, f *Fourier) float64 {
	t.Helper()
	sum := 0.0
	for seed := range uint64(10) {
		sum += errorOf(t, g, f, seeded(seed)) / 10
	}
	return sum
}

// The error falls nearly as 1/m in two dimensions, and in twenty it is not above that of independent frequencies.
func TestQMCRate(t *testing.T) {
	errors := func(d int, frequencies int, budgets ...int) (out []float64) {
		g := gramOf(t, normal(100, d, seeded(6)), "gaussian", 0.5/float64(d))
		for _, m := range budgets {
			out = append(out, frequencyError(t, g, &Fourier{M: m, Frequencies: frequencies}))
		}
		return out
	}
	e := errors(2, model.FrequenciesQMC, 32, 2048)
	if slope := math.Log(e[1]/e[0]) / math.Log(2048.0/32); slope < -1.1 || slope > -0.8 {
		t.Errorf("slope %.3f, want nearly −1", slope)
	}
	for i, independent := range errors(20, model.FrequenciesIID, 64, 256) {
		if e := errors(20, model.FrequenciesQMC, 64, 256)[i]; e > 1.1*independent {
			t.Errorf("20 dimensions: error %.3f, that of independent frequencies is %.3f", e, independent)
		}
	}
}

// Structured frequencies are as accurate as orthogonal ones, and simplices nearly so: much more than independent ones.
func TestChosenDirectionsAreBetter(t *testing.T) {
	g := gramOf(t, normal(80, 64, seeded(1)), "gaussian", 0.5/64)
	independent := frequencyError(t, g, &Fourier{M: 128})
	orthogonal := frequencyError(t, g, &Fourier{M: 128, Frequencies: model.FrequenciesOrthogonal})
	for _, frequencies := range []int{model.FrequenciesStructured, model.FrequenciesSimplex} {
		e := frequencyError(t, g, &Fourier{M: 128, Frequencies: frequencies})
		if e > 0.6*independent || e > 1.2*orthogonal {
			t.Errorf("choice %d: error %.4f, independent ones have %.4f and orthogonal ones %.4f", frequencies, e, independent,
				orthogonal)
		}
	}
}

// TestGoldenSimplexes: directions by NumPy, from testdata/approx/golden_frequencies.py.
func TestGoldenSimplexes(t *testing.T) {
	text, err := os.ReadFile("../testdata/approx/golden_frequencies.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Simplexes []struct{ Axes, Frequencies, Turned [][]float64 }
	}
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	if len(golden.Simplexes) != 4 {
		t.Errorf("%d cases", len(golden.Simplexes))
	}
	for _, c := range golden.Simplexes {
		w := rows(c.Frequencies)
		corners(w, rows(c.Axes))
		if !mat.EqualApprox(w, rows(c.Turned), 1e-13) {
			t.Errorf("d = %d: %v, want %v", len(c.Axes), mat.Formatted(w), c.Turned)
		}
	}
}

// Orthogonal frequencies have the bits of the method orthogonal-fourier, and independent ones are the default.
func TestFrequenciesKeepTheirBits(t *testing.T) {
	g := gramOf(t, normal(20, 3, seeded(1)), "gaussian", 0.3)
	_, a := whole(g, fitted(t, g, &Fourier{M: 14, Frequencies: model.FrequenciesOrthogonal}, seeded(7)))
	_, b := whole(g, fitted(t, g, &OrthogonalFourier{M: 14}, seeded(7)))
	if !mat.Equal(a, b) {
		t.Error("orthogonal frequencies differ from those of orthogonal-fourier")
	}
	_, c := whole(g, fitted(t, g, &Fourier{M: 14}, seeded(7)))
	w := mat.NewDense(7, 3, nil)
	g.Kernel().(model.Spectral).Frequencies(w, seeded(7))
	f, err := featuresOn(t.Context(), g, model.Part{Frequencies: w, Width: 14}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, d := whole(g, f); !mat.Equal(c, d) {
		t.Error("the default is not independent frequencies")
	}
	for _, p := range (&Fourier{}).Params() {
		if p.Name == model.FrequenciesName && !p.Tacit {
			t.Error("independent frequencies are in the key of a fit, which changes its draws")
		}
	}
}

// A predictor has dense frequencies, and its values are those of the transforms.
func TestStructuredPredictor(t *testing.T) {
	x := normal(50, 70, seeded(1))
	g := gramOf(t, x, "matern52", 0.01)
	e, err := fitted(t, g, &Fourier{M: 300, Frequencies: model.FrequenciesStructured}, seeded(2)).Extension(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	weights := normal(300, 2, seeded(3))
	var want mat.Dense
	want.Mul(e.Features(x), weights)
	p := e.Predictor(weights)
	if w := p.Parts[0].Frequencies; w == nil || w.RawMatrix().Rows != 150 {
		t.Fatalf("the predictor has the frequencies %v", w)
	}
	if got := p.Predict(x); !mat.EqualApprox(got, &want, 1e-10) {
		t.Errorf("predictions differ by a relative %.2g", apart(got, &want))
	}
}

// Directions need a kernel of the Euclidean distance. The refusal names the choices that the kernel takes.
func TestFrequenciesAreRefused(t *testing.T) {
	g := gramOf(t, normal(5, 2, seeded(1)), "laplacian", 1)
	for name, frequencies := range drawn {
		f := &Fourier{M: 4, Frequencies: frequencies}
		why := fourier().Unmet(f, g.Kernel(), 5, 0, 0)
		if refused := name != "qmc"; refused != (why != "") {
			t.Errorf("%s: %q", name, why)
			continue
		}
		if why == "" {
			continue
		}
		if !strings.Contains(why, name) || !strings.Contains(why, "laplacian") || !strings.Contains(why, "iid or qmc") {
			t.Errorf("%s: %q", name, why)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			_, _ = f.Fit(t.Context(), g, seeded(1))
		}()
	}
}

// TestConformanceOfFrequencies runs the suite of all methods for each choice.
func TestConformanceOfFrequencies(t *testing.T) {
	promise := firstPromises()["fourier"]
	for name, frequencies := range drawn {
		m := fourier()
		if name != "qmc" {
			m.Needs.Kernels = []string{"gaussian", "matern12", "matern32", "matern52"}
		}
		usual := m.New
		m.New = func() model.Fitter {
			f := usual().(*Fourier)
			f.Frequencies = frequencies
			return f
		}
		t.Run(name, func(t *testing.T) { approxtest.Run(t, m, promise) })
	}
}

// BenchmarkFrequencies fits with independent and with structured frequencies in turn, and reports the ratio of
// the shortest times.
func BenchmarkFrequencies(b *testing.B) {
	g := gramOf(b, normal(2000, 500, seeded(1)), "gaussian", 0.5/500)
	least := map[int]time.Duration{}
	for b.Loop() {
		for _, frequencies := range []int{model.FrequenciesIID, model.FrequenciesStructured} {
			start := time.Now()
			fitted(b, g, &Fourier{M: 1000, Frequencies: frequencies}, seeded(1))
			if took := time.Since(start); least[frequencies] == 0 || took < least[frequencies] {
				least[frequencies] = took
			}
		}
	}
	b.ReportMetric(float64(least[model.FrequenciesStructured])/float64(least[model.FrequenciesIID]), "structured/iid")
}
