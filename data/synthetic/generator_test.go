package synthetic

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramscope/data"
)

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

func setRows(s *data.Set) int {
	n, _ := s.X.Dims()
	return n
}

func indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// manyRows are enough for laws to show: means are then known to 1 %.
const manyRows = 20_000

func generator(t *testing.T, name string) Generator {
	t.Helper()
	for _, g := range Generators() {
		if g.Name() == name {
			return g
		}
	}
	t.Fatalf("no generator %q", name)
	return Generator{}
}

func generate(t *testing.T, name string) *data.Set {
	t.Helper()
	set, _, err := generator(t, name).Draw(manyRows, 0, seeded(5))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// near checks that the mean of v is want, within five standard errors.
func near(t *testing.T, what string, v []float64, want float64) {
	t.Helper()
	mean, deviation := stat.MeanStdDev(v, nil)
	if off := math.Abs(mean - want); !(off <= 5*deviation/math.Sqrt(float64(len(v)))+1e-12) {
		t.Errorf("%s: mean %v, want %v", what, mean, want)
	}
}

// each maps the rows of a set to numbers.
func each(set *data.Set, f func(x []float64) float64) []float64 {
	v := make([]float64, setRows(set))
	for i := range v {
		v[i] = f(set.X.RawRowView(i))
	}
	return v
}

// TestGeneratorContract: what every generator must do, whatever its law.
func TestGeneratorContract(t *testing.T) {
	for _, g := range Generators() {
		if g.Name() == "" || g.Title == "" || g.Doc == "" || g.Ref == "" || !g.Raw() || !g.HasTarget() || g.Rows() != 0 {
			t.Errorf("%s: description is incomplete: %+v", g.Name(), g)
		}
		train, rest, err := g.Draw(300, 0.25, seeded(1))
		if err != nil {
			t.Fatal(err)
		}
		for _, set := range []*data.Set{train, rest} {
			n, d := set.X.Dims()
			if d != g.Dims() || len(set.Columns) != d || len(set.Y) != n || set.Target != g.Target ||
				!slices.Equal(set.Columns, g.Columns) {
				t.Errorf("%s: set of shape %d×%d with %d columns, %d targets", g.Name(), n, d, len(set.Columns), len(set.Y))
			}
			if (set.Truth == nil) != (set.Classes != nil) || set.Classes != nil && set.Noise != 0 {
				t.Errorf("%s: truth or classes, not both", g.Name())
			}
			seen := map[string]bool{}
			for i := range n {
				seen[fmt.Sprint(set.X.RawRowView(i))] = true
			}
			if len(seen) < n {
				t.Errorf("%s: %d of %d rows differ", g.Name(), len(seen), n)
			}
			for j := range d {
				if column := mat.Col(nil, j, set.X); slices.Min(column) == slices.Max(column) {
					t.Errorf("%s: column %d is constant", g.Name(), j)
				}
			}
			for _, v := range slices.Concat(set.X.RawMatrix().Data, set.Y) {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%s: value %v", g.Name(), v)
				}
			}
		}
		if c, err := g.Coding(); err != nil || !reflect.DeepEqual(c.Features(), g.Columns) || c.Target.Name != g.Target ||
			!reflect.DeepEqual(c.Target.Texts, g.Classes()) {
			t.Errorf("%s: %+v, %v", g.Name(), c, err)
		}
		if setRows(train) != 300 || setRows(rest) != 100 {
			t.Errorf("%s: %d and %d rows, want 300 and 100", g.Name(), setRows(train), setRows(rest))
		}
		again, _, _ := g.Draw(300, 0, seeded(1))
		if !mat.Equal(train.X, again.X) || !slices.Equal(train.Y, again.Y) {
			t.Errorf("%s: the same seed gives other training rows", g.Name())
		}
		other, _, _ := g.Draw(300, 0, seeded(2))
		if slices.Equal(train.Y, other.Y) {
			t.Errorf("%s: another seed gives the same targets", g.Name())
		}
		if train.Truth != nil {
			residual := make([]float64, manyRows)
			many := generate(t, g.Name())
			for i := range residual {
				residual[i] = (many.Y[i] - many.Truth[i]) / many.Noise
			}
			near(t, g.Name()+" noise", residual, 0)
			for i, v := range residual {
				residual[i] = v * v
			}
			near(t, g.Name()+" noise variance", residual, 1)
		}
	}
}

