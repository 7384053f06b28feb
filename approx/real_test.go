package approx

import (
	"bufio"
	"compress/gzip"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
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
