//go:build long

package tune

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"os"
	"testing"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/model"
	"gramscope/model/learn"
	"gramscope/model/trial"
)

// TestBestOnRealData: on the test rows, exact regression at the cell that the search finds is nearly as good as
// at the cell that is best for these rows.
func TestBestOnRealData(t *testing.T) {
	const folder = "../../../shared/data/"
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		t.Skip("no real data")
	}
	for name, target := range map[string]string{"pumadyn32nm": "", "abalone": "", "california_housing": "",
		"casp": "RMSD"} {
		t.Run(name, func(t *testing.T) {
			table, err := data.Open(context.Background(), folder+name+".csv.gz", nil, data.Options{})
			if err != nil {
				t.Fatal(err)
			}
			file, err := table.File(data.Choice{Target: target})
			if err != nil {
				t.Fatal(err)
			}
			spec := DefaultSpec(1000)
			spec.Standardize, spec.Test = true, 0.7
			p := prepared(t, spec, approx.Methods(), file)
			best, ok := leastOf(p, searched(p, 2), Exact)
			if !ok {
				t.Fatal("no best cell")
			}
			train, test := trial.Pick(p.train, nil), trial.Pick(p.test, nil)
			scaling, _ := data.NewScaling(train)
			scaling.Apply(train.X)
			scaling.Apply(test.X)
			found, highest := math.NaN(), math.Inf(-1)
			for i := range p.Gammas {
				k := p.setting(p.Configurations[0], i, 1).Kernel.Function()
				g := model.NewGram(model.NewPoints(train.X, k.Geometry()), k)
				cross := model.Cross(k, test.X, train.X)
				for j, mu := range p.Mus {
					exact, err := learn.NewExact(context.Background(), g, train.Y, mu)
					if err != nil {
						t.Fatal(err)
					}
					r2 := learn.R2(exact.At(cross), test.Y)
					highest = max(highest, r2)
					if i == best.Gamma && j == best.Mu {
						found = r2
					}
				}
			}
			t.Logf("%s, γ = %.3g, μ = %g: R² %.4f of %.4f on %d rows", Exact, p.Gammas[best.Gamma], p.Mus[best.Mu], found,
				highest, p.Tests)
			if !(highest-found <= 0.02) {
				t.Errorf("exact regression has R² %.4f at the best cell, %.4f at another", found, highest)
			}
		})
	}
}
