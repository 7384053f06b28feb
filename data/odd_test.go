package data

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// columnsOf returns a CSV file of so many rows below a header; each cell follows from the number of its row.
func columnsOf(header string, rows int, cells ...func(i int) string) string {
	var text strings.Builder
	text.WriteString(header + "\n")
	for i := range rows {
		for j, cell := range cells {
			text.WriteString(strings.Repeat(",", min(j, 1)) + cell(i))
		}
		text.WriteString("\n")
	}
	return text.String()
}

func number(i int) string { return fmt.Sprint(i * i % 17) }

// refusal returns the text of the error that a file must give, and the error.
func refusal(t *testing.T, text string, choice Choice) (string, *Error) {
	t.Helper()
	_, err := load([]byte(text), "f.csv", Options{}, choice)
	var own *Error
	if !errors.As(err, &own) {
		t.Fatalf("%.60q is read: %v", text, err)
	}
	return told(err), own
}

// TestOddCell: one text in a column of percentages, prices or dates is named, as in a column of plain numbers. It makes
// categories or classes only if few cells are numbers, or if a choice says so.
func TestOddCell(t *testing.T) {
	for form, odd := range map[string]string{"%d%%": "-", "$%d": "free", "%d €": "n.d.", "2020-01-%02d": "unknown",
		"%d": "Total", "1.5D+%02d": "x"} {
		cell := func(i int) string {
			if i == 20 {
				return odd
			}
			return fmt.Sprintf(form, i%13+1)
		}
		for _, target := range []string{"y", "p"} {
			text := columnsOf("a,p,y", 40, number, cell, func(i int) string { return fmt.Sprint(3 * i) })
			message, _ := refusal(t, text, Choice{Target: target})
			want := fmt.Sprintf("text beside numbers (%q) in column \"p\", expected a cell such as %q; correct it "+
				"or remove the row", odd, fmt.Sprintf(form, 1))
			if !strings.HasPrefix(message, "f.csv:22:") || !strings.Contains(message, want) ||
				strings.Contains(message, "categorical") {
				t.Errorf("%s, %s, target %s: %s", form, odd, target, message)
			}
			coding := codingOf(t, text, Choice{Target: target, Categorical: []string{"p"}})
			if _, err := match(text, "f", Options{}, coding, true); err != nil {
				t.Errorf("%s, target %s: the coding of these rows does not fit them: %v", form, target, err)
			}
		}
	}
	if _, err := load([]byte("p,y\n7%,1\n12%,2\nfree,3\n7%,4\n"), "f.csv", Options{}, Choice{}); err != nil {
		t.Errorf("three texts are no categories: %v", err)
	}
}

// TestSecondHeader: a line below the header is offered as the header only if it can be one, and then the file is read.
func TestSecondHeader(t *testing.T) {
	percent := func(i int) string { return fmt.Sprintf("%d%%", i%11) }
	first := func(word string, others func(i int) string) func(i int) string {
		return func(i int) string {
			if i == 0 {
				return word
			}
			return others(i)
		}
	}
	answers := func(i int) string { return strings.Split("Not so,Very,Very much", ",")[i%3] }
	ages := func(i int) string { return strings.Split("18 - 29,30 - 44,60", ",")[i%3] }
	for _, c := range []struct {
		text  string
		skips bool
		want  string
	}{
		{columnsOf("time,temp,flow", 40, first("s", number), first("C", number), first("l/min", percent)), true,
			"take this line as the header in place of the one above [skip-lines=1], or remove the line"},
		{columnsOf("a,b,y", 40, first("**", number), first("**", number), first("**", number)), false,
			"[missing=**] [drop-missing=]"},
		{columnsOf("worried,age,income", 60, answers, ages, func(i int) string { return strings.Repeat("low", i%4) }), false,
			"[categorical=age] [drop-missing=]"},
	} {
		message, own := refusal(t, c.text, Choice{})
		choice, d, ok := Corrected(own, Choice{}, Dialect{})
		if !strings.Contains(message, c.want) || ok && (d.SkipLines == 1) != c.skips {
			t.Errorf("%.30q: %s", c.text, message)
		}
		if _, err := load([]byte(c.text), "f.csv", Options{Dialect: d}, choice); ok && err != nil {
			t.Errorf("%s: corrected: %s", message, told(err))
		}
	}
}

// TestMixedCategories: columns with few values, of which some are numbers, become categories in one step; numbers with
// a text do not.
func TestMixedCategories(t *testing.T) {
	doors := func(i int) string { return strings.Split("2,3,4,5more", ",")[i%4] }
	persons := func(i int) string { return strings.Split("more,2,4", ",")[i%3] }
	text := columnsOf("doors,persons,y", 60, doors, persons, number)
	message, own := refusal(t, text, Choice{})
	if !strings.Contains(message, "correct it, or read the rest [categorical=doors,persons]\n") {
		t.Error(message)
	}
	choice, _, _ := Corrected(own, Choice{}, Dialect{})
	if file, err := load([]byte(text), "f.csv", Options{}, choice); err != nil || file.Dims() != 7 {
		t.Errorf("%v, %v", file, err)
	}
	footer := func(i int) string {
		if i == 59 {
			return "Total"
		}
		return fmt.Sprint(i)
	}
	gap := func(i int) string { return strings.Repeat("1", min(1, i%20)) + strings.Repeat("3", i%2) }
	message, _ = refusal(t, columnsOf("time,temp,y", 60, footer, gap, number), Choice{})
	if !strings.Contains(message, "correct it or remove the row, or leave out such rows [missing=Total] [drop-missing=]") {
		t.Error(message)
	}
}

