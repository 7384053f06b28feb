package data

import (
	"fmt"
	"math"
	"slices"

	"gramscope/data/remedy"
)

func (f *File) setTarget(categorical bool) error {
	column := &f.table.Columns[f.target]
	texts, isText, err := f.texts(column, categorical)
	if err != nil {
		return err
	}
	if !isText {
		f.values = column.cells
		return nil
	}
	f.values, f.classes = texts, texts.texts
	f.note("target %q is %s: %d classes, numbered from 0 (%s)", column.Name, column.said(), len(texts.texts), shortList(texts.texts, 6))
	return nil
}

// HasTarget tells whether a target was chosen.
func (f *File) HasTarget() bool { return f.target >= 0 }

// Target is the name of the target, "" without one.
func (f *File) Target() string {
	if f.target < 0 {
		return ""
	}
	return f.table.Columns[f.target].Name
}

// Classes are the names of a text target's classes; nil for numbers.
func (f *File) Classes() []string { return slices.Clone(f.classes) }

// TargetPlace says where the target stands that is taken where none is chosen.
func (f *File) TargetPlace() string {
	if f.table.Format == formatLIBSVM {
		return "the first of each line"
	}
	return "the last column"
}

// noteWholes says of a target of few whole numbers that it could be classes.
func (f *File) noteWholes() []remedy.Note {
	few := f.wholes()
	if few < 2 {
		return nil
	}
	return []remedy.Note{{Text: fmt.Sprintf("the target has %d different whole numbers", few), Remedies: remedy.By("make classes of them", "categorical", f.Target())}}
}

// fewWholes is how many whole numbers a target may have that could be classes, and
// rowsEach how many rows there must be of one, on average.
const fewWholes, rowsEach = 20, 5

// wholes is how many different numbers the target has; 0 where there are more than
// fewWholes, or for so few rows, or any that is not whole.
func (f *File) wholes() int {
	if f.target < 0 || f.classes != nil {
		return 0
	}
	var seen []float64
	for i := range f.Rows() {
		row := i
		if f.rows != nil {
			row = int(f.rows[i])
		}
		v := f.values.at(row)
		if slices.Contains(seen, v) {
			continue
		}
		if seen = append(seen, v); v != math.Trunc(v) || len(seen) > min(fewWholes, f.Rows()/rowsEach) {
			return 0
		}
	}
	return len(seen)
}
