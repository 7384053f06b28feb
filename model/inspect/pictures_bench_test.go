package inspect

import (
	"fmt"
	"testing"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model/sweep"
)

// BenchmarkMaps is a change of γ at n = 1000, with another K, another fit, and the pictures.
func BenchmarkMaps(b *testing.B) {
	sources := sweep.NewStore(synthetic.Generators()[0])
	for _, method := range []string{"nystrom", "bka"} {
		b.Run(method, func(b *testing.B) {
			turn := 0
			for b.Loop() {
				turn++
				s := sweep.DefaultSpec(1000)
				s.Methods, s.Figures = []string{method}, sweep.Figures{}
				s.Width = s.Width.WithGamma(5 + float64(turn)/100)
				p, err := sweep.Prepare(s, approx.Methods(), sources)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := MapsOf(b.Context(), p, p.Cells[0], clustersOf(b, p, p.Cells[0], 5)); err != nil {
					b.Fatal(fmt.Errorf("turn %d: %w", turn, err))
				}
			}
		})
	}
}
