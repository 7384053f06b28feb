package memory

import (
	"math"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/trial"
)

// Data is the size of a data source.
type Data struct {
	Rows int // 0 for a generator, which has no limit
	Dims int // features
}

// Of returns the size of a source.
func Of(source data.Source) Data { return Data{source.Rows(), source.Dims()} }

// TestRows returns how many test rows are drawn beside the training rows.
func (d Data) TestRows(draw trial.Draw) int64 {
	rows := min(math.Round(float64(draw.N)*draw.Test/(1-draw.Test)), math.MaxInt32)
	if d.Rows > 0 {
		rows = min(rows, float64(d.Rows-draw.N))
	}
	return max(0, int64(rows))
}

// Table returns the size of a file's rows with their targets.
func (d Data) Table() int64 { return Float64 * int64(d.Rows) * int64(d.Dims+1) }

// Draws returns the size of the file and of so many draws from it: training and test rows, and the
// training rows centred and transposed for the kernel, with their norms, targets and truth.
func (d Data) Draws(draw trial.Draw, count int) int64 {
	n, dims := int64(draw.N), int64(d.Dims)
	count = min(count, max(1, int(model.CacheLimit/2/trial.DrawMemory(draw.N, d.Dims))))
	return d.Table() + Float64*int64(count)*(3*n*dims+3*n+d.TestRows(draw)*(dims+2))
}
