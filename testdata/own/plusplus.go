// Landmarks in Go as k-means++ starts (Arthur and Vassilvitskii, SODA 2007): each row is drawn with a probability in
// proportion to its squared distance from the landmarks before it. It is used by
//
//	gramscope --method-command 'go run plusplus.go' DATA
package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

const description = `{"name": "plusplus", "title": "Landmarks by the start of k-means++",
	"reference": "Arthur and Vassilvitskii, SODA 2007",
	"params": [{"name": "power", "doc": "power of the distance to which probabilities are proportional",
		"kind": "real", "default": 2, "min": 0.1, "max": 20, "scale": "log"}]}`

type settings struct {
	N, M   int
	Seed   uint64
	Params struct{ Power float64 }
}

func main() {
	folder := os.Args[len(os.Args)-1]
	if folder == "--describe" {
		fmt.Println(description)
		return
	}
	var s settings
	text, err := os.ReadFile(filepath.Join(folder, "settings.json"))
	check(err)
	check(json.Unmarshal(text, &s))
	x := points(folder, s.N)
	start := time.Now()
	rows := choose(x, s)
	seconds := time.Since(start).Seconds()
	write(filepath.Join(folder, "landmarks.npy"), rows)
	check(os.WriteFile(filepath.Join(folder, "result.json"), fmt.Appendf(nil, `{"seconds": %g}`, seconds), 0o600))
}

// choose draws at most m distinct rows.
func choose(x [][]float64, s settings) (rows []float64) {
	rng := rand.New(rand.NewPCG(s.Seed, 0))
	weights := make([]float64, len(x))
	next := rng.IntN(len(x))
	for i := range weights {
		weights[i] = math.Inf(1)
	}
	for {
		rows = append(rows, float64(next))
		total := 0.0
		for i, p := range x {
			weights[i] = min(weights[i], math.Pow(distance(p, x[next]), s.Params.Power))
			total += weights[i]
		}
		if len(rows) == s.M || total == 0 { // all others are copies
			return rows
		}
		rest := rng.Float64() * total
		for i, w := range weights {
			if w > 0 {
				next = i // also where rounding leaves a rest
			}
			if rest -= w; w > 0 && rest < 0 {
				break
			}
		}
	}
}

func distance(a, b []float64) float64 {
	sum := 0.0
	for j := range a {
		sum += (a[j] - b[j]) * (a[j] - b[j])
	}
	return math.Sqrt(sum)
}

// points reads the n rows of X.npy: 64-bit numbers behind a header whose length is in bytes 8 and 9.
func points(folder string, n int) [][]float64 {
	content, err := os.ReadFile(filepath.Join(folder, "X.npy"))
	check(err)
	content = content[10+int(binary.LittleEndian.Uint16(content[8:])):]
	numbers := make([]float64, len(content)/8)
	check(binary.Read(bytes.NewReader(content), binary.LittleEndian, numbers))
	x := make([][]float64, n)
	for i := range x {
		d := len(numbers) / n
		x[i] = numbers[i*d : (i+1)*d]
	}
	return x
}

// write writes a vector as numpy.save does.
func write(path string, v []float64) {
	var out bytes.Buffer
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d,), }", len(v))
	fmt.Fprintf(&out, "\x93NUMPY\x01\x00\x76\x00%-117s\n", header)
	check(binary.Write(&out, binary.LittleEndian, v))
	check(os.WriteFile(path, out.Bytes(), 0o600))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
