package approx

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/kernel"
)

// realSet has what NumPy computed on a real data set: testdata/real/golden.py.
type realSet struct {
	Columns []string
	Target  string
	N       int
	Median  float64
	Runs    []struct {
		Gamma, Error, Floor float64
		Spectral            float64 `json:"error_spectral"`
		Trace               float64 `json:"error_trace"`
		StableRank          float64 `json:"stable_rank"`
		StableRankApprox    float64 `json:"stable_rank_approx"`
		DEff                float64 `json:"d_eff"`
		CoreCondition       float64 `json:"core_condition"`
	}
}

// realData is the folder of the real sets, which are not the project's to pass on: it
// stands beside the checkout where they are tested.
func realData(t *testing.T) string {
	t.Helper()
	folder := filepath.Join("..", "..", "shared", "data")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("the real data sets do not stand beside the checkout: ", err)
	}
	return folder
}

// TestRealSetsAgainstNumPy reads real files, standardises them and compares
// Nyström on fixed landmarks, and all exact figures, with NumPy's.
func TestRealSetsAgainstNumPy(t *testing.T) {
	folder := realData(t)
	raw, err := os.ReadFile("../testdata/real/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var sets map[string]realSet
	if err := json.Unmarshal(raw, &sets); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	for name, want := range sets {
		x := firstRows(t, filepath.Join(folder, name+".csv.gz"), want)
		points := model.NewPoints(x, model.SquaredEuclidean)
		for _, run := range want.Runs {
			k := kernelOf(t, "gaussian", run.Gamma)
			g := model.NewGram(points, k)
			ref, err := exact.NewReference(g, true, [2]uint64{1, 1})
			if err != nil {
				t.Fatal(err)
			}
			var idx []int
			for i := 0; i < want.N; i += 12 {
				idx = append(idx, i)
			}
			a, err := nystromOn(ctx, g.View(), idx, 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			m := measured(t, ref, a)
			floor, _, err := ref.Floor(ctx, len(idx))
			if err != nil {
				t.Fatal(err)
			}
			dEff, err := ref.EffectiveDimension(ctx, 1e-2)
			if err != nil {
				t.Fatal(err)
			}
			rank, err := ref.StableRank(ctx)
			if err != nil {
				t.Fatal(err)
			}
			// What rounding in the core does to K̃, relative to K: nothing can
			// be closer than this where the error itself is that small.
			noise := 1e-15 * math.Sqrt(run.CoreCondition)
			for _, c := range []struct {
				what           string
				got, want, tol float64
			}{
				{"error", m.Error, run.Error, 1e-8},
				{"error_trace", m.Trace, run.Trace, 1e-8},
				{"error_spectral", m.Spectral, run.Spectral, 1e-6},
				{"stable_rank", rank.Value, run.StableRank, 1e-8},
				{"stable_rank_approx", m.StableRank, run.StableRankApprox, 1e-8},
				{"error_best", floor.Value, run.Floor, 1e-8},
				{"d_eff", dEff.Value, run.DEff, 1e-8},
			} {
				off := math.Abs(c.got - c.want)
				t.Logf("%-18s γ=%-9.3g %-18s %.15g (NumPy %.15g, relative %.1e)", name, run.Gamma, c.what, c.got, c.want, off/c.want)
				if off > c.tol*c.want+noise {
					t.Errorf("%s at γ = %v: %s = %.15g, NumPy has %.15g", name, run.Gamma, c.what, c.got, c.want)
				}
			}
		}
	}
}

// firstRows are the first rows of the file in its order, standardised. A draw
// permutes the rows, so that each is given its number as a further column.
func firstRows(t *testing.T, path string, want realSet) *mat.Dense {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	lines := bufio.NewScanner(unzipped)
	for i := 0; i <= want.N && lines.Scan(); i++ {
		number := strconv.Itoa(i)
		if i == 0 {
			number = "row"
		}
		text.WriteString(number + "," + lines.Text() + "\n")
	}
	table, err := data.ReadTable(context.Background(), strings.NewReader(text.String()), path, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file, err := table.File(data.Choice{Target: want.Target, Columns: append([]string{"row"}, want.Columns...)})
	if err != nil {
		t.Fatal(err)
	}
	drawn, _, err := file.Draw(want.N, 0, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	set := &data.Set{X: mat.NewDense(want.N, len(want.Columns), nil), Columns: want.Columns}
	for i := range want.N {
		row := drawn.X.RawRowView(i)
		set.X.SetRow(int(row[0])-1, row[1:])
	}
	scaling, _ := data.NewScaling(set)
	scaling.Apply(set.X)
	return set.X
}

func kernelOf(t *testing.T, name string, gamma float64) model.Kernel {
	t.Helper()
	f, known := kernel.Lookup(name)
	if !known {
		t.Fatalf("no kernel %s", name)
	}
	k, err := f.Kernel(kernel.Values{model.GammaName: gamma})
	if err != nil {
		t.Fatal(err)
	}
	return k
}
