package command_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestMissing: a file with codes of missing values gives what the same file with empty cells gives, up to the model's
// predictions, for which new rows are read in the same way.
func TestMissing(t *testing.T) {
	rows := func(gap string) string {
		return written(t, "f.csv", tableOf("a,b,y", 40, func(i int) string {
			cells := []string{fmt.Sprint(i % 7), fmt.Sprint(i * i % 11), fmt.Sprint(i * i % 13)}
			if i%6 == 5 {
				cells[i%3] = gap
			}
			return strings.Join(cells, ",")
		}))
	}
	plain, coded := "--drop-missing "+rows(""), "--missing -999,- --drop-missing "+rows("-999.0")
	said := func(line string) string {
		t.Helper()
		status, out, errs := execute(t, context.Background(), "", strings.Fields(line)...)
		if status != 0 {
			t.Fatalf("%s: status %d, %s", line, status, errs)
		}
		return out
	}
	if out := said("data " + coded); !strings.Contains(out, "gramscope tune "+coded) {
		t.Error(out)
	}
	table := func(text string) string { before, _, _ := strings.Cut(text, "\nnext:"); return before }
	got, want := table(said("data "+coded)), table(said("data "+plain))
	if got != want || !strings.Contains(got, "6 of 40 rows") {
		t.Errorf("codes give\n%s\nand empty cells\n%s", got, want)
	}
	sweep := "sweep --methods nystrom --m 5 --figures rmse_test "
	if got, want := timeless(rowsOf(t, sweep+coded)), timeless(rowsOf(t, sweep+plain)); !reflect.DeepEqual(got, want) {
		t.Errorf("codes give %v, and empty cells %v", got, want)
	}
	fresh, odd := "a,b\n1,2\n3,4\n", "a,b\n1,2\n-999,4\n"
	like, _ := fitTo(t, "--m 5 "+plain)
	predicted, _ := predictBy(t, fresh, like, "-")
	model, _ := fitTo(t, "--m 5 "+coded)
	if got, _ := predictBy(t, fresh, model, "-"); !slices.Equal(got, predicted) {
		t.Errorf("predictions %v, want %v", got, predicted)
	}
	for _, flag := range []string{"--score=false", "--missing=-99,x"} { // the latter beside those of the model
		if status, _, errs := execute(t, context.Background(), odd, "predict", flag, model, "-"); status != 1 ||
			!strings.Contains(errs, `-:3:1: missing value ("-999") in column "a"`) {
			t.Errorf("predict %s: status %d, %s", flag, status, errs)
		}
	}
}
