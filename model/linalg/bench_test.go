package linalg

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

func randomGeneral(rows, columns int) blas64.General {
	rng := rand.New(rand.NewPCG(1, 1))
	g := blas64.General{Rows: rows, Cols: columns, Stride: columns, Data: make([]float64, rows*columns)}
	for i := range g.Data {
		g.Data[i] = rng.NormFloat64()
	}
	return g
}

// best times f, each time after before, and reports the best time of a run, by the clock
// and of the processors, which is what peers.py compares.
func best(b *testing.B, before, f func()) {
	best, bestProcessor := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for b.Loop() {
		b.StopTimer()
		before()
		b.StartTimer()
		start, processor := time.Now(), processorTime()
		f()
		bestProcessor = min(bestProcessor, processorTime()-processor)
		best = min(best, time.Since(start))
	}
	b.ReportMetric(float64(best), "best-ns")
	b.ReportMetric(float64(bestProcessor), "best-cpu-ns")
}

// eachSet runs f on every instruction set of this machine. It reports billions of
// operations per second, and what best does.
func eachSet(b *testing.B, operations float64, f func(i Implementation)) {
	for _, set := range sets() {
		b.Run(set.name, func(b *testing.B) {
			i := Implementation{on: set}
			use(b, i)
			f(i)
			best(b, func() {}, func() { f(i) })
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

func benchmarkCholesky(b *testing.B, n int) {
	rng := rand.New(rand.NewPCG(1, 1))
	a := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i {
			a.SetSym(i, j, rng.NormFloat64()/float64(n))
		}
		a.SetSym(i, i, 2)
	}
	into := mat.NewSymDense(n, nil)
	eachSet(b, float64(n)*float64(n)*float64(n)/3, func(i Implementation) {
		into.CopySym(a)
		if _, ok, err := CholeskyInPlace(context.Background(), into); !ok || err != nil {
			b.Fatal(ok, err)
		}
	})
}

func BenchmarkCholesky1000(b *testing.B) { benchmarkCholesky(b, 1000) }
func BenchmarkCholesky3000(b *testing.B) { benchmarkCholesky(b, 3000) }

// BenchmarkExp1e7 counts one operation per entry.
func BenchmarkExp1e7(b *testing.B) {
	x := randomGeneral(1, 1e7).Data
	dst := make([]float64, len(x))
	eachSet(b, 1e7, func(i Implementation) { ExpScaled(dst, x, 1) })
}

// BenchmarkGaussianBlock20000x10x500 is a block of a Gaussian kernel matrix: of
// 20000 and 500 points in ten dimensions. It counts the product's operations.
func BenchmarkGaussianBlock20000x10x500(b *testing.B) {
	x, y, dst := randomGeneral(20000, 10), randomGeneral(500, 10), randomGeneral(20000, 500)
	normsX, normsY := make([]float64, 20000), make([]float64, 500)
	eachSet(b, 2*20000*10*500, func(i Implementation) {
		SquaredNorms(normsX, x)
		SquaredNorms(normsY, y)
		err := SquaredDistances(context.Background(), dst, x, y, normsX, normsY, func(_, _ int, row []float64) {
			ExpScaled(row, row, -0.5)
		})
		if err != nil {
			b.Fatal(err)
		}
	})
}

// BenchmarkPlain compares products without fused multiply-adds with gonum's, which the tag noasm leaves without
// assembly.
func BenchmarkPlain(b *testing.B) {
	for _, n := range []int{200, 500, 1000} {
		x, c := randomGeneral(n, n), randomGeneral(n, n)
		for _, set := range append(sets(), nil) {
			own, name := Implementation{on: set}, "gonum"
			if set != nil && set.fused() {
				continue
			}
			if own.on != nil {
				name = own.on.name
			}
			b.Run(fmt.Sprintf("Gemm%d/%s", n, name), func(b *testing.B) {
				best(b, func() {}, func() {
					own.Dgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1, x.Data, n, x.Data, n, 0, c.Data, n)
				})
			})
			b.Run(fmt.Sprintf("Syrk%d/%s", n, name), func(b *testing.B) {
				best(b, func() {}, func() { own.Dsyrk(blas.Upper, blas.Trans, n, n, 1, x.Data, n, 0, c.Data, n) })
			})
		}
	}
}
