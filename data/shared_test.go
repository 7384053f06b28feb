package data

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sharedFolder has real data sets that are not part of the repository.
const sharedFolder = "../../shared/data"

// sharedSet is a line of that folder's README: rows, columns with the target,
// and the mean of the target where it is given.
type sharedSet struct {
	file          string
	rows, columns int
	target        string
	mean          float64
}

func sharedSets() []sharedSet {
	return []sharedSet{
		{"pumadyn32nm.csv.gz", 8192, 33, "thetadd6", 0},
		{"pumadyn32fm_1024.csv.gz", 1024, 33, "y", 0},
		{"kin8nm.csv.gz", 8192, 9, "y", 0.7143},
		{"ijcnn1_10k.libsvm.gz", 10000, 22 + 1, "label", (962 - 9038) / 10000.0},
		{"cpusmall.csv.gz", 8192, 13, "usr", 0},
		{"california_housing.csv.gz", 20640, 9, "medianHouseValue", 206855.82},
		{"mnist_t10k.libsvm.gz", 10000, 778 + 1, "label", 0}, // 784 pixels, of which the last 6 are never set
		{"casp.csv.gz", 45730, 10, "RMSD", 7.7485},
		{"concrete.csv.gz", 1030, 9, "compressive_strength", 35.818},
		{"yacht.csv.gz", 308, 7, "residuary_resistance", 10.495},
		{"airfoil.csv.gz", 1503, 6, "sound_pressure_level", 124.836},
		{"abalone.csv.gz", 4177, 9, "Rings", 9.9337},
		{"iris.csv.gz", 150, 5, "species", 0},
		{"wine.csv.gz", 178, 14, "cultivar", 0},
		{"diabetes.csv.gz", 442, 11, "progression", 152.13},
	}
}

func TestShared(t *testing.T) {
	if _, err := os.Stat(sharedFolder); err != nil {
		t.Skip("no shared data sets here")
	}
	for _, want := range sharedSets() {
		table, err := Open(context.Background(), filepath.Join(sharedFolder, want.file), nil, Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		if table.Rows != want.rows || table.Width() != want.columns {
			t.Errorf("%s: %d×%d, want %d×%d", want.file, table.Rows, table.Width(), want.rows, want.columns)
		}
		file, err := table.File(Choice{Target: want.target})
		if err != nil {
			t.Error(err)
			continue
		}
		columns := file.Describe().Columns
		target := columns[len(columns)-1]
		if want.mean != 0 && math.Abs(target.Mean-want.mean) > 1e-4*math.Abs(want.mean) {
			t.Errorf("%s: mean of the target %v, want %v", want.file, target.Mean, want.mean)
		}
		// NumPy counts as many rows of casp whose features came before.
		if repeats := "1756 of 45730"; want.target == "RMSD" &&
			!strings.Contains(strings.Join(toldNotes(file.Describe().Problems), "\n"), repeats) {
			t.Errorf("%s: problems lack %q", want.file, repeats)
		}
		train, _, err := file.Draw(min(file.Rows(), 1000), 0.2, seeded(1))
		if err != nil {
			t.Error(err)
			continue
		}
		if n, d := train.X.Dims(); n != min(1000, want.rows) || d != file.Dims() {
			t.Errorf("%s: drew %d×%d", want.file, n, d)
		}
	}
}
