package linalg

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

func randomGeneral(rows, columns int) blas64.General {
	rng := rand.New(rand.NewPCG(1, 1))
	g := blas64.General{Rows: rows, Cols: columns, Stride: columns, Data: make([]float64, rows*columns)}
	for i := range g.Data {
		g.Data[i] = rng.NormFloat64()
	}
	return g
}

// eachSet runs f on every instruction set of this machine, and reports billions
// of operations per second.
func eachSet(b *testing.B, operations float64, f func(i Implementation)) {
	for _, set := range available() {
		b.Run(set.name, func(b *testing.B) {
			i := Implementation{on: set}
			f(i)
			for b.Loop() {
				f(i)
			}
			b.ReportMetric(operations*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}

func benchmarkGemm(bench *testing.B, m, k, n int) {
	a, b, c := randomGeneral(m, k), randomGeneral(k, n), randomGeneral(m, n)
	eachSet(bench, 2*float64(m)*float64(n)*float64(k), func(i Implementation) {
		i.Dgemm(blas.NoTrans, blas.NoTrans, m, n, k, 1, a.Data, a.Stride, b.Data, b.Stride, 0, c.Data, c.Stride)
	})
}

func BenchmarkGemm1000(b *testing.B)             { benchmarkGemm(b, 1000, 1000, 1000) }
func BenchmarkGemmThin20000x10x500(b *testing.B) { benchmarkGemm(b, 20000, 10, 500) }

func BenchmarkSyrk20000x500(b *testing.B) {
	a, c := randomGeneral(20000, 500), randomGeneral(500, 500)
	eachSet(b, 20000*500*500, func(i Implementation) {
		i.Dsyrk(blas.Upper, blas.Trans, 500, 20000, 1, a.Data, a.Stride, 0, c.Data, c.Stride)
	})
}
