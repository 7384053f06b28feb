package data

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestFingerprint: it is the same for a file that is read again, and another one for every change of which rows
// depend.
func TestFingerprint(t *testing.T) {
	const text = "a,b,kind,y\n1,-2,oak,0\n3,4,fir,1\n-5,0,oak,2\n"
	of := func(text string, c Choice) *File {
		t.Helper()
		file, err := load([]byte(text), "test.csv", Options{}, c)
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	was := of(text, Choice{})
	seen := map[uint64]string{Fingerprint(was): "the file"}
	if Fingerprint(of(text, Choice{})) != Fingerprint(was) {
		t.Error("the same file has two fingerprints")
	}
	given, more := *was, *was
	given.landmarks = &Landmarks{X: mat.NewDense(1, 4, []float64{1, 2, 0, 1})}
	more.landmarks = &Landmarks{X: mat.NewDense(1, 4, []float64{1, 2, 1, 0})}
	gapIn := func(row int) *File {
		rows := []string{"1,7,2", "2,8,1", "3,7,4", "4,9,5"}
		rows[row] = rows[row][1:]
		return of("id,x,y\n"+strings.Join(rows, "\n"), Choice{DropMissing: true})
	}
	for what, source := range map[string]Source{
		"a cell":               of("a,b,kind,y\n1,-2,oak,0\n3,4.000000000000001,fir,1\n-5,0,oak,2\n", Choice{}),
		"the signs of two":     of("a,b,kind,y\n-1,2,oak,0\n3,4,fir,1\n-5,0,oak,2\n", Choice{}),
		"an exchange":          of("a,b,kind,y\n1,-2,oak,0\n-5,0,oak,2\n3,4,fir,1\n", Choice{}),
		"a zero":               of("a,b,kind,y\n1,-2,oak,0\n3,4,fir,1\n0,-5,oak,2\n", Choice{}),
		"a zero in its column": of("a,b,kind,y\n1,-2,oak,0\n3,0,fir,1\n-5,4,oak,2\n", Choice{}),
		"a text":               of("a,b,kind,y\n1,-2,oak,0\n3,4,elm,1\n-5,0,oak,2\n", Choice{}),
		"texts of two rows":    of("a,b,kind,y\n1,-2,fir,0\n3,4,oak,1\n-5,0,fir,2\n", Choice{}),
		"the target":           of("a,b,kind,y\n1,-2,oak,0\n3,4,fir,1\n-5,0,oak,3\n", Choice{}),
		"another target":       of(text, Choice{Target: "a"}),
		"no target":            of(text, Choice{Target: "none"}),
		"a column less":        of(text, Choice{Columns: []string{"-b"}}),
		"a categorical target": of(text, Choice{Categorical: []string{"y"}}),
		"a row":                of(text+"1,1,fir,1\n", Choice{}),
		"a row dropped":        gapIn(1),
		"another row dropped":  gapIn(2),
		"landmarks":            &given,
		"other landmarks":      &more,
	} {
		sum := Fingerprint(source)
		if before, known := seen[sum]; known {
			t.Errorf("%s and %s have the same fingerprint", what, before)
		}
		seen[sum] = what
	}
}
