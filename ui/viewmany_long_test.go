//go:build long

package ui

import (
	"testing"
	"time"
)

// TestViewOfManyMoreRows: one key takes no time that anybody notices, however many values, methods or rows there are.
// The guard is far above what it takes, and far below what looking for each value among all rows would.
func TestViewOfManyMoreRows(t *testing.T) {
	var few time.Duration
	for _, file := range []struct{ name, text string }{
		{"2000 values", manyRows(1, 2000, 1)}, {"20000 values", manyRows(1, 20000, 1)},
		{"3000 methods", manyRows(3000, 2, 1)}, {"24 methods", manyRows(24, 50, 4)},
	} {
		begin := time.Now()
		pressOnMany(t, file.name, file.text)
		switch took := time.Since(begin); {
		case few == 0:
			few = took
		case took > time.Minute && took > 40*few: // ten times the rows: something takes their square
			t.Errorf("%s: 28 keys took %v, those on 2000 values %v", file.name, took, few)
		}
	}
}
