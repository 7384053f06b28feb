package data

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gramscope/data/remedy"
)

// Departures counts rows that differ from the training rows in a column that was constant
// in training. The scale and the effect of such a column are unknown, so a [Scaling] makes it
// 0 and no prediction depends on it. The zero value is ready to use.
type Departures struct {
	rows    int
	columns map[int]*departure
}

// departure describes one column.
type departure struct {
	rows  int     // how many differ
	first int     // the first that differs, from 0
	value float64 // in that row
}

// Add counts the next rows, n×d, before they are scaled.
func (d *Departures) Add(s *Scaling, x *mat.Dense) {
	n, _ := x.Dims()
	for j, deviation := range s.Deviation {
		for i := 0; deviation == 0 && i < n; i++ {
			v := x.At(i, j)
			if v == s.Mean[j] {
				continue
			}
			if d.columns == nil {
				d.columns = map[int]*departure{}
			}
			if d.columns[j] == nil {
				d.columns[j] = &departure{first: d.rows + i, value: v}
			}
			d.columns[j].rows++
		}
	}
	d.rows += n
}

// Notes lists the columns with the first row that differs, counted from 1. names are the names
// of all columns. Notes returns nil if no row differs.
func (d *Departures) Notes(s *Scaling, names []string) []remedy.Note {
	var list []string
	for j, name := range names {
		if c := d.columns[j]; c != nil {
			list = append(list, fmt.Sprintf("%s (%g in training, differs in %d of %d rows, first in row %d: %g)", name, s.Mean[j], c.rows, d.rows, c.first+1, c.value))
		}
	}
	if list == nil {
		return nil
	}
	return []remedy.Note{{Text: "columns that were constant in training are ignored: " + shortList(list, 5),
		Remedies: remedy.Do("fit on rows that differ in these columns to use them")}}
}
