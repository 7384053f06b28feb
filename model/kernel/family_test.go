package kernel

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

func everyKernel(t *testing.T) []model.Kernel {
	t.Helper()
	var all []model.Kernel
	for _, f := range Families() {
		k, err := f.Kernel(Values{"gamma": 0.4})
		if err != nil {
			t.Fatal(err)
		}
		if k.Name() != f.Name || k.Geometry() != f.Geometry {
			t.Errorf("family %s makes the kernel %s", f.Name, k.Name())
		}
		all = append(all, k)
	}
	return all
}

func TestFamilies(t *testing.T) {
	for _, f := range Families() {
		if f.HasParam("gamma") {
			if _, err := f.Kernel(Values{"gamma": 0, "degree": 1, "beta": 1, "rate": 1}); err == nil {
				t.Errorf("%s accepts γ = 0", f.Name)
			}
		}
		for _, sigma := range []float64{0.1, 1, 30} {
			if got := f.SigmaOf(f.GammaOf(sigma)); math.Abs(got-sigma) > 1e-12*sigma {
				t.Errorf("%s: σ = %v comes back as %v", f.Name, sigma, got)
			}
		}
	}
	if f, known := Lookup("Gaussian"); known {
		t.Errorf("there is a family %+v", f)
	}
	matern12, _ := Lookup("matern12")
	for _, ell := range []float64{0.5, 2} { // Matérn uses ℓ = σ
		k := matern12.Member(Values{}).WithSigma(ell).Function()
		v := []float64{ell * ell}
		if k.Apply(v); math.Abs(v[0]-math.Exp(-1)) > 1e-15 {
			t.Errorf("matern12 at distance σ is %v, want 1/e", v[0])
		}
	}
}

// TestDiagonalIsThatOfEqualPoints: what Apply makes of 0, to the last bit and wherever it
// stands in a row, is Diagonal.
func TestDiagonalIsThatOfEqualPoints(t *testing.T) {
	for _, f := range Families() {
		if f.Geometry.DiagonalVaries() {
			continue
		}
		for step := range 15 {
			values := Values{"gamma": 3e-3 * math.Pow(3, float64(step)), "beta": float64((step+1)%5 + 1),
				"rate": 0.01 * math.Pow(1.7, float64(step))}
			k, err := f.Kernel(values)
			if err != nil {
				t.Fatal(err)
			}
			row := make([]float64, 37)
			k.Apply(row)
			for i, v := range row {
				if v != k.Diagonal() {
					t.Fatalf("%s with %+v: %v at %d, the diagonal is %v", f.Name, values, v, i, k.Diagonal())
				}
			}
		}
	}
}

func TestFrequencies(t *testing.T) {
	// Bochner: the mean of cos(w·δ) over the frequencies tends to k(δ).
	const draws = 200000
	delta := []float64{0.3, -0.5}
	for _, k := range everyKernel(t) {
		s, ok := k.(model.Spectral)
		if !ok {
			continue
		}
		w := mat.NewDense(draws, 2, nil)
		s.Frequencies(w, rand.New(rand.NewPCG(5, 5)))
		sum := 0.0
		for i := range draws {
			sum += math.Cos(w.At(i, 0)*delta[0] + w.At(i, 1)*delta[1])
		}
		want := []float64{delta[0]*delta[0] + delta[1]*delta[1]}
		if k.Geometry() == model.Manhattan {
			want[0] = math.Abs(delta[0]) + math.Abs(delta[1])
		}
		k.Apply(want)
		if math.Abs(sum/draws-want[0]) > 4/math.Sqrt(draws) {
			t.Errorf("%s: mean cos(w·δ) = %v, want k(δ) = %v", k.Name(), sum/draws, want[0])
		}
	}
}

// TestFrequencySpread compares σ_p with the curvature of the kernel at 0, and
// with drawn frequencies where their squares have a variance.
func TestFrequencySpread(t *testing.T) {
	const d, r = 3, 1e-3
	for _, k := range everyKernel(t) {
		k, ok := k.(model.Spectral)
		if !ok {
			continue
		}
		got := k.FrequencySpread(d)
		v := []float64{r * r}
		k.Apply(v)
		switch k.Name() {
		case "laplacian", "matern12":
			if !math.IsInf(got, 1) {
				t.Errorf("%s: spread %v, want infinite", k.Name(), got)
			}
			continue
		}
		near(t, k.Name()+": curvature", got*got, d*2*(1-v[0])/(r*r), 0.01, 0)
		if k.Name() == "matern32" {
			continue // ‖w‖² has no variance
		}
		w := mat.NewDense(40000, d, nil)
		k.Frequencies(w, rand.New(rand.NewPCG(1, 1)))
		near(t, k.Name()+": drawn", mat.Norm(w, 2)/math.Sqrt(40000), got, 0.02, 0)
	}
}

// TestParametersOfKernelsAreInTheirGroup: flags and knobs of a parameter follow from its group.
func TestParametersOfKernelsAreInTheirGroup(t *testing.T) {
	for _, p := range Params() {
		if p.Group != model.GroupKernel {
			t.Errorf("%s is in the group %q", p.Name, p.Group)
		}
	}
}
