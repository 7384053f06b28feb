package data

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

const people = "id,sex,age,age,size\n7,M,30,1,170\n8,F,,2,160\n9,X,50,3,\n10,M,60,4,150\n"

func TestChoice(t *testing.T) {
	table := readString(t, people, Options{})
	check := func(choice Choice, target, features string) {
		t.Helper()
		file, err := table.File(choice)
		if err != nil {
			t.Errorf("%+v: %v", choice, err)
			return
		}
		var names []string
		for _, f := range file.features() {
			names = append(names, f.name)
		}
		if got := strings.Join(names, " "); got != features || file.Target() != target || file.HasTarget() != (target != "") {
			t.Errorf("%+v: target %q, features %q; want %q, %q", choice, file.Target(), got, target, features)
		}
	}
	drop := Choice{DropMissing: true}
	with := func(target, columns string) Choice {
		c := drop
		c.Target = target
		if columns != "" {
			c.Columns = strings.Split(columns, ",")
		}
		return c
	}
	check(drop, "size", "id sex=M age age") // only men are complete
	check(with("none", "id,sex"), "", "id sex=F sex=M sex=X")
	check(with("none", "sex,id"), "", "id sex=F sex=M sex=X")
	check(with("id", "4"), "id", "age")
	check(with("1", "-sex,-3"), "id", "age size")
	check(with("5", "1"), "size", "id")
	check(with("sex", "1,5,-5"), "sex", "id")

	fail := func(choice Choice, part string) {
		t.Helper()
		if _, err := table.File(choice); err == nil || !strings.Contains(told(err), part) {
			t.Errorf("%+v: err %v, want %q", choice, err, part)
		}
	}
	fail(Choice{}, `test.csv:3:5: missing value (one of 2) in column "age"`)
	fail(with("age", ""), `two columns are called "age" (3 and 4), expected one; give the number [target=3]`)
	fail(with("", "-age"), `two columns are called "age" (3 and 4), expected one; give the number [columns=]`)
	fail(with("", "size"), `column "size" is listed as a feature and is the target`)
	fail(with("", "-5"), `is the target`)
	fail(with("0", ""), `expected a number from 1 to 5`)
	fail(with("6", ""), `expected a number from 1 to 5`)
	fail(with("idd", ""), `did you mean id?`)
	fail(with("", "di"), `did you mean id?`)
	fail(with("", "ix"), `no column is called "ix", expected one of`)
	fail(with("none", "-1,-2,-3,-4,-5"), "no column is left as a feature")
	fail(Choice{Categorical: []string{"who"}}, `no column is called "who"`)
}

// TestNameBeatsNumber: a column called 2 is not column number 2, nor is one
// called -1 dropped by its name.
func TestNameBeatsNumber(t *testing.T) {
	table := readString(t, "2,-1,y\n1,2,3\n4,5,6\n", Options{Dialect: Dialect{Header: HeaderYes}})
	file, err := table.File(Choice{Target: "2", Columns: []string{"-1"}})
	if err != nil {
		t.Fatal(err)
	}
	if file.target != 0 || !slices.Equal(file.used, []int{1}) {
		t.Errorf("target %d, features %v; want 0 and [1]", file.target, file.used)
	}
}

