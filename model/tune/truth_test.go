package tune_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model/tune"
)

// TestSufficientIsNumPys compares with testdata/model/golden_sufficient.py. For each truth it compares the
// exact risk, the sufficient m of landmarks in a given order, and the risk at that m.
func TestSufficientIsNumPys(t *testing.T) {
	raw, err := os.ReadFile("../../testdata/model/golden_sufficient.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		X                  [][]float64
		Y, Known           []float64
		Order              []int
		Noise, Gamma, Loss float64
		BestMu             float64 `json:"best_mu"`
		Deviation          float64
		Rows               []struct {
			Truth     tune.TruthFrom
			Mu        float64
			DEff      float64 `json:"d_eff"`
			DMax      float64 `json:"d_max"`
			RiskExact float64 `json:"risk_exact"`
			M         int
			Risk      float64
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
	g := gramOf(t, x, "gaussian", golden.Gamma)
	g.Give(landmarks)
	seen := map[tune.TruthFrom]int{}
	for _, want := range golden.Rows {
		seen[want.Truth]++
		truth, err := tune.FindTruth(t.Context(), g, &data.Set{Y: golden.Y, Truth: golden.Known, Noise: golden.Noise}, want.Truth)
		if err != nil {
			t.Fatal(err)
		}
		tolerance := 1e-8 // the condition of K is 2e7
		if want.Truth == tune.TruthGCV {
			tolerance = 1e-3 // GCV is nearly constant around the best ridge
			if math.Abs(truth.BestMu/golden.BestMu-1) > tolerance || math.Abs(truth.Noise/golden.Deviation-1) > tolerance {
				t.Errorf("GCV is least at μ = %v, with noise %v; want %v, %v", truth.BestMu, truth.Noise, golden.BestMu, golden.Deviation)
			}
		}
		s := tune.Sufficient{Gram: g, Truth: truth, Mus: []float64{want.Mu}, Methods: methods(t, "given"), Loss: golden.Loss, Reps: 2, Seed: 1}
		row := run(s, 1)[0]
		if row.Failure != nil || !row.Reached || row.M != want.M {
			t.Errorf("%s, μ = %v: m = %d (%v), want %d", want.Truth, want.Mu, row.M, row.Failure, want.M)
		}
		for what, pair := range map[string][2]float64{"risk_exact": {row.RiskExact, want.RiskExact}, "risk": {row.Risk, want.Risk},
			"d_eff": {row.DEff, want.DEff}, "d_max": {row.DMax, want.DMax}, "bach_p": {row.BachColumns, want.BachP}} {
			if !(math.Abs(pair[0]/pair[1]-1) <= tolerance) {
				t.Errorf("%s, μ = %v: %s is %v, want %v", want.Truth, want.Mu, what, pair[0], pair[1])
			}
		}
	}
	if len(seen) != 3 || seen[tune.TruthTargets] != 4 {
		t.Errorf("golden rows: %v", seen)
	}
}

// TestUsualTruth: the default is the known truth, or the exact fit if the truth is not known.
func TestUsualTruth(t *testing.T) {
	set := generated(t, "friedman", 40, 3)
	g := gramOf(t, set.X, "gaussian", 0.1)
	for _, c := range []struct {
		known  []float64
		asked  tune.TruthFrom
		want   tune.TruthFrom
		values []float64 // nil if not compared
		noise  float64
	}{
		{set.Truth, "", tune.TruthKnown, set.Truth, set.Noise},
		{set.Truth, tune.TruthKnown, tune.TruthKnown, set.Truth, set.Noise},
		{set.Truth, tune.TruthTargets, tune.TruthTargets, set.Y, 0},
		{nil, tune.TruthTargets, tune.TruthTargets, set.Y, 0},
		{nil, "", tune.TruthGCV, nil, math.NaN()},
		{set.Truth, tune.TruthGCV, tune.TruthGCV, nil, math.NaN()},
	} {
		truth, err := tune.FindTruth(t.Context(), g, &data.Set{Y: set.Y, Truth: c.known, Noise: set.Noise}, c.asked)
		if err != nil {
			t.Fatal(err)
		}
		if truth.From != c.want || c.values != nil && (!slices.Equal(truth.Values, c.values) || truth.Noise != c.noise) || c.values == nil && truth.Noise == set.Noise {
			t.Errorf("asked for %q: %s, noise %v", c.asked, truth.From, truth.Noise)
		}
	}
	for _, from := range []tune.TruthFrom{tune.TruthKnown, "any"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("there is a truth from %q", from)
				}
			}()
			_, err := tune.FindTruth(t.Context(), g, &data.Set{Y: set.Y}, from)
			t.Error(fmt.Sprint("no panic: ", err))
		}()
	}
}
