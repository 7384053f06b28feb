package synthetic

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gramscope/data"
)

func found(t *testing.T, name string) Generator {
	t.Helper()
	g, ok, err := Find(name)
	if !ok || err != nil {
		t.Fatalf("%s: %v, %v", name, ok, err)
	}
	return g
}

// drawnTruth is the truth of a generator at the n points of its grid.
func drawnTruth(t *testing.T, g Generator, n int) []float64 {
	t.Helper()
	set, _, err := g.Draw(n, 0, seeded(3))
	if err != nil {
		t.Fatal(err)
	}
	return set.Truth
}

// TestDecay compares the functions and their coordinates on a grid with mpmath's
// polylogarithms and NumPy's FFT (testdata/data/decay.py).
func TestDecay(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("../../testdata/data", "decay.json"))
	if err != nil {
		t.Fatal(err)
	}
	var golden map[string]struct{ X, F, Grid []float64 }
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	for name, want := range golden {
		g := found(t, name)
		truth := powerTruth(g.value("delta"))
		if kappa := g.value("kappa"); !math.IsNaN(kappa) {
			truth = exponentialTruth(kappa)
		}
		for i, x := range want.X {
			if got := truth(x); math.Abs(got-want.F[i]) > 2e-13*max(1, math.Abs(want.F[0])) {
				t.Errorf("%s: f(%v) = %.17g, want %.17g", name, x, got, want.F[i])
			}
		}
		z := drawnTruth(t, g, 64)
		for k := range want.Grid {
			sum := 0.0
			for j, v := range z {
				sum += v * math.Cos(2*math.Pi*float64((k+1)*j%64)/64) * math.Sqrt(2.0/64)
			}
			if math.Abs(sum-want.Grid[k]) > 1e-12*max(1, math.Abs(want.F[0])) {
				t.Errorf("%s: coordinate %d is %.15g, want %.15g", name, k+1, sum, want.Grid[k])
			}
		}
	}
	if len(golden) < 10 {
		t.Errorf("golden values of %d laws only", len(golden))
	}
}

// TestDecayCoordinates: the squared coordinates are 2nνᵢ, with what the grid folds in.
func TestDecayCoordinates(t *testing.T) {
	const n = 200
	coordinate := func(z []float64, i int) float64 {
		sum := 0.0
		for j, v := range z {
			sum += v * math.Cos(2*math.Pi*float64(i*j%n)/n) * math.Sqrt(2.0/n)
		}
		return sum
	}
	power, exponential := drawnTruth(t, found(t, "decay:delta=3"), n), drawnTruth(t, found(t, "decay:kappa=0.5"), n)
	for i := 1; i < n/2; i++ {
		folded := 0.0
		for at := i; at < 5000*n; at += n {
			folded += math.Pow(float64(at), -3) + math.Pow(float64(at+n-2*i), -3)
		}
		if got, want := coordinate(power, i), math.Sqrt(2*n)*folded; math.Abs(got-want) > 1e-11 {
			t.Errorf("δ = 3: coordinate %d is %v, want %v", i, got, want)
		}
		want := math.Sqrt(2*n) * (math.Exp(-float64(i)/4) + math.Exp(-float64(n-i)/4)) / (1 - math.Exp(-n/4.0))
		if got := coordinate(exponential, i); math.Abs(got-want) > 1e-11 {
			t.Errorf("κ = 0.5: coordinate %d is %v, want %v", i, got, want)
		}
	}
}

// TestDecayIsSpline: with δ = 8 and noise 1 it is spline, points, truth and noise.
func TestDecayIsSpline(t *testing.T) {
	a, restA, _ := found(t, "spline").Draw(50, 0.3, seeded(9))
	b, restB, _ := found(t, "decay:delta=8").Draw(50, 0.3, seeded(9))
	for _, pair := range [][2]*data.Set{{a, b}, {restA, restB}} {
		for i := range pair[0].Y {
			x, y := pair[0], pair[1]
			if x.X.At(i, 0) != y.X.At(i, 0) || math.Abs(x.Truth[i]-y.Truth[i]) > 1e-14 || math.Abs(x.Y[i]-y.Y[i]) > 1e-14 {
				t.Fatalf("row %d: %v %v, want %v %v", i, y.Truth[i], y.Y[i], x.Truth[i], x.Y[i])
			}
		}
	}
	if a.Noise != b.Noise {
		t.Errorf("noise %v, want %v", b.Noise, a.Noise)
	}
}

// TestSettings: names come back as they were asked for, in one spelling, and what
// can't be is refused with the number and a remedy.
func TestSettings(t *testing.T) {
	for asked, name := range map[string]string{
		"decay": "decay", "decay:delta=2": "decay", "decay:delta=2.50": "decay:delta=2.5", "decay:noise=1": "decay",
		"decay:noise=0.1,delta=3": "decay:delta=3,noise=0.1", "decay:kappa=0.5": "decay:kappa=0.5",
		"decay:noise=0": "decay:noise=0", "spline": "spline",
	} {
		if got := found(t, asked).Name(); got != name {
			t.Errorf("%s is called %s, want %s", asked, got, name)
		}
		if again := found(t, name).Name(); again != name {
			t.Errorf("%s comes back as %s", name, again)
		}
	}
	if set, _, err := found(t, "decay:noise=0.25").Draw(30, 0, seeded(1)); err != nil || set.Noise != 0.25 ||
		set.Y[3] == set.Truth[3] {
		t.Errorf("noise %v of 0.25, %v", set.Noise, err)
	}
	for _, name := range []string{"decays", "file.csv", "", ":delta=3", "c:decay"} {
		if _, ok, err := Find(name); ok || err != nil {
			t.Errorf("%q is a generator: %v", name, err)
		}
	}
	for name, want := range map[string]string{
		"decay:delta=1":         `delta = "1" is not;1.2;20;decay:delta=1.5`,
		"decay:kappa=-1":        `kappa = "-1";0.001;decay:kappa=1`,
		"decay:noise=NaN":       `noise = "NaN";decay:noise=1`,
		"decay:delta=two":       `"two" is not a number;decay:delta=1.5`,
		"decay:delta":           `"" is not a number`,
		"decay:detla=3":         "did you mean delta?;delta, kappa, noise",
		"decay:":                `no setting ""`,
		"decay:delta=3,kappa=1": "kappa replaces delta;one of them",
		"decay:delta=3,delta=3": "delta is given twice;once",
		"spline:delta=3":        "spline has no settings;write spline",
	} {
		_, ok, err := Find(name)
		var own *data.Error
		if !ok || !errors.As(err, &own) || own.File != name || len(own.Remedies) == 0 {
			t.Errorf("%s: %v, %v", name, ok, err)
			continue
		}
		for part := range strings.SplitSeq(want, ";") {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %v, which lacks %q", name, err, part)
			}
		}
	}
}
