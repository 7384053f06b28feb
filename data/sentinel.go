package data

import (
	"fmt"
	"math"
	"slices"
)

// usualMarks are numbers, of any sign, that programs and people write for a missing value.
var usualMarks = []float64{99, 200, 999, 9999, 99999, 999999}

func isMark(v float64) bool { return slices.Contains(usualMarks, math.Abs(v)) && v != 200 }

// farMarks returns those of the least and the greatest value of a column of numbers that may stand for missing values:
// they are usual marks, and farther from all other values than a tenth of the range of these.
func (f *File) farMarks(name string, column cells) (list []string) {
	for _, sign := range []float64{-1, 1} {
		mark, next, other := math.Inf(-1), math.Inf(-1), math.Inf(1) // the greatest value times the sign, the next, and the least
		count, zeros := 0, f.Rows()
		see := func(v float64) {
			switch {
			case v > mark:
				mark, next, count = v, mark, 1
			case v == mark:
				count++
			default:
				next = max(next, v)
			}
			other = min(other, v)
		}
		each(column, 0, f.table.Rows, func(row int, v float64) {
			if f.isGap == nil || !f.isGap[row] {
				zeros--
				see(sign * v)
			}
		})
		if zeros > 0 {
			see(0)
		}
		if isMark(sign*mark) && other < next && mark-next > (next-other)/10 && (count > 1 || math.Abs(mark) > 99) {
			list = append(list, fmt.Sprintf("%g in %d rows of column %q", sign*mark, count, name))
		}
	}
	return list
}
