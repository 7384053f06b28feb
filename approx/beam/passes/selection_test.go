package passes

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestUniformSelection: the landmarks are the same rows whatever the parts and their order are, however often
// a row stands there, and other rows by another seed.
func TestUniformSelection(t *testing.T) {
	rows := friedman(300, 31)
	shuffled := slices.Clone(rows)
	rand.New(rand.NewPCG(1, 9)).Shuffle(len(rows), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	landmarks := func(seed string, parts ...[]string) []string {
		out := filepath.Join(t.TempDir(), "landmarks.csv")
		m, r := done(t, written(t, parts...), "--method", "nystrom", "--m", "20", "--gamma", "0.1", "--mu", "0.5", "--test",
			"0.2", "--seed", seed, "--standardize=false", "--landmarks-out", out)
		if r.Landmarks != 20 || m.Method != "nystrom" || m.Parameters["m"] != 20.0 {
			t.Errorf("%d landmarks by %s, %v", r.Landmarks, m.Method, m.Parameters)
		}
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		for _, line := range lines[1:] {
			if !slices.ContainsFunc(rows, func(row string) bool { return strings.HasPrefix(row, line+",") }) {
				t.Fatalf("%s is no row", line)
			}
		}
		return lines
	}
	want := landmarks("1", rows)
	for name, parts := range map[string][][]string{
		"three parts":          {rows[:10], nil, rows[10:200], rows[200:]},
		"another order":        {shuffled[:150], shuffled[150:]},
		"rows that come twice": {rows, shuffled[:100]},
	} {
		if got := landmarks("1", parts...); !slices.Equal(got, want) {
			t.Errorf("%s: landmarks\n%v\nwant\n%v", name, got, want)
		}
	}
	if got := landmarks("2", rows); slices.Equal(got, want) {
		t.Error("the seed changes nothing")
	}
}

// TestReservoir: of any tree of merges the sample is that of all rows, and every row has the same chance.
func TestReservoir(t *testing.T) {
	const n, size = 60, 7
	rng := rand.New(rand.NewPCG(4, 4))
	counts := make([]int, n)
	const runs = 3000
	for range runs {
		draws := make([]float64, n)
		var all reservoir
		for i := range draws {
			draws[i] = rng.Float64()
			all.add(draws[i], []float64{float64(i)}, size)
		}
		var nodes []reservoir
		for part := range slices.Chunk(rng.Perm(n), 1+rng.IntN(20)) {
			var r reservoir
			for _, i := range part {
				r.add(draws[i], []float64{float64(i)}, size)
				r.add(draws[i], []float64{float64(i)}, size)
			}
			nodes = append(nodes, r)
		}
		for len(nodes) > 1 {
			i := 1 + rng.IntN(len(nodes)-1)
			nodes[0].merge(nodes[i], size)
			nodes = slices.Delete(nodes, i, i+1)
		}
		if !slices.Equal(nodes[0].rows(), all.rows()) || len(all) != size || !slices.IsSortedFunc(all, sampled.compare) {
			t.Fatalf("the sample of parts is %v, that of all rows %v", nodes[0].rows(), all.rows())
		}
		for _, v := range all.rows() {
			counts[int(v)]++
		}
	}
	for i, c := range counts { // binomial, of mean 350 and deviation 17.6
		if c < 270 || c > 430 {
			t.Errorf("row %d is in %d of %d samples", i, c, runs)
		}
	}
}
