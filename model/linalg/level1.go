package linalg

// quickEntries is up to how many entries gonum's loops are as fast.
const quickEntries = 32

// Ddot is the inner product of x and y, as gonum's Ddot.
func (i Implementation) Ddot(n int, x []float64, incX int, y []float64, incY int) float64 {
	if i.on == nil || n < quickEntries || incX != 1 || incY != 1 || len(x) < n || len(y) < n {
		return i.Implementation.Ddot(n, x, incX, y, incY)
	}
	return i.on.dot(n, &x[0], &y[0])
}

// Daxpy is y += α·x, as gonum's Daxpy.
func (i Implementation) Daxpy(n int, alpha float64, x []float64, incX int, y []float64, incY int) {
	if i.on == nil || alpha == 0 || n < quickEntries || incX != 1 || incY != 1 || len(x) < n || len(y) < n {
		i.Implementation.Daxpy(n, alpha, x, incX, y, incY)
		return
	}
	i.on.axpy(n, alpha, &x[0], &y[0])
}

// Drot is x, y = c·x + s·y, c·y − s·x, as gonum's Drot.
func (i Implementation) Drot(n int, x []float64, incX int, y []float64, incY int, c, s float64) {
	if i.on == nil || n < quickEntries || incX != 1 || incY != 1 || len(x) < n || len(y) < n {
		i.Implementation.Drot(n, x, incX, y, incY, c, s)
		return
	}
	i.on.rotate(n, &x[0], &y[0], c, s)
}
