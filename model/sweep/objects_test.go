package sweep

import (
	"fmt"
	"strings"
	"testing"
	"testing/iotest"
)

const object = `{"data":"x","n":9,"d":2,"kernel":"linear","method":"toy","m":4,"rep":1,"error":0.5}` + "\n"

// TestReadObjects: whatever pieces a file comes in, its rows are the same, their columns may differ, and a row that is not complete is left out.
func TestReadObjects(t *testing.T) {
	text := object + "\n" + `{"data":"x","n":9,"d":2,"kernel":"linear","method":"toy","m":8,"rep":1,"error":0.25,"warnings":"a\nb","own":null}` + "\n" +
		`{"data":"x","n":9,"d":2,"kernel":"linear","method":"toy","m":16,"rep":1,"error":0.125,"cached":true}` + "\n" + `{"data":"x","n":9,"d":2`
	var r Results
	cut, err := r.Read(iotest.OneByteReader(strings.NewReader(text)), "f", 1<<20)
	if err != nil || cut != 5 || fmt.Sprint(r.Header) != "[data n d kernel method m rep error warnings own cached]" {
		t.Errorf("cut short at %d, %v, columns %v", cut, err, r.Header)
	}
	var errors []float64
	for _, row := range r.Rows {
		errors = append(errors, row.Get("error"))
	}
	if fmt.Sprint(errors) != "[0.5 0.25 0.125]" {
		t.Errorf("errors %v", errors)
	}
}

// TestReadObjectsFaults: a row that is not valid has an error with its place.
func TestReadObjectsFaults(t *testing.T) {
	for row, want := range map[string]string{
		"{\"n\": [1]}\n":                      "f:2: column n holds a list",
		"{\"n\": 1\n":                         "f:2: this is not a JSON object",
		"[]\n":                                "f:2: this is not a JSON object",
		"{} {}\n":                             "f:2: something follows",
		"{\"n\":1,\"n\":2}\n":                 "f:2: column n is there twice",
		"{\"n\":1}\n":                         "f:2: these are not the columns",
		strings.Replace(object, "9", "-1", 1): "f:2: column n holds \"-1\"",
		"\x00\n":                              "f:2: this is not a JSON object",
	} {
		var r Results
		if _, err := r.Read(strings.NewReader(object+row+object), "f", 1<<20); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.80q: %v, want %s", row, err, want)
		}
	}
	var r Results
	if _, err := r.Read(strings.NewReader(object+object), "f", 1); err == nil || !strings.Contains(err.Error(), "memory") {
		t.Errorf("more rows than fit: %v", err)
	}
}
