package lab

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"gramscope/model/sweep"
)

// Column returns the column of the results with that name. It panics if there is none.
func Column(name string) sweep.Column {
	c, ok := sweep.ColumnNamed(name)
	if !ok {
		panic("lab: no column " + name)
	}
	return c
}

// Mean returns the mean of a column over the rows that have a value, and its standard error. For two or
// more rows the standard error is computed from their spread. For a single row it is that of the row's
// estimate. Unknown results are NaN.
func Mean(rows []sweep.Result, c sweep.Column) (mean, se float64) {
	return meanOf(valuesOf(rows, c))
}

// valuesOf returns the finite values of a column, and the standard error of the last row's if that
// is an estimate, else NaN.
func valuesOf(rows []sweep.Result, c sweep.Column) (values []float64, own float64) {
	own = math.NaN()
	ofOwn, estimated := sweep.ColumnNamed(sweep.StandardErrorOf(c.Name))
	for i := range rows {
		v, ok := c.Number(&rows[i])
		if !ok || math.IsInf(v, 0) {
			continue
		}
		values = append(values, v)
		if estimated {
			own, _ = ofOwn.Number(&rows[i])
		}
	}
	return values, own
}

// meanOf returns the mean of some numbers and its standard error. own is the standard error of a single number.
func meanOf(values []float64, own float64) (mean, se float64) {
	if len(values) < 2 {
		return stat.Mean(values, nil), own
	}
	mean, deviation := stat.MeanStdDev(values, nil)
	return mean, stat.StdErr(deviation, float64(len(values)))
}

// Failure returns the reason why all rows failed, "" if one did not.
func Failure(rows []sweep.Result) string {
	why := ""
	for i := range rows {
		if rows[i].Failure == "" {
			return ""
		}
		if why = rows[i].Failure; rows[i].Cause != nil {
			why = Reason(rows[i].Cause)
		}
	}
	return why
}
