package memory

import (
	"gramscope/model"
	"gramscope/model/learn"
	"gramscope/model/linalg"
	"gramscope/model/trial"
)

// Method returns the method's estimate of a fit to n rows. It is 0 for exact regression, which has no K̃.
func (d Data) Method(s trial.Setting, n int) model.Memory {
	if s.Method.Memory == nil {
		return model.Memory{}
	}
	return s.Method.Memory(s.Fitter(), n, d.Dims)
}

// Fit returns the peak memory of a fit to n rows, the regression on it, and the predictions at some
// points. The peak may occur in the fit, the decomposition of K̃, the features of the points or the
// regression. Exact regression factorises a copy of K.
func (d Data) Fit(s trial.Setting, n, points int64, m model.Memory) int64 {
	if s.Method.Name == trial.Exact {
		return Float64 * (n*n + max(n*n, points*(n+int64(d.Dims))))
	}
	learning := points*m.Coordinates + classification(s, n, points, m)
	switch {
	case s.Solver == trial.SolverFalkon && s.Method.Landmarks: // the columns twice: for the iterations and for the fitted values
		learning += 2*m.Stored + points*m.Point
	case s.Solver == trial.SolverPCG:
		tile := min(points, int64(linalg.TileRows(int(n)))) * Float64 * n // of the kernel between the points and the rows
		learning += learn.PCGMemory(int(n), 1) + tile
	}
	return max(m.Fit, m.Decompose, m.Stored+m.Pairs+max(m.Extend+points*m.Point, learning))
}

// classification returns the memory of a classifier on K̃ without the eigenpairs: the features of all
// rows and points, and what logistic regression needs beside them.
func classification(s trial.Setting, n, points int64, m model.Memory) int64 {
	switch s.Learner {
	case "", trial.LearnRidge:
		return 0
	case trial.LearnLogistic:
		return (n+points)*m.Coordinates + learn.LogisticMemory(int(n), int(m.Coordinates/Float64))
	}
	return (n + points) * m.Coordinates
}

// Packed returns the size of linalg's packed copies of K̃'s n×q factor, which it makes to multiply
// it by q×q matrices. A Smoother of many rows has no such factor.
func Packed(n int64, m model.Memory) int64 {
	if m.Nearby > 0 {
		return 0
	}
	q := int(m.Coordinates / Float64)
	return linalg.ProductMemory(int(n), q, q)
}

// Streamed returns the method's memory when the target is learned on K̃. If K̃'s factor is larger than
// kept bytes, a direct ridge regression on a feature map computes its rows one tile at a time and stores
// no factor. On a Smoother of many rows it computes products.
func Streamed(s trial.Setting, m model.Memory, kept int64) model.Memory {
	if m.Streamed == 0 || m.Pairs <= kept && m.Nearby == 0 || s.Learner != trial.LearnRidge || trial.Iterates(s.Solver) {
		return m
	}
	return m.Streaming()
}
