//go:build long

package learn

import (
	"bufio"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// readIjcnn1 reads the set beside the checkout, or skips the test.
func readIjcnn1(t *testing.T) (x *mat.Dense, labels []float64) {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "..", "shared", "data", "ijcnn1_10k.libsvm.gz"))
	if err != nil {
		t.Skip("the real data sets do not stand beside the checkout: ", err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	x = mat.NewDense(10000, 22, nil)
	for lines := bufio.NewScanner(unzipped); lines.Scan(); {
		cells := strings.Fields(lines.Text())
		for _, entry := range cells[1:] {
			index, value, _ := strings.Cut(entry, ":")
			x.Set(len(labels), int(number(t, index))-1, number(t, value))
		}
		labels = append(labels, number(t, cells[0]))
	}
	if len(labels) != 10000 {
		t.Fatalf("%d rows, want 10000", len(labels))
	}
	return x, labels
}
