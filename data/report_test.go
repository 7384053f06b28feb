package data

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// column returns the cells of a file with one more column, whose cell in each row follows from its number.
func withColumn(lines []string, name string, cell func(i int) string) []string {
	for i := range lines {
		if i == 0 {
			lines[0] += "," + name
		} else {
			lines[i] += "," + cell(i)
		}
	}
	return lines
}

// TestCorrected: what is wrong with a file is one report, and the settings at its end read the file.
func TestCorrected(t *testing.T) {
	const rows = 60
	number := func(i int) string { return fmt.Sprint(i * i % 17) }
	few := func(i int) string { return string("uvw"[i%3]) }
	columns := map[string]func(i int) string{
		"good":  number,
		"texts": few,
		"none":  func(int) string { return "" },
		"names": func(i int) string { return fmt.Sprint("n", i) },
		"same":  func(int) string { return "7" },
		"days": func(i int) string {
			return fmt.Sprintf("%d/%d/2024", i%28+1, i%12+1) + strings.Repeat(" ", i%2) + fmt.Sprintf("T%d", i)
		},
		"price": func(i int) string { return fmt.Sprintf("\"1,%03d\"", i) },
		"holes": func(i int) string { return strings.Repeat(fmt.Sprint(i), i%2) },
		"rare":  func(i int) string { return strings.Repeat(fmt.Sprint(i), min(1, i%20)) },
		"below": func(i int) string { return strings.Repeat("<", i/rows) + fmt.Sprint(i, ".5") },
		"empty": func(i int) string { return strings.Repeat(fmt.Sprint(i), i%4/3) },
		"mixed": func(i int) string { return strings.Repeat("x", i%5) + fmt.Sprint(i) },
		"inf":   func(i int) string { return strings.Repeat("1e99", 1+i/rows) + "9" + fmt.Sprint(i) },
		"a b": func(i int) string {
			return strings.Repeat("-", i%2) + strings.Repeat("Inf", i%2) + fmt.Sprint(i)[:1-i%2]
		},
	}
	for _, c := range []struct {
		names string // the last is the target
		told  string // parts of the message
		how   string // the settings at its end
	}{
		{"good,none,names,same,price,rare,texts",
			`no value|"names": 60 different|"same": constant|"price": a number with a comma|"rare": 3 missing`,
			"[thousands=comma] [columns=-none,-names,-same] [drop-missing=]"},
		{"good,days,names,texts", `"days": dates that are not all|"names": 60`, "[columns=good]"},
		{"good,holes,rare,texts", `"holes": 30 missing|"rare": 3`, "[columns=-holes] [drop-missing=]"},
		{"good,a b,mixed,texts", `"a b": infinite|"mixed": text beside numbers`, "[columns=good]"},
		{"good,rare,texts,none", `"none": no value, and is the target|"rare": 3`,
			"[target=texts] [columns=-none] [drop-missing=]"},
		{"good,texts,same,names,mixed", `"mixed": text beside numbers|and is the target|"names": 60`,
			"[target=texts] [columns=good]"},
		{"good,names,texts", `"names" has 60 different texts and looks like an id`, "[columns=-names]"},
		{"good,rare,texts", "missing value", "[drop-missing=]"},
		{"good,texts,empty", "missing value", "[target=texts] [columns=-empty]"},
		{"good,rare,texts,empty", `"empty": 45 of 60 values are missing, and is the target|"rare": 3`,
			"[target=texts] [columns=-empty] [drop-missing=]"},
		{"good,texts,empty,none", `"empty": 45 missing|"none": no value, and is the target`, "[target=texts] [columns=good]"},
		{"good,below,texts", `text beside numbers ("<60.5")`, "remove the row, or drop the column [columns=-below]"},
		{"empty,texts", "missing value", "leave out such rows [drop-missing=]"},
		{"good,price,texts", "between thousands", "[thousands=comma]"},
		{"good,holes,price", "between thousands|missing", "[thousands=comma] [columns=-holes]"},
	} {
		lines := make([]string, rows+1)
		lines[0] = "y0"
		for i := range lines[1:] {
			lines[i+1] = fmt.Sprint(i * 7 % 11)
		}
		for _, name := range strings.Split(c.names, ",") {
			lines = withColumn(lines, name, columns[name])
		}
		text := []byte(strings.Join(lines, "\n") + "\n")
		_, err := load(text, "f.csv", Options{}, Choice{Columns: []string{"-y0"}})
		var own *Error
		if !errors.As(err, &own) {
			t.Errorf("%s: %v", c.names, err)
			continue
		}
		for _, part := range append(strings.Split(c.told, "|"), c.how) {
			if !strings.Contains(told(err), part) {
				t.Errorf("%s: %s\nlacks %q", c.names, told(err), part)
			}
		}
		choice, d, ok := Corrected(own, Choice{Columns: []string{"-y0"}}, Dialect{})
		if _, err := load(text, "f.csv", Options{Dialect: d}, choice); !ok || err != nil {
			t.Errorf("%s: %s; corrected to %+v, %+v: %v, %v", c.names, told(own), choice, d, ok, err)
		}
	}
}

