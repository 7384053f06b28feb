package lab

import (
	"bytes"
	"encoding/csv"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"gramscope/data"
	"gramscope/model/sweep"
)

// rowOf returns a row of a results file.
func rowOf(t *testing.T, cells map[string]string) sweep.Result {
	t.Helper()
	var file bytes.Buffer
	names, row := slices.Sorted(maps.Keys(cells)), []string(nil)
	for _, name := range names {
		row = append(row, cells[name])
	}
	if err := csv.NewWriter(&file).WriteAll([][]string{names, row}); err != nil {
		t.Fatal(err)
	}
	var all sweep.Results
	if _, err := all.Read(&file, "f", 1e6); err != nil {
		t.Fatal(err)
	}
	return all.Rows[0]
}

// recordedRows returns rows with the given cells, and defaults for the others.
func recordedRows(t *testing.T, cells ...map[string]string) []sweep.Result {
	t.Helper()
	var rows []sweep.Result
	for _, c := range cells {
		full := map[string]string{"data": "x", "n": "40", "d": "2", "kernel": "gaussian", "method": "plain", "rep": "1",
			"error": "0.5"}
		maps.Copy(full, c)
		rows = append(rows, rowOf(t, full))
	}
	return rows
}

// TestAbsentDataAreNeverDrawn: with results from files, drawing rows of the data is an error, and so is
// fitting a method that the program does not have.
func TestAbsentDataAreNeverDrawn(t *testing.T) {
	for want, names := range map[string][]string{"a": {"a", "a"}, "a, b": {"a", "b", "a"},
		"3 data sets": {"a", "b", "c"}} {
		var cells []map[string]string
		for _, name := range names {
			cells = append(cells, map[string]string{"data": name})
		}
		s := newRecordedSource(Recorded{Results: sweep.Results{Rows: recordedRows(t, cells...)}})
		if s.Name() != want || s.Rows() != 0 || s.Dims() != 2 || !s.Raw() {
			t.Errorf("%q: %s of %d rows and %d columns", names, s.Name(), s.Rows(), s.Dims())
		}
		train, test, err := s.Draw(10, 0.2, rand.New(rand.NewPCG(1, 1)))
		var own *data.Error
		if train != nil || test != nil || !errors.As(err, &own) || len(own.Remedies) == 0 {
			t.Errorf("%q: drawn %v and %v (%v)", names, train, test, err)
		}
	}
	for column, want := range map[string][2]bool{"error_trace": {}, "rmse_test": {true, false},
		"accuracy_test": {true, true}} {
		rows := recordedRows(t, map[string]string{}, map[string]string{column: "0.25"})
		s := newRecordedSource(Recorded{Results: sweep.Results{Rows: rows}})
		if got := [2]bool{s.HasTarget(), s.Classes() != nil}; got != want {
			t.Errorf("with %s: a target and classes %v, want %v", column, got, want)
		}
	}
}
