package session

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gramscope/model/lab"
)

// Marks are marked training rows, and what they were marked by.
type Marks struct {
	Rows Rows `json:"rows"`
	lab.Region
}

// Rows is an ascending list of rows, as text: "3-5,9" stands for the third to the fifth and the ninth.
type Rows []int // from 0

// MostMarked is the maximum number of rows that a session names.
const MostMarked = 5000

// MarksOf returns the marks of a session, nil if there are none, or too many.
func MarksOf(m lab.Marks) *Marks {
	if len(m.Rows) == 0 || len(m.Rows) > MostMarked {
		return nil
	}
	return &Marks{slices.Clone(m.Rows), m.By}
}

// Restore returns the marks; none for nil.
func (m *Marks) Restore() lab.Marks {
	if m == nil {
		return lab.Marks{}
	}
	return lab.Marks{Rows: m.Rows, By: m.Region}
}

// MarshalJSON writes the text.
func (r Rows) MarshalJSON() ([]byte, error) {
	var parts []string
	for i := 0; i < len(r); {
		from := i
		for i++; i < len(r) && r[i] == r[i-1]+1; i++ {
		}
		part := strconv.Itoa(r[from] + 1)
		if i > from+1 {
			part += "-" + strconv.Itoa(r[i-1]+1)
		}
		parts = append(parts, part)
	}
	return json.Marshal(strings.Join(parts, ","))
}

// UnmarshalJSON reads the text.
func (r *Rows) UnmarshalJSON(text []byte) error {
	var all string
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	*r = nil
	last := 0
	for part := range strings.SplitSeq(all, ",") {
		lo, hi, isRange := strings.Cut(part, "-")
		if !isRange {
			hi = lo
		}
		from, err := strconv.Atoi(lo)
		to, errTo := strconv.Atoi(hi)
		if err != nil || errTo != nil || from <= last || to < from || len(*r)+to-from >= MostMarked {
			return fmt.Errorf("marks.rows: %q is no list of at most %d rows, the lower ones first, as 3-5,9", part, MostMarked)
		}
		for row := from; row <= to; row++ {
			*r = append(*r, row-1)
		}
		last = to
	}
	return nil
}
