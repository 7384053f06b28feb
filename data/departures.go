package data

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gramscope/data/remedy"
)

// Departures counts the rows that differ from the training rows in columns that were constant
// there. A [Scaling] makes such a column 0 whatever it holds, since nothing is known of its
// scale or its effect, and so no prediction depends on it. The zero value has seen no rows.
type Departures struct {
	rows    int
	columns map[int]*departure
}

// departure is about one column.
type departure struct {
	rows  int // that differ
	first int // of them, from 0
	value float64
}

// Add takes in the next rows, n×d, before they are scaled.
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

// Notes names the columns, of the given names, with the first row that differs, counted from 1;
// nil where all rows are as in training.
func (d *Departures) Notes(s *Scaling, names []string) []remedy.Note {
	var list []string
	for j, name := range names {
		if c := d.columns[j]; c != nil {
			list = append(list, fmt.Sprintf("%s (%g there, differs in %d of %d rows, first in row %d: %g)", name, s.Mean[j], c.rows, d.rows, c.first+1, c.value))
		}
	}
	if list == nil {
		return nil
	}
	return []remedy.Note{{Text: "columns that were constant in training do not count: " + shortList(list, 5),
		Remedies: remedy.Do("fit on rows that differ there, if they should count")}}
}