// TestIndex: a column that counts the rows is left out if its name says so, and one without a name if it differs in
// every row, as what R or pandas filtered, or drew at random, has before its rows.
func TestIndex(t *testing.T) {
	for text, left := range map[string]string{
		",a,y\n14,1,2\n98,2,3\n75,1,1\n0,3,2\n":                                     "x1",
		"a y\n3 1 2\n7 2 3\n12 1 1\n40 3 2\n":                                       "x1",
		"Unnamed: 0,a,y\n4,1,2\n9,2,3\n7,1,1\n0,3,2\n":                              "Unnamed: 0",
		",a,y\nu,1,2\n98,2,3\nv,1,1\n0,3,2\n":                                       "x1",
		"Serial,a,id,y\n1,1,0,2\n2,2,1,3\n3,1,2,1\n4,3,3,2\n":                       "Serial, id",
		",a,y\n4,1,2\n9,2,3\n4,1,1\n0,3,2\n":                                        "",
		",a,y\n4,1,2\n9,2,3\n7.5,1,1\n0,3,2\n":                                      "",
		",a,y\n4,1,2\n9,2,3\n,1,1\n0,3,2\n":                                         "",
		"k,a,y\n4,1,2\n9,2,3\n7,1,1\n0,3,2\n":                                       "",
		"x1,x2,y\n4,1,2\n9,2,3\n7,1,1\n0,3,2\n":                                     "",
		"4,1,2\n9,2,3\n7,1,1\n0,3,2\n":                                              "",
		"k,y\n1,2\n2,3\n3,1\n4,2\n":                                                 "",
		"1,7,2\n2,5,3\n3,1,1\n4,3,2\n":                                              "x1",
		"7,1,2\n5,2,3\n1,3,1\n3,4,2\n":                                              "",
		"RowNumber,a,y\n1,1,2\n2,2,3\n3,1,1\n4,3,2\n":                               "RowNumber",
		"Level,a,y\n1,1,2\n2,2,3\n3,1,1\n4,3,2\n":                                   "",
		"day,a,y\n2024-01-01,1,2\n2024-01-02,2,3\n2024-01-03,1,1\n2024-01-04,3,2\n": "",
	} {
		file, err := readString(t, text, Options{}).File(Choice{DropMissing: true})
		if err != nil {
			t.Fatal(text, err)
		}
		notes := strings.Join(toldNotes(file.Notes()), "\n")
		_, got, _ := strings.Cut(notes, "are left out: ")
		if got, _, _ = strings.Cut(got, ";"); got != left || left != "" && !strings.Contains(notes, "[columns=") {
			t.Errorf("%q: left out %q, want %q; notes %s", text, got, left, notes)
		}
	}
}

func TestSingleColumn(t *testing.T) {
	table := readString(t, "a\n1\n2\n", Options{})
	if file, err := table.File(Choice{}); err != nil || file.HasTarget() || file.Dims() != 1 {
		t.Errorf("a single column: %+v, %v; want one feature, no target", file, err)
	}
	if _, err := table.File(Choice{Target: "a"}); err == nil {
		t.Error("a target without features is accepted")
	}
}

