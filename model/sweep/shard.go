package sweep

import (
	"fmt"
	"strconv"
	"strings"

	"gramscope/data/remedy"
)

// Shard is a part of a sweep's cells, so that several machines can share one.
type Shard struct{ Part, Of int } // Part from 1 to Of

// ParseShard reads i/N, the i-th of N parts. A *SpecError says what is wrong.
func ParseShard(text string) (Shard, error) {
	part, of, ok := strings.Cut(text, "/")
	i, err := strconv.Atoi(part)
	n, err2 := strconv.Atoi(of)
	if !ok || err != nil || err2 != nil || i < 1 || n < 1 || i > n || n > maxRuns {
		return Shard{}, &SpecError{fmt.Sprintf("%q is not a part such as 2/8, the second of eight", text), remedy.Do("give i/N with i from 1 to N")}
	}
	return Shard{i, n}, nil
}

// Take keeps the cells of one part: consecutive ones, so that the parts' rows one
// after the other are those of the whole. Parts differ by one cell at most; there
// are empty ones where there are fewer cells than parts. Rows do not depend on
// how a sweep is divided.
func (p *Plan) Take(s Shard) {
	n := len(p.Cells)
	p.Cells = p.Cells[n*(s.Part-1)/s.Of : n*s.Part/s.Of]
}
