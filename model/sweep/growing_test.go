package sweep

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const growingHead = "data,n,d,kernel,method,m,rep,error,failure,warnings\n"

// TestGrowing: whatever pieces a file comes in, its rows are the same, and a row that is not complete waits.
func TestGrowing(t *testing.T) {
	csvText := growingHead + "x,9,2,linear,toy,4,1,0.5,,\n\nx,9,2,linear,toy,8,1,0.25,,\"mind the \"\"gap\"\";\nand, the step; 0.125\"\r\nx,9,2,linear,toy,16,1,0.125,,\nx,9,2,linear,toy,32,1,0.06"
	jsonText := `{"data":"x","n":9,"d":2,"kernel":"linear","method":"toy","m":4,"rep":1,"error":0.5}` + "\n" +
		`{"data":"x","n":9,"d":2,"kernel":"linear","method":"toy","m":8,"rep":1,"error":0.25,"warnings":"a\nb","own":null}` + "\n" +
		`{"data":"x","n":9,"d":2,"kernel":"linear","method":"toy","m":16,"rep":1,"error":0.125,"cached":true}` + "\n" + `{"data":"x","n":9,"d":2`
	for name, text := range map[string]string{"csv": csvText, "json": jsonText} {
		rapid.Check(t, func(t *rapid.T) {
			g := Growing{Name: "f"}
			var errors []float64
			for rest := text; rest != ""; {
				n := rapid.IntRange(1, len(rest)).Draw(t, "bytes")
				rows, faults := g.Add([]byte(rest[:n]))
				rest = rest[n:]
				if faults != nil {
					t.Fatalf("%s: %v", name, faults)
				}
				for _, r := range rows {
					errors = append(errors, r.Error)
				}
			}
			if fmt.Sprint(errors) != "[0.5 0.25 0.125]" {
				t.Fatalf("%s: errors %v", name, errors)
			}
		})
	}
}

// TestGrowingFaults: a row that is not valid has a message with its place, and those after it are read.
func TestGrowingFaults(t *testing.T) {
	const good = "x,9,2,linear,toy,4,1,0.5,,\n"
	const object = `{"data":"x","n":9,"d":2,"kernel":"linear","method":"toy","m":4,"rep":1,"error":0.5}` + "\n"
	for _, c := range []struct {
		text, want string
		rows       int
	}{
		{growingHead + good + "x,9,2,linear,toy,four,1,0.5,,\n" + good, "f:3:18: column m holds \"four\"", 2},
		{growingHead + "x,9,2\n" + good, "f:2: 3 cells, expected 10 as in the header", 1},
		{growingHead + "x,9,2,linear,toy,4,1,0.5,,\"open\n" + good + good, "f:2: a quote in this row is not closed", 2},
		{growingHead + "x,9,2,lin\"ear\",toy,4,1,0.5,,\n" + good, "f:2:10: bare", 1},
		{growingHead + strings.Repeat("y", 1<<20) + "\n" + good, "f:2: the row that begins here is longer", 1},
		{"a,b\n1,2\n", "f:1: these are not the columns of gramscope's results: method is missing", 0},
		{object + "{\"n\": [1]}\n" + object, "f:2: column n holds a list", 2},
		{object + "{\"n\": 1\n" + object, "f:2: this is not a JSON object", 2},
		{object + "[]\n" + object, "f:2: this is not a JSON object", 2},
		{object + "{} {}\n" + object, "f:2: something follows", 2},
		{object + "{\"n\":1,\"n\":2}\n" + object, "f:2: column n is there twice", 2},
		{object + "{\"n\":1}\n" + object, "f:2: these are not the columns", 2},
		{object + strings.Replace(object, "9", "-1", 1) + object, "f:2: column n holds \"-1\"", 2},
	} {
		g := Growing{Name: "f"}
		rows, faults := g.Add([]byte(c.text))
		if len(rows) != c.rows || len(faults) != 1 || !strings.HasPrefix(faults[0].Error(), c.want) {
			t.Errorf("%.80q: %d rows, %v; want %d, %q", c.text, len(rows), faults, c.rows, c.want)
		}
	}
}

// FuzzGrowing: no file ends the program, and the pieces in which it comes make no difference.
func FuzzGrowing(f *testing.F) {
	f.Add(growingHead+"x,9,2,linear,toy,4,1,0.5,,\n", 7)
	f.Add("{\"method\":\"a\",\"error\":1}\n", 3)
	f.Add(growingHead+"\"\n\"\n", 1)
	f.Fuzz(func(t *testing.T, text string, piece int) {
		whole, pieces := Growing{Name: "f"}, Growing{Name: "f"}
		rows, faults := whole.Add([]byte(text))
		for piece = max(1, piece); text != ""; text = text[min(piece, len(text)):] {
			some, more := pieces.Add([]byte(text[:min(piece, len(text))]))
			rows, faults = rows[min(len(rows), len(some)):], faults[min(len(faults), len(more)):]
		}
		if len(rows) > 0 || len(faults) > 0 {
			t.Errorf("%d rows and %d faults are missing", len(rows), len(faults))
		}
	})
}
