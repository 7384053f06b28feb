package data

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func benchmarkRead(b *testing.B, content []byte) {
	b.Helper()
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadTable(context.Background(), bytes.NewReader(content), "f", Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// csvText has 10 000 rows of 30 numbers with six decimals.
func csvText() []byte {
	rng := seeded(1)
	var text bytes.Buffer
	for range 10_000 {
		for range 29 {
			fmt.Fprintf(&text, "%.6f,", rng.NormFloat64())
		}
		fmt.Fprintf(&text, "%.6f\n", rng.NormFloat64())
	}
	return text.Bytes()
}

func BenchmarkReadCSV(b *testing.B)   { benchmarkRead(b, csvText()) }
func BenchmarkReadCSVgz(b *testing.B) { benchmarkRead(b, pack(string(csvText()))) }

func BenchmarkReadLIBSVM(b *testing.B) {
	rng := seeded(1)
	var text bytes.Buffer
	for range 2_000 {
		text.WriteString("1")
		for j := 1; j <= 784; j += 1 + rng.IntN(8) {
			fmt.Fprintf(&text, " %d:%d", j, 1+rng.IntN(255))
		}
		text.WriteString("\n")
	}
	benchmarkRead(b, text.Bytes())
}

func BenchmarkReadNPY(b *testing.B) {
	benchmarkRead(b, npy("<f8", "(10000, 30)", make([]byte, 8*10_000*30)))
}

// BenchmarkReadWide: 10⁵ columns, 20 rows.
func BenchmarkReadWide(b *testing.B) {
	benchmarkRead(b, []byte(strings.Repeat(strings.Repeat("1,", 99_999)+"2\n", 20)))
}

// BenchmarkReadShared reads the largest real sets.
func BenchmarkReadShared(b *testing.B) {
	for _, name := range []string{"pumadyn32nm.csv.gz", "casp.csv.gz", "mnist_t10k.libsvm.gz"} {
		b.Run(name, func(b *testing.B) {
			content, err := os.ReadFile(filepath.Join(sharedFolder, name))
			if err != nil {
				b.Skip("no shared data sets here")
			}
			benchmarkRead(b, content)
		})
	}
}

func BenchmarkDraw(b *testing.B) {
	file := numberedFile(b, 100_000, false)
	rng := seeded(1)
	for b.Loop() {
		if _, _, err := file.Draw(1000, 0.2, rng); err != nil {
			b.Fatal(err)
		}
	}
}