// drawAll draws every row and gives the sets in the order of column 0 of X.
func drawAll(t *testing.T, file *File) *Set {
	t.Helper()
	set, _, err := file.Draw(file.Rows(), 0, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestCategorical(t *testing.T) {
	table := readString(t, "key,code,y\n1,10,b\n2,9,a\n4,u,b\n5,10.0,c\n", Options{})
	file, err := table.File(Choice{Categorical: []string{"code"}})
	if err != nil {
		t.Fatal(err)
	}
	set := drawAll(t, file)
	if want := []string{"key", "code=9", "code=10", "code=u"}; !slices.Equal(set.Columns, want) {
		t.Fatalf("columns %q, want %q", set.Columns, want)
	}
	if want := []string{"a", "b", "c"}; !slices.Equal(set.Classes, want) {
		t.Errorf("classes %q, want %q", set.Classes, want)
	}
	want := map[float64][4]float64{1: {0, 1, 0, 1}, 2: {1, 0, 0, 0}, 4: {0, 0, 1, 1}, 5: {0, 1, 0, 2}}
	for i := range 4 {
		row := [4]float64{set.X.At(i, 1), set.X.At(i, 2), set.X.At(i, 3), set.Y[i]}
		if row != want[set.X.At(i, 0)] {
			t.Errorf("row of key %v: %v, want %v", set.X.At(i, 0), row, want[set.X.At(i, 0)])
		}
	}
	notes := strings.Join(toldNotes(file.Notes()), "\n")
	for _, part := range []string{`column "code" is text: one 0/1 column for each value (9, 10, u)`,
		`target "y" is text: 3 classes, numbered from 0 (a, b, c)`} {
		if !strings.Contains(notes, part) {
			t.Errorf("notes %q lack %q", notes, part)
		}
	}
}

// TestCategoricalNumbers takes a numeric target and a sparse feature as texts.
func TestCategoricalNumbers(t *testing.T) {
	table := readString(t, "1 1:5 2:1\n-1 1:6\n1 1:7 2:3\n", Options{})
	file, err := table.File(Choice{Categorical: []string{"label", "x2"}})
	if err != nil {
		t.Fatal(err)
	}
	set := drawAll(t, file)
	if want := []string{"x1", "x2=0", "x2=1", "x2=3"}; !slices.Equal(set.Columns, want) {
		t.Errorf("columns %q, want %q", set.Columns, want)
	}
	if want := []string{"-1", "1"}; !slices.Equal(set.Classes, want) {
		t.Errorf("classes %q, want %q", set.Classes, want)
	}
}

// TestZeroHasNoSign: −0 and 0 are one category and one class, however a format brings them.
func TestZeroHasNoSign(t *testing.T) {
	minus := math.Copysign(0, -1)
	array, _ := binary.Append(nil, binary.LittleEndian, []float64{1, minus, minus, 2, 0, 1, 4, 1, 0, 3, minus, minus})
	for name, text := range map[string]string{
		"CSV":    "a,k,y\n1,-0.0,-0\n2,0,1\n4,1,0\n3,-0,-0e3\n",
		"LIBSVM": "-0 1:1 2:-0\n1 1:2\n0 1:3 2:1\n-0.0 1:4 2:-0.0\n",
		"npy":    string(npy("<f8", "(4, 3)", array)),
	} {
		table := readString(t, text, Options{})
		columns := table.ColumnNames()
		file, err := table.File(Choice{Categorical: columns[1:]})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		set := drawAll(t, file)
		k := columns[1]
		if want := []string{columns[0], k + "=0", k + "=1"}; !slices.Equal(set.Columns, want) {
			t.Errorf("%s: columns %q, want %q", name, set.Columns, want)
		}
		if want := []string{"0", "1"}; !slices.Equal(set.Classes, want) {
			t.Errorf("%s: classes %q, want %q", name, set.Classes, want)
		}
		if cell := table.Column(1).Cell(0); cell != "0" {
			t.Errorf("%s: the cell %q", name, cell)
		}
	}
}

// TestDropMissing: rows fall away only for columns in use, their texts too.
func TestDropMissing(t *testing.T) {
	table := readString(t, people, Options{})
	file, err := table.File(Choice{DropMissing: true, Columns: []string{"id", "sex", "3"}})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(toldNotes(file.Notes()), "2 of 4 rows dropped for missing values") {
		t.Errorf("notes %q", file.Notes())
	}
	set := drawAll(t, file)
	if want := []string{"id", "sex=M", "age"}; !slices.Equal(set.Columns, want) || len(set.Y) != 2 {
		t.Errorf("columns %q, %d rows; want %q, 2 rows", set.Columns, len(set.Y), want)
	}
	for i := range set.Y {
		if id := set.X.At(i, 0); id != 7 && id != 10 {
			t.Errorf("row with id %v was not dropped", id)
		}
	}
	if file, err := table.File(Choice{Target: "none", Columns: []string{"1"}}); err != nil || file.Rows() != 4 {
		t.Errorf("a column without gaps: %v", err)
	}
	short := readString(t, "a,b\n1,\n,2\n3,4\n", Options{})
	if _, err := short.File(Choice{DropMissing: true}); err == nil ||
		!strings.Contains(err.Error(), "1 of 3 rows have no missing values") {
		t.Errorf("one complete row: %v", err)
	}
}

// TestBadColumnCanBeDropped: a fault in a column that is not used is not an error.
func TestBadColumnCanBeDropped(t *testing.T) {
	table := readString(t, "a,b,c,d,y\n1,x,inf,,1\n2,3,4,5,2\n", Options{})
	file, err := table.File(Choice{Columns: []string{"-b", "-c", "-d"}})
	if err != nil || file.Dims() != 1 {
		t.Errorf("%v", err)
	}
}

// TestDateFieldsCanBeLeftOut: a field that is not read refuses a structured array only where it is used.
func TestDateFieldsCanBeLeftOut(t *testing.T) {
	var records []byte
	for i := range 3 {
		records = binary.LittleEndian.AppendUint64(records, 19000+uint64(i))
		records = binary.LittleEndian.AppendUint64(records, math.Float64bits(float64(i)))
		records = append(records, byte(i*i))
	}
	file := npy("[('when', '<M8[D]'), ('a', '<f8'), ('y', '|u1')]", "(3,)", records)
	file = bytes.Replace(bytes.Replace(file, []byte("'["), []byte("["), 1), []byte("]', 'fort"), []byte("], 'fort"), 1)
	file[8] -= 2
	_, err := load(file, "f.npy", Options{}, Choice{})
	mustBeOwnError(t, "with the dates", err, `f.npy: the field "when" holds type "<M8[D]"`, "column [columns=-when]")
	f, err := load(file, "f.npy", Options{}, Choice{Columns: []string{"-when"}})
	if err != nil {
		t.Fatal(err)
	}
	if x := f.Range(0, 3).X; x.RawMatrix().Cols != 1 || x.At(2, 0) != 2 {
		t.Errorf("without the dates: %v", x)
	}
}
