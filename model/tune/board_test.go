package tune

import (
	"errors"
	"fmt"
	"math"
	"testing"
)

// TestBoardAdds: losses at other ridges are added to those that are known; a failure there leaves these.
func TestBoardAdds(t *testing.T) {
	at := Candidate{2, 1}
	b := board{}
	b.add(Scored{Candidate: at, Folds: 2, Mus: []int{0, 4, 8}, Losses: [][]float64{{3, 2, 5}, {4, 1, 6}}, Gains: [][]float64{{0, 1, 0}, {0, 2, 0}}, Seconds: 7, wall: 1, Warnings: []string{"a"}})
	b.add(Scored{Candidate: at, Folds: 2, Mus: []int{3, 5}, Losses: [][]float64{{1, 9}, {1.5, 9}}, Gains: [][]float64{{3, 0}, {4, 0}}, Seconds: 2, wall: 2, Warnings: []string{"a", "b"}})
	e := b[at]
	if mu, loss := e.Best(); mu != 3 || loss.Mean != 1.25 || e.GainAt(3).Mean != 3.5 || e.GainAt(4).Mean != 1.5 {
		t.Errorf("the best μ is %d with %v, gain %v", mu, loss, e.GainAt(mu))
	}
	if got := fmt.Sprint(e.Mus, e.Losses, e.Seconds, e.wall, e.Warnings); got != "[0 3 4 5 8] [[3 1 2 9 5] [4 1.5 1 9 6]] 7 3 [a b]" {
		t.Errorf("the board has %s", got)
	}
	nan := [][]float64{{math.NaN()}, {math.NaN()}}
	b.add(Scored{Candidate: at, Folds: 2, Mus: []int{7}, Losses: nan, Gains: nan, Failure: errors.New("singular")})
	if best, ok := b.bestOf(2); !ok || best.Mu != 3 || b[at].Failure != nil || b[at].Partial == nil {
		t.Errorf("after a failure: %+v, %v", best, ok)
	}
}
