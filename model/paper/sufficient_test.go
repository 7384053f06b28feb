package paper

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
)

// TestSufficientIsNumPys compares with testdata/model/golden_sufficient.py. For each truth it compares the
// exact risk, the sufficient m of landmarks in a given order, and the risk at that m.
func TestSufficientIsNumPys(t *testing.T) {
	raw, err := os.ReadFile("../../testdata/model/golden_sufficient.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		X                             [][]float64
		Y, Known                      []float64
		Order                         []int
		Noise, Gamma, Loss, Deviation float64
		Rows                          []struct {
			Truth     string
			Mu        float64
			DEff      float64 `json:"d_eff"`
			DMax      float64 `json:"d_max"`
			RiskExact float64 `json:"risk_exact"`
			M, Risk   float64
			BachP     float64 `json:"bach_p"`
		}
	}
	if err := json.Unmarshal(raw, &golden); err != nil {
		t.Fatal(err)
	}
	n := len(golden.Y)
	x, landmarks := mat.NewDense(n, 2, nil), mat.NewDense(n, 2, nil)
	for i, row := range golden.X {
		x.SetRow(i, row)
	}
	for i, row := range golden.Order {
		landmarks.SetRow(i, golden.X[row])
	}
	family, _ := kernel.Lookup("gaussian")
	k, err := family.Kernel(kernel.Values{model.GammaName: golden.Gamma})
	if err != nil {
		t.Fatal(err)
	}
	g := model.NewGram(model.NewPoints(x, family.Geometry), k)
	g.Give(landmarks)
	given := approx.Methods()[slices.IndexFunc(approx.Methods(), func(m model.Method) bool { return m.Name == "given" })]
	set := &data.Set{Y: golden.Y, Truth: golden.Known, Noise: golden.Noise}
	spec := sweep.DefaultSpec(n)
	seen := map[truth]int{}
	for _, want := range golden.Rows {
		about := map[string]truth{"known": knownTruth, "gcv": gcvTruth, "targets": targetsTruth}[want.Truth]
		seen[about]++
		tolerance := 1e-8 // the condition of K is 2e7
		if about == gcvTruth {
			tolerance = 1e-3 // GCV is nearly constant around the best ridge
		}
		s := search{2, golden.Loss, []float64{want.Mu}, about, g, given, spec.Values, spec.Seed}
		rows, err := s.rows(t.Context(), set)
		if err != nil {
			t.Fatal(err)
		}
		got := rows[0]
		if got.Failed != "" || got.Values["m"] != want.M {
			t.Errorf("%s, μ = %v: m = %v (%s), want %v", want.Truth, want.Mu, got.Values["m"], got.Failed, want.M)
		}
		for name, figure := range map[string]float64{"risk_exact": want.RiskExact, "risk": want.Risk, "d_eff": want.DEff,
			"d_max": want.DMax, "bach_p": want.BachP} {
			if !(math.Abs(got.Values[name]/figure-1) <= tolerance) {
				t.Errorf("%s, μ = %v: %s is %v, want %v", want.Truth, want.Mu, name, got.Values[name], figure)
			}
		}
	}
	if len(seen) != 3 || seen[targetsTruth] != 4 {
		t.Errorf("golden rows: %v", seen)
	}
}

// TestBachsSpline: at the best ridge the smallest m that costs at most a per cent of risk is about the degrees of
// freedom (Bach 2013): p = 11, 13, 15 for d = 9.88, 11.70, 13.74 by another program.
func TestBachsSpline(t *testing.T) {
	for _, c := range []struct {
		n            int
		lambda, d, p float64 // best ridge, by the closed forms of package tune's tests
	}{{128, 0.08272, 9.88, 11}, {256, 0.06101, 11.70, 13}, {512, 0.04537, 13.74, 15}} {
		mu := c.lambda * float64(c.n)
		rows, err := Run{Data: "spline", Compute: sufficing, Arguments: []string{"20", "0.01"},
			words: strings.Fields(fmt.Sprintf(
				"--methods nystrom --over mu=%v,%v,%v --n %d --kernel periodic --beta 1 --test 0 spline", 0.8*mu, mu, 1.25*mu,
				c.n))}.rows(t.Context(), bench(t.TempDir()))
		if err != nil {
			t.Fatal(err)
		}
		best := rows[1].Values
		if best["risk_exact"] > rows[0].Values["risk_exact"] || best["risk_exact"] > rows[2].Values["risk_exact"] {
			t.Errorf("n = %d: λ = %v is not the best ridge", c.n, c.lambda)
		}
		if math.Abs(best["d_eff"]-c.d) > 0.005*c.d || math.Abs(best["d_max"]-best["d_eff"]) > 1e-9*best["d_eff"] {
			t.Errorf("n = %d: d = %v, d_max = %v, want %v", c.n, best["d_eff"], best["d_max"], c.d)
		}
		if best["ratio"] < 0.7 || best["ratio"] > 2 || best["bach_p"] < 100*float64(c.n) || math.Abs(best["m"]-c.p) > 4 {
			t.Errorf("n = %d: p = %v, p/d = %v, and theory asks for %v columns", c.n, best["m"], best["ratio"], best["bach_p"])
		}
	}
}
