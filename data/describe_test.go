package data

import (
	"math"
	"reflect"
	"strings"
	"testing"
)

func TestDescribe(t *testing.T) {
	table := readString(t, "sex,age,same,y\nM,30,1,a\nF,,1,b\nM,50,1,a\nM,30,1,b\n", Options{})
	file, err := table.File(Choice{DropMissing: true})
	if err != nil {
		t.Fatal(err)
	}
	want := []ColumnSummary{{Name: "sex", Texts: []string{"M"}, Counts: []int{3}},
		{Name: "age", Min: 30, Max: 50, Mean: 110. / 3},
		{Name: "same", Min: 1, Max: 1, Mean: 1}, {Name: "y", IsTarget: true, Texts: []string{"a", "b"}, Counts: []int{2, 1}}}
	d := file.Describe()
	for i := range want {
		if got := d.Columns[i]; math.Abs(got.Mean-want[i].Mean) > 1e-13 {
			t.Errorf("mean %v, want %v", got.Mean, want[i].Mean)
		}
		d.Columns[i].Mean = want[i].Mean
	}
	if !reflect.DeepEqual(d.Columns, want) || file.Name() != "test.csv" || file.Rows() != 3 || file.Dims() != 3 ||
		file.Target() != "y" {
		t.Errorf("got %+v, want the columns %+v", d, want)
	}
}

// TestDescribeAgrees: figures and problems of sparse, dense and one-hot columns
// are those of the set of all rows.
func TestDescribeAgrees(t *testing.T) {
	for _, text := range []string{
		"1 1:5 3:-2\n2 1:5\n3 1:5 3:-2\n4 1:5 2:1\n",
		"5,0,-2,1\n5,0,0,2\n5,0,-2,3\n5,1,0,4\n",
		"a,b,y\nu,v,1\nw,v,2\nu,v,3\nu,x,4\nu,v,5\n",
	} {
		file, err := load([]byte(text), "f", Options{}, Choice{})
		if err != nil {
			t.Fatal(err)
		}
		got, set := file.Describe(), drawAll(t, file)
		if g, w := strings.Join(toldNotes(got.Problems), "\n"), strings.Join(toldNotes(problemsOf(set)), "\n"); g != w {
			t.Errorf("%q: problems\n%s\nof the set\n%s", text, g, w)
		}
		if c := got.Columns[2]; c.Texts == nil && !c.IsTarget && (c.Min != -2 || c.Max != 0 || c.Mean != -1) {
			t.Errorf("%q: third column %+v", text, c)
		}
	}
}

func TestDescribeWide(t *testing.T) {
	line := strings.Repeat("1,2,3,4,5,", 20)
	file, err := load([]byte(line+"9\n"+line+"8\n"), "f", Options{}, Choice{})
	if err != nil {
		t.Fatal(err)
	}
	if d := file.Describe(); d.Hidden != 60 || len(d.Columns) != 41 || d.Columns[40].Name != "x101" ||
		!d.Columns[40].IsTarget || d.Columns[39].Name != "x40" {
		t.Errorf("wide: %+v", d)
	}
}

// TestDescribeSparse: to read and to describe a file of 200 000 columns of which few have a value takes a few numbers
// for each, no struct and no name, and the listed columns are the first.
func TestDescribeSparse(t *testing.T) {
	var d Description
	allocated, err := allocations(func() error {
		file, err := load([]byte("1 1:2 200000:3\n2 3:1\n3 1:4\n"), "f.svm", Options{}, Choice{})
		if err == nil {
			d = file.Describe()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Columns) != 41 || d.Hidden != 200_000-40 || d.Columns[2].Max != 1 || !d.Columns[40].IsTarget ||
		allocated > 40*200_000 {
		t.Errorf("%d columns, %d hidden, %s allocated", len(d.Columns), d.Hidden, megabytes(allocated))
	}
	if text := strings.Join(toldNotes(d.Problems), "\n"); !strings.Contains(text,
		"x2, x4, x5, x6, x7, … (199997 in all)") {
		t.Error(text)
	}
}