// TestNothingIsCorrected: an error that no setting mends, or that leaves the rows as they are, is not corrected.
func TestNothingIsCorrected(t *testing.T) {
	sixCodes := "a,b,c\n"
	for i := range 90 {
		sixCodes += fmt.Sprintf("%d,%d,%d\n", i, 2*i, 3*i) + map[int]string{30: "p,q,r\n", 60: "s,t,u\n"}[i]
	}
	for _, text := range []string{"a,b\n1,2\x00\n2,c\n", "a,b\n", sixCodes} {
		_, err := load([]byte(text), "f.csv", Options{}, Choice{})
		if choice, d, ok := Corrected(err.(*Error), Choice{}, Dialect{}); ok {
			t.Errorf("%s: corrected to %+v, %+v", told(err), choice, d)
		}
	}
}

// TestTwoMarksInOneStep: points before three digits beside decimal commas are read by one setting.
func TestTwoMarksInOneStep(t *testing.T) {
	for _, text := range []string{"people;share\n52.371;1,3\n8.122;2,5\n91.500;0,7\n",
		"share;people\n1,3;52.371\n2,5;8.122\n"} {
		_, err := load([]byte(text), "f.csv", Options{}, Choice{})
		var own *Error
		if !errors.As(err, &own) {
			t.Fatal(err)
		}
		choice, d, _ := Corrected(own, Choice{}, Dialect{})
		file, err := load([]byte(text), "f.csv", Options{Dialect: d}, choice)
		if err != nil {
			t.Fatal(told(own), err)
		}
		if c := file.Table.find("people", "", nil); file.Table.Column(c).Cell(0) != "52371" {
			t.Error(told(own), file.Table.Preview(2, 2))
		}
	}
}

// TestRemediesWork: no message offers rows without missing values where there are none; a name that means any column,
// can't stand in a list, or is that of two, is no reason to offer nothing.
func TestRemediesWork(t *testing.T) {
	ids := "NAME,a,y\n"
	for i := range 60 {
		ids += fmt.Sprintf("n%d,%d,%d\n", i, i*i, i%3)
	}
	for _, text := range []string{"a,b,y\n1,,3\n,2,4\n1,,5\n,3,6\n", "a,y\n1,\n,4\n1,\n", "a,b,y\n,2,4\n,3,5\n",
		ids, "NAME,a,y\n1,2,3\nx,3,4\n2,4,6\n", "\"a,b\",a,y\n1,2,3\nx,3,4\n2,4,6\n",
		"b,a,b,y\n1,2,3,4\nx,3,4,1\n2,4,6,3\n"} {
		_, err := load([]byte(text), "f.csv", Options{}, Choice{})
		var own *Error
		if !errors.As(err, &own) {
			t.Fatal(err)
		}
		choice, _, ok := Corrected(own, Choice{}, Dialect{})
		if _, err := load([]byte(text), "f.csv", Options{}, choice); ok && err != nil {
			t.Errorf("%q: %s: %v", text, told(own), err)
		}
		if strings.Contains(told(own), "leave out such rows") || !ok && !strings.Contains(text, ",\n") {
			t.Errorf("%q: %s", text, told(own))
		}
	}
}

// TestTwoDecimalMarks: the settings of the first message read the rest, and a mark that the user has named is not asked
// for again.
func TestTwoDecimalMarks(t *testing.T) {
	for _, text := range []string{"a;y\n52.37;1,1\n8.12;2,5\n91.5;0,7\n", "a;b;y\n52.37;1,1;1\n8.12;2,5;2\n91.5;0,7;3\n"} {
		for _, mark := range []string{"", "comma", "point"} {
			named := Dialect{Decimal: mark}
			_, err := load([]byte(text), "f.csv", Options{Dialect: named}, Choice{})
			var own *Error
			if !errors.As(err, &own) {
				t.Fatal(err)
			}
			if offers := own.Remedies.For("decimal"); offers != (mark == "") {
				t.Errorf("%q, %q: %s", text, mark, told(own))
			}
			choice, d, ok := Corrected(own, Choice{}, named)
			if _, err := load([]byte(text), "f.csv", Options{Dialect: d}, choice); !ok || err != nil {
				t.Errorf("%q, %q: %s: %v", text, mark, told(own), err)
			}
		}
	}
}

// TestDoubledTabs: tabs that stand twice between all cells are one separator; a column that is empty among texts with
// blanks or commas stays one.
func TestDoubledTabs(t *testing.T) {
	for text, columns := range map[string]int{
		"1.5\t\t2\t\t3\n2.5\t\t3\t\t4\n":           3,
		"a\tb\n1\t\t2\n3\t\t4\n5\t\t6\n":           2,
		"a\tb\tc\n1\t\t2\n3\t\t4\n":                3,
		"1\t\tSmith, John\t5\n2\t\tWest, Ann\t6\n": 4,
		"1\t2\t\n3\t4\t\n":                         2,
		"1\t\t2\n3\t4\t5\n":                        3,
	} {
		if table := readString(t, text, Options{}); table.Width() != columns {
			t.Errorf("%q: %d columns, want %d", text, table.Width(), columns)
		}
	}
}

// TestARemedyIsSaidOnce: what reads a column of decimal commas reads the rest as well.
func TestARemedyIsSaidOnce(t *testing.T) {
	_, err := load([]byte("b,c,y\n2,3,\"39,1\"\n3,4,\"38,2\"\n3,5,\"37,9\"\n"), "f.csv", Options{}, Choice{})
	if text := told(err); strings.Count(text, "decimal=comma") != 1 {
		t.Error(text)
	}
}
