package lab

import (
	"math"

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
	mean, count := Average(values), float64(len(values))
	if count < 2 {
		return mean, own
	}
	squares := 0.0
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(squares / (count - 1) / count)
}

// Average returns the mean of some numbers, NaN if there are none.
func Average(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
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