// TestOtherDates: months are dates, and what is said of other forms does not depend on how many there are.
func TestOtherDates(t *testing.T) {
	file, err := load([]byte("month,y\n1949-01,112\n1949-02,118\n1949-04,132\n"), "f.csv", Options{}, Choice{})
	if err != nil || file.Dims() != 1 {
		t.Fatal(file, err)
	}
	if x := file.Range(0, 3).X; x.At(1, 0) != 31 || x.At(2, 0) != 90 {
		t.Errorf("months are the days %v and %v, want 31 and 90", x.At(1, 0), x.At(2, 0))
	}
	if names := readString(t, "land,2019-01,2019-02\nu,3,4\nv,5,6\n", Options{}).ColumnNames(); names[1] != "2019-01" {
		t.Errorf("months are no names: %q", names)
	}
	const dates = "dates that are not all written as 2024-12-31"
	for form, isDate := range map[string]bool{"%d/1/1985": true, "%02d-08-2018": true, "1985/12/%d": true, "%d.3.85": true,
		"750-67-%04d": false, "%d/67/1985": false, "%d/1/185": false} {
		cell := func(n int) func(i int) string {
			return func(i int) string {
				return fmt.Sprintf(form, i%n+1) + strings.Repeat(" ", i/n+1) + "T" + fmt.Sprint(i/n)
			}
		}
		message, _ := refusal(t, columnsOf("d,y", 60, cell(31), number), Choice{})
		if strings.Contains(message, dates) != isDate || strings.Contains(message, "looks like an id") == isDate {
			t.Errorf("%s: %s", form, message)
		}
		file, err := load([]byte(columnsOf("d,y", 20, cell(31), number)), "f.csv", Options{}, Choice{})
		if err != nil {
			t.Fatal(err)
		}
		if notes := strings.Join(toldNotes(file.Notes()), "\n"); strings.Contains(notes, "is text, "+dates) != isDate {
			t.Errorf("%s: %s", form, notes)
		}
	}
}

// TestNamesAreAProblem: columns with less than two rows for a text are pointed out, and a target that counts the rows.
func TestNamesAreAProblem(t *testing.T) {
	name := func(n int) func(i int) string { return func(i int) string { return fmt.Sprint("n", i%n) } }
	count := func(i int) string { return fmt.Sprint(i) }
	for _, c := range []struct {
		text, want string
	}{
		{columnsOf("area,y", 26, name(26), number),
			`column "area" has 26 different texts in 26 rows: names, which tell nothing about others; drop it [columns=-area]`},
		{columnsOf("x,y", 60, number, name(40)), `column "y" has 40 different texts in 60 rows: names, which tell nothing ` +
			`about others; choose another target [target=]`},
		{columnsOf("area,y", 26, name(25), number), `column "area" has 25 different texts in 26 rows: names`},
		{columnsOf("x,y", 60, number, name(30)), ""},
		{columnsOf("area,y", 9, name(9), number), `column "area" has 9 different texts in 9 rows: names`},
		{columnsOf("area,y", 3, name(3), number), ""},
		{columnsOf("x,id", 20, number, count), `column "id" counts the rows: names, which tell nothing about ` +
			`others; choose another target [target=]`},
		{columnsOf("x,time", 20, number, count), ""},
	} {
		file, err := load([]byte(c.text), "f.csv", Options{}, Choice{})
		if err != nil {
			t.Fatal(err)
		}
		problems := strings.Join(toldNotes(file.Describe().Problems), "\n")
		if !strings.Contains(problems, c.want) || c.want == "" && strings.Contains(problems, "names") {
			t.Errorf("%.40q: %s", c.text, problems)
		}
	}
}

// TestOrange: the types and roles below the names are no data.
func TestOrange(t *testing.T) {
	for _, roles := range []string{"\t\tclass", "meta\t\tclass", "\t\t"} {
		_, err := load([]byte("a\tb\tc\ncontinuous\tdiscrete\tdiscrete\n"+roles+"\n1\t2\tu\n2\t3\tv\n"), "f.tab", Options{},
			Choice{})
		if !strings.Contains(told(err), "this is the format of Orange") || !strings.Contains(told(err), "sed 2,3d") {
			t.Errorf("%q: %s", roles, told(err))
		}
	}
}

// TestErrorsOfSpreadsheets are missing values.
func TestErrorsOfSpreadsheets(t *testing.T) {
	for _, cell := range []string{"#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NUM!", "#NAME?", "(null)"} {
		if c := readString(t, "a,y\n1,2\n"+cell+",3\n4,5\n", Options{}).Column(0); c.Kind != Numeric || c.Missing() != 1 {
			t.Errorf("%s makes a column %v with %d missing", cell, c.Kind, c.Missing())
		}
	}
}
