package model_test

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// TestThroughOfKernelValues: where the features are the kernel's values at the landmarks, there is nothing cheaper.
func TestThroughOfKernelValues(t *testing.T) {
	k, x, w := kernels(t)[0], randomPoints(5, 3, 1), randomPoints(4, 2, 2)
	part := model.Part{Landmarks: randomPoints(4, 3, 3), Width: 4}
	psi, v := part.Through(w)
	var got, want mat.Dense
	got.Mul(psi.Features(k, x), v)
	want.Mul(part.Features(k, x), w)
	if !mat.Equal(&got, &want) {
		t.Errorf("%v, want %v", mat.Formatted(&got), mat.Formatted(&want))
	}
}
