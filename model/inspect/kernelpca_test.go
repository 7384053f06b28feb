package inspect

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/model"
	"gramscope/model/sweep"
)

// TestPrincipalByKernel: the plane of points without coordinates is that of kernel PCA by NumPy, see
// testdata/data/kernel.py, and the clusters of a method are its own.
func TestPrincipalByKernel(t *testing.T) {
	var want struct {
		Components [][2]float64
		Shares     [2]float64
	}
	const folder = "../../testdata/data"
	text, err := os.ReadFile(filepath.Join(folder, "kernel.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	table, err := data.OpenMatrix(t.Context(), filepath.Join(folder, "kernel_f8.npy"), nil, data.Choice{}, data.Options{},
		false)
	if err != nil {
		t.Fatal(err)
	}
	file, err := table.File(data.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	s := sweep.DefaultSpec(24)
	s.Kernel, s.Methods, s.Test, s.Figures = "precomputed", []string{"bka", "nystrom"}, 0, sweep.Figures{sweep.FigureError}
	s.Values = model.Values{model.ClustersName: 3}
	p, err := sweep.Prepare(s, approx.Methods(), sweep.NewStore(file))
	if err != nil {
		t.Fatal(err)
	}
	cloud, err := CloudOf(t.Context(), p, p.Cells[0])
	if err != nil {
		t.Fatal(err)
	}
	if cloud.Train.Matrix == nil || math.Abs(cloud.Share[0]-want.Shares[0]) > 1e-9 ||
		math.Abs(cloud.Share[1]-want.Shares[1]) > 1e-9 {
		t.Errorf("shares %v, want %v", cloud.Share, want.Shares)
	}
	var sign [2]float64
	for i := range 24 {
		word := want.Components[int(cloud.Train.X.At(i, 0))-1]
		for k, v := range word {
			if sign[k] == 0 {
				sign[k] = math.Copysign(1, v*cloud.Principal.At(i, k))
			}
			if got := sign[k] * cloud.Principal.At(i, k); math.Abs(got-v) > 1e-9 {
				t.Errorf("word %v has component %d %v, want %v", cloud.Train.X.At(i, 0), k+1, got, v)
			}
		}
	}
	groups, err := ClustersOf(t.Context(), p, p.Cells[0], 3) // the number that bka uses
	if err != nil {
		t.Fatal(err)
	}
	approximation, err := p.Approximation(t.Context(), p.Cells[0])
	if err != nil {
		t.Fatal(err)
	}
	blocks := approximation.(model.BlockDiagonal).Blocks()
	for _, b := range blocks {
		for _, i := range b.Rows {
			if groups.Owner[i] != groups.Owner[b.Rows[0]] || len(b.Rows) != groups.Sizes[groups.Owner[i]] {
				t.Fatalf("the clusters %v are not those of bka, where %v is one", groups.Owner, b.Rows)
			}
		}
	}
	if len(blocks) != 3 {
		t.Errorf("%d blocks", len(blocks))
	}
}