func TestDrawMisuse(t *testing.T) {
	g := Generators()[0]
	for what, draw := range map[string]func(){
		"n = 0": func() { g.Draw(0, 0, seeded(1)) }, "test = 1": func() { g.Draw(2, 1, seeded(1)) },
		"test = NaN": func() { g.Draw(2, math.NaN(), seeded(1)) }, "nil rng": func() { g.Draw(2, 0, nil) },
	} {
		func() {
			defer func() {
				if text, _ := recover().(string); !strings.HasPrefix(text, "data: ") {
					t.Errorf("%s: panic %q, want one of package data", what, text)
				}
			}()
			draw()
		}()
	}
	for _, n := range []int{100_000_000, math.MaxInt} {
		var own *data.Error
		if _, _, err := g.Draw(n, 0.9, seeded(1)); !errors.As(err, &own) || !own.Remedies.For("n") ||
			!own.Remedies.For("test") {
			t.Errorf("%d generated rows: %v", n, err)
		}
	}
}

// TestLandmarks: points in the units of the features are in every training set.
func TestLandmarks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "l.csv")
	if err := os.WriteFile(path, []byte("x2,x1\n1,2\n3,4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	g := generator(t, "moons")
	with, _, err := data.WithLandmarks(t.Context(), g, path, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	train, test, err := with.Draw(2, 0.4, seeded(1))
	if err != nil || !slices.Equal(with.Landmarks().X.RawMatrix().Data, []float64{2, 1, 4, 3}) ||
		train.Landmarks != with.Landmarks().X || test.Landmarks != nil || g.Landmarks() != nil {
		t.Errorf("landmarks %v, drawn with %v: %v", with.Landmarks(), train.Landmarks, err)
	}
}

// TestTruth compares the true functions with NumPy's (testdata/data/make.py).
func TestTruth(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("../../testdata/data", "truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	var golden map[string]struct {
		X [][]float64
		F []float64
	}
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	truths := map[string]func(x []float64) float64{
		"bimodal": func(x []float64) float64 {
			return bimodalTruth(math.Sqrt((x[0]*x[0] + x[1]*x[1] + x[2]*x[2]) / 3))
		},
		"blobs":    blobTruth,
		"spline":   func(x []float64) float64 { return splineTruth(x[0]) },
		"friedman": friedmanTruth,
	}
	for name, truth := range truths {
		if len(golden[name].X) == 0 {
			t.Errorf("no golden values of %s", name)
		}
		for i, x := range golden[name].X {
			if got, want := truth(x), golden[name].F[i]; math.Abs(got-want) > 1e-12*max(1, math.Abs(want)) {
				t.Errorf("%s at %v: %v, want %v", name, x, got, want)
			}
		}
		set := generate(t, name)
		for i := range 50 {
			if got, want := set.Truth[i], truth(set.X.RawRowView(i)); math.Abs(got-want) > 1e-12 {
				t.Errorf("%s: Truth[%d] = %v, want %v", name, i, got, want)
			}
		}
	}
}

// TestBimodal: the share of the far component, and mean and second moment of
// both laws: far has E x = 5/6, Var x = 1/72; near has 1/8 and 1/192.
func TestBimodal(t *testing.T) {
	set := generate(t, "bimodal")
	isFar := func(x []float64) bool { return x[0] >= 0.5 }
	small := math.Pow(manyRows, 0.6)
	near(t, "share", each(set, func(x []float64) float64 { return indicator(isFar(x)) }), small/(manyRows+small))
	var far, close [2][]float64
	for i := range manyRows {
		for _, v := range set.X.RawRowView(i) {
			switch {
			case isFar(set.X.RawRowView(i)):
				far[0], far[1] = append(far[0], v), append(far[1], (v-5.0/6)*(v-5.0/6))
				if v < 0.5 || v > 1 {
					t.Fatalf("far coordinate %v", v)
				}
			default:
				close[0], close[1] = append(close[0], v), append(close[1], (v-0.125)*(v-0.125))
				if v < 0 || v > 0.25 {
					t.Fatalf("near coordinate %v", v)
				}
			}
		}
	}
	near(t, "far mean", far[0], 5.0/6)
	near(t, "far variance", far[1], 1.0/72)
	near(t, "near mean", close[0], 0.125)
	near(t, "near variance", close[1], 1.0/192)

	// The share belongs to the number of training rows, for test rows too.
	_, rest, err := generator(t, "bimodal").Draw(10, 0.9999, seeded(1))
	if err != nil {
		t.Fatal(err)
	}
	small = math.Pow(10, 0.6)
	near(t, "share of test rows", each(rest, func(x []float64) float64 { return indicator(isFar(x)) }), small/(10+small))
}

// TestBlobs: shares and spreads by the cluster's box of five deviations, and
// the first two moments of the mixture.
func TestBlobs(t *testing.T) {
	set := generate(t, "blobs")
	var meanX, meanY, squareX, weight float64
	for _, b := range blobTable {
		weight += b.weight
		meanX += b.weight * b.x
		meanY += b.weight * b.y
		squareX += b.weight * (b.x*b.x + b.spread*b.spread)
	}
	if math.Abs(weight-1) > 1e-15 {
		t.Errorf("weights sum to %v", weight)
	}
	near(t, "mean x", each(set, func(x []float64) float64 { return x[0] }), meanX)
	near(t, "mean y", each(set, func(x []float64) float64 { return x[1] }), meanY)
	near(t, "mean x²", each(set, func(x []float64) float64 { return x[0] * x[0] }), squareX)
	for _, b := range blobTable {
		var squares []float64
		isIn := each(set, func(x []float64) float64 {
			dx, dy := (x[0]-b.x)/b.spread, (x[1]-b.y)/b.spread
			if dx*dx+dy*dy >= 25 {
				return 0
			}
			squares = append(squares, (dx*dx+dy*dy)/2)
			return 1
		})
		if b.spread < 0.9 { // the wide cluster's circle reaches others
			near(t, "share", isIn, b.weight)
			near(t, "spread", squares, 1)
		}
	}
}

func TestSpline(t *testing.T) {
	train, rest, err := generator(t, "spline").Draw(7, 0.9995, seeded(5))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 7 {
		if train.X.At(i, 0) != float64(i)/7 {
			t.Errorf("x[%d] = %v, want %v", i, train.X.At(i, 0), float64(i)/7)
		}
	}
	near(t, "test mean", each(rest, func(x []float64) float64 { return x[0] }), 0.5)
	near(t, "test square", each(rest, func(x []float64) float64 { return x[0] * x[0] }), 1.0/3)
	near(t, "E f²/2 = Σ i^−16", each(rest, func(x []float64) float64 { return splineTruth(x[0]) * splineTruth(x[0]) / 2 }),
		1.0000152822594086)
}

// TestFriedman: coordinates are uniform, and E f = 10(γ + ln π − Ci π)/π + 20/12 + 5 + 5/2.
func TestFriedman(t *testing.T) {
	set := generate(t, "friedman")
	for j := range 10 {
		near(t, "mean", each(set, func(x []float64) float64 { return x[j] }), 0.5)
		near(t, "variance", each(set, func(x []float64) float64 { return (x[j] - 0.5) * (x[j] - 0.5) }), 1.0/12)
	}
	const eulerGamma, cosineIntegralPi = 0.5772156649015329, 0.07366791204642548
	near(t, "f", set.Truth, 10*(eulerGamma+math.Log(math.Pi)-cosineIntegralPi)/math.Pi+20.0/12+7.5)
}

func TestMoons(t *testing.T) {
	set := generate(t, "moons")
	if !slices.Equal(set.Classes, []string{"upper", "lower"}) {
		t.Errorf("classes %q", set.Classes)
	}
	near(t, "share", set.Y, 0.5)
	var x, y [2][]float64
	var radius2 [2][]float64
	for i, class := range set.Y {
		k := int(class)
		px, py := set.X.At(i, 0), set.X.At(i, 1)
		x[k], y[k] = append(x[k], px), append(y[k], py)
		radius2[k] = append(radius2[k], (px-class)*(px-class)+(py-class/2)*(py-class/2))
	}
	near(t, "upper x", x[0], 0)
	near(t, "upper y", y[0], 2/math.Pi)
	near(t, "lower x", x[1], 1)
	near(t, "lower y", y[1], 0.5-2/math.Pi)
	near(t, "upper radius²", radius2[0], 1+2*moonSpread*moonSpread)
	near(t, "lower radius²", radius2[1], 1+2*moonSpread*moonSpread)
}
