package widget

import (
	"math"
	"strings"

	"gramscope/ui/look"
)

// barCells is the length of the longest bar.
const barCells = 6

// Bar returns a bar of at most barCells cells for a share from 0 to 1.
func Bar(share float64, l *look.Look) string {
	return l.Text(strings.Repeat("▇", int(math.Round(share*barCells))))
}
