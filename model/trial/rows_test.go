package trial

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model/kernel"
)

func TestOverflowIsAnError(t *testing.T) {
	set := &data.Set{X: mat.NewDense(2, 2, []float64{1, 2, 3, 1e300}), Columns: []string{"a", "b"}}
	err := checkSquares(set)
	var overflow *data.Error
	if !errors.As(err, &overflow) || !strings.Contains(err.Error(), "column b") ||
		!strings.Contains(err.Error(), "standardise the features") {
		t.Errorf("1e300: %v, want an error about column b", err)
	}
	set.X.Set(1, 1, 1e150)
	if err := checkSquares(set); err != nil {
		t.Errorf("1e150: %v", err)
	}
}

// Each draw scales the given landmarks like its rows, whether they are training or test rows, and the
// kernel matrix has them. Without standardisation they do not change.
func TestLandmarksAreScaledAsTheRows(t *testing.T) {
	const rows = 20
	text := "a,b,y\n"
	for i := range rows {
		text += fmt.Sprintf("%d,%g,%d\n", i*i, 5-0.3*float64(i), i)
	}
	table, err := data.ReadTable(t.Context(), strings.NewReader(text), "d.csv", data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file, err := table.File(data.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(t.TempDir(), "l.txt")
	if err := os.WriteFile(list, []byte("4\n9\n10\n17\n18\n2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	source, _, err := data.WithLandmarks(t.Context(), file, list, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	held := 0
	for rep := range 3 {
		for _, standardize := range []bool{true, false} {
			r, err := NewRows(source, Draw{Seed: 1, Rep: rep, N: 12, Test: 0.4, Scale: Scale{Standardize: standardize}})
			if err != nil {
				t.Fatal(err)
			}
			for j, row := range []float64{3, 8, 9, 16, 17, 1} { // y is the number of the row
				set, at := r.Train, slices.Index(r.Train.Y, row)
				if at < 0 {
					held++
					set, at = r.Test, slices.Index(r.Test.Y, row)
				}
				if got, want := r.Landmarks.RawRowView(j), set.X.RawRowView(at); !slices.Equal(got, want) {
					t.Errorf("rep %d, landmark %d: %v, its row is %v", rep, j+1, got, want)
				}
			}
			k, _ := kernel.Lookup("gaussian")
			if g := r.Gram(k.Member(kernel.Values{"gamma": 1})); g.Given() != r.Landmarks || g.View().Given() != r.Landmarks {
				t.Error("the kernel matrix is without the landmarks")
			}
		}
	}
	if held == 0 {
		t.Error("no landmark was held out")
	}
	train, _, err := file.Draw(12, 0, Stream(1))
	if err != nil {
		t.Fatal(err)
	}
	train.Landmarks = mat.NewDense(1, 2, []float64{1, 1e300})
	var overflow *data.Error
	if _, err := RowsOf(train, nil, Scale{}); !errors.As(err, &overflow) ||
		!strings.Contains(err.Error(), "column b contains 1e+300") || len(overflow.Remedies) != 2 {
		t.Errorf("a landmark of 1e300: %v", err)
	}
}
