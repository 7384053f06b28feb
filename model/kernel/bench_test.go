package kernel

import "testing"

// BenchmarkApply evaluates kernels of smooth and of rough functions on a piece of a row. None allocates.
func BenchmarkApply(b *testing.B) {
	v := make([]float64, 1024)
	for _, name := range []string{"gaussian", "laplacian", "matern12", "matern32", "matern52"} {
		f, _ := Lookup(name)
		k := f.Member(Values{"gamma": 0.5}).Function()
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for i := range v {
					v[i] = float64(i) / 64
				}
				k.Apply(v)
			}
		})
	}
}
