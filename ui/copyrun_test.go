package ui_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gramscope/model/sweep"
	"gramscope/ui"
	"gramscope/ui/command"
)

// TestCopiedCommandComputesTheSame runs the command that `c` copies, and compares
// its rows with those on screen.
func TestCopiedCommandComputesTheSame(t *testing.T) {
	t.Parallel()
	for _, act := range []string{"as it starts", "turned", "over σ", "over n", "polynomial"} {
		args, methods, onScreen := ui.CopiedCommand(t, act)
		var out, errs bytes.Buffer
		err := command.Run(t.Context(), methods, append(args, "--workers", "1", "--format", "csv"), strings.NewReader(""),
			&out, &errs)
		if err != nil && !strings.Contains(err.Error(), "the toy is broken") {
			t.Fatalf("%s: %v: %v", act, args, err)
		}
		var read sweep.Results
		if _, err := read.Read(&out, "out.csv", 1e9); err != nil {
			t.Fatal(err)
		}
		key := func(r *sweep.Result) string {
			text := fmt.Sprint(r.Method, " rep ", r.Rep, " n ", r.N)
			for _, c := range sweep.AllColumns() {
				switch c.Name {
				case "gamma", "sigma", "m", "kernel", "mu", "score_ridge", "seed", "error", "stable_rank_approx", "exact":
					value := c.Text(r)
					if v, ok := c.Number(r); ok {
						value = fmt.Sprintf("%.4g", v)
					}
					text += fmt.Sprint(" ", c.Name, " ", value)
				}
			}
			return text
		}
		want := map[string]int{}
		for i := range onScreen {
			want[key(&onScreen[i])]++
		}
		for i := range read.Rows {
			want[key(&read.Rows[i])]--
		}
		for row, n := range want {
			if n != 0 {
				t.Errorf("%s: %v: %+d times on screen more than in the file: %s", act, args, n, row)
			}
		}
		if len(read.Rows) == 0 {
			t.Errorf("%s: no rows", act)
		}
	}
}

// TestTuneFindsWhatASearchFinds compares the answer of the command with the choice on screen.
func TestTuneFindsWhatASearchFinds(t *testing.T) {
	t.Parallel()
	methods, choice := ui.Searched(t)
	args := strings.Fields("tune --methods exact,plain,eager --zeal 5 --n 40 --test 0.4 --seed 9 --time 2m bimodal " +
		"--workers 1 --format json")
	var out, errs bytes.Buffer
	if err := command.Run(t.Context(), methods, args, strings.NewReader(""), &out, &errs); err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	var answer struct {
		Best struct {
			Method             string
			M, Gamma, Mu, RMSE float64
			Test               float64 `json:"rmse_test"`
		}
	}
	if err := json.Unmarshal(out.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	b := answer.Best
	if b.Method != choice.Method || b.M != choice.Values["m"] || b.Gamma != choice.Gamma || b.Mu != choice.Mu ||
		b.RMSE != choice.Loss.Mean || b.Test != choice.Test || !(b.Test > 0) {
		t.Errorf("%v\nhas found %+v, the screen %+v", args, b, choice)
	}
}
