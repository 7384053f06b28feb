package sweep_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model/flagtext"
	"gramscope/model/linalg"
	"gramscope/model/sweep"
)

type goldenIndefinite struct {
	K                 [][]float64
	Negative          int
	Clip, Flip, Shift struct {
		K     [][]float64
		Floor []float64 // at m = 1, 2 and 5
	}
}

// TestIndefinite: the entries after clip, flip and shift are NumPy's, and the notes say what was done, or offer it.
// Each is another source, read again with the same choice, and refused beyond the memory.
func TestIndefinite(t *testing.T) {
	text, err := os.ReadFile("../../testdata/model/golden_indefinite.json")
	var golden goldenIndefinite
	if err == nil {
		err = json.Unmarshal(text, &golden)
	}
	if err != nil {
		t.Fatal(err)
	}
	n := len(golden.K)
	k := mat.NewDense(n, n, nil)
	for i, row := range golden.K {
		k.SetRow(i, row)
	}
	path := npyFile(t, "k.npy", k)
	open := func(how string) (*data.Table, error) {
		return data.OpenMatrix(t.Context(), path, nil, data.Choice{Indefinite: how}, data.Options{Spectral: linalg.Spectral},
			false)
	}
	if _, err := open(""); err == nil || !strings.Contains(err.Error(), "diagonal is negative") ||
		!strings.Contains(err.Error(), "set its negative eigenvalues to 0") {
		t.Errorf("a negative diagonal without a change: %v", err)
	}
	marks := map[string]bool{}
	for _, how := range data.Indefinites() {
		want := golden.Clip
		switch how {
		case data.Flip:
			want = golden.Flip
		case data.Shift:
			want = golden.Shift
		}
		table, err := open(how)
		if err != nil {
			t.Fatal(err)
		}
		columns, row := make([]int, n), make([]float64, n)
		for j := range columns {
			columns[j] = j
		}
		for i := range n {
			table.Matrix.Row(row, i, columns)
			for j, v := range row {
				if !(math.Abs(v-want.K[i][j]) <= 1e-13) {
					t.Fatalf("%s: entry %d, %d is %v, NumPy has %v", how, i, j, v, want.K[i][j])
				}
			}
		}
		if note := fmt.Sprint(table.Notes); !strings.Contains(note, fmt.Sprintf("%s: %d of %d", how, golden.Negative, n)) ||
			strings.Contains(note, "not positive semi-definite") {
			t.Errorf("%s: %s", how, note)
		}
		file, err := table.File(data.Choice{})
		if err != nil {
			t.Fatal(err)
		}
		if _, choice := file.Origin(); choice.Indefinite != how {
			t.Errorf("%s: to be opened again with %q", how, choice.Indefinite)
		}
		if line := strings.Join(flagtext.Explore(sweep.DefaultSpec(0), nil, flagtext.Rows{Source: file}),
			" "); !strings.Contains(line, "--indefinite "+how+" ") {
			t.Errorf("%s: the line of c is %s", how, line)
		}
		marks[fmt.Sprint(data.Fingerprint(file))] = true
	}
	if len(marks) != 3 {
		t.Errorf("%d fingerprints of three matrices", len(marks))
	}
	tight := data.Options{Spectral: linalg.Spectral, MaxBytes: 28*int64(n*n) - 1}
	if _, err := data.OpenMatrix(t.Context(), path, nil, data.Choice{Indefinite: data.Clip}, tight, false); err == nil ||
		!strings.Contains(err.Error(), "memory") {
		t.Errorf("beyond the limit: %v", err)
	}
}
