package data

import (
	"strings"
	"testing"
)

// described is the text of a description.
func described(f *File) string {
	var b strings.Builder
	f.Describe().WriteTo(&b)
	return b.String()
}

func TestDescribe(t *testing.T) {
	table := readString(t, "sex,age,same,y\nM,30,1,a\nF,,1,b\nM,50,1,a\nM,30,1,b\n", Options{})
	file, err := table.File(Choice{DropMissing: true})
	if err != nil {
		t.Fatal(err)
	}
	want := `test.csv: CSV, 3 rows, 3 features, target y

column      min  max  mean
sex         text: M 3
age         30  50  36.6667
same        1   1   1
y (target)  text: a 2, b 1

notes:
  1 of 4 rows dropped for missing values
  column "sex" is text: one 0/1 column for each value (M)
  target "y" is text: 2 classes, numbered from 0 (a, b)

problems:
  constant columns carry no information: sex=M, same; drop them
  rows that repeat the features of an earlier one: 1 of 3; they make K singular, which is harmless with a ridge μ > 0; otherwise remove them from the file
`
	if got := described(file); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
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
	text := described(file)
	if !strings.Contains(text, "… and 60 more columns") || !strings.Contains(text, "x101 (target)") || strings.Contains(text, "x41 ") {
		t.Errorf("wide:\n%s", text)
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
	if len(d.Columns) != 41 || d.Hidden != 200_000-40 || d.Columns[2].Max != 1 || !d.Columns[40].IsTarget || allocated > 40*200_000 {
		t.Errorf("%d columns, %d hidden, %s allocated", len(d.Columns), d.Hidden, megabytes(allocated))
	}
	if text := strings.Join(toldNotes(d.Problems), "\n"); !strings.Contains(text, "x2, x4, x5, x6, x7, … (199997 in all)") {
		t.Error(text)
	}
}
