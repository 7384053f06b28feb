//go:build long

package linalg

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"
)

// The time from cancelling to the return, on a matrix that would take minutes.
func TestEigenOfALargeMatrixIsLeftAtOnce(t *testing.T) {
	a := build(8000, rand.New(rand.NewPCG(9, 9)), structured["gaussian kernel"])
	for _, after := range []time.Duration{50 * time.Millisecond, 500 * time.Millisecond, 3 * time.Second} {
		for _, vectors := range []bool{true, false} {
			ctx, cancel := context.WithCancel(context.Background())
			var at time.Time
			time.AfterFunc(after, func() { at = time.Now(); cancel() })
			var err error
			if vectors {
				_, _, err = Eigen(ctx, a)
			} else {
				_, err = Eigenvalues(ctx, a)
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			t.Logf("returned %v after the end of the context", time.Since(at))
		}
	}
}

func init() { large = []int{700, 1500} }
