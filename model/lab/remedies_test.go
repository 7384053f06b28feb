package lab

import (
	"fmt"
	"strings"
	"testing"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/sweep"
)

// TestRemediesAsKeys: remedies name a key if there is one, a : line for a parameter, and a flag for a
// setting that can only be set at the start.
func TestRemediesAsKeys(t *testing.T) {
	for want, list := range map[string]remedy.List{
		"take it as text with c on b":                 remedy.By("take it as text", "categorical", "b"),
		"drop it with space on b":                     remedy.By("drop it", "columns", "-b"),
		"drop them in the data chooser (d)":           remedy.By("drop them", "columns", "-NAME"),
		"use 5 rows or fewer with :n 5":               remedy.By("use 5 rows or fewer", "n", "5"),
		"say so with --header no at the start":        remedy.By("say so", "header", "no"),
		"standardise with --standardize at the start": remedy.By("standardise", "standardize", ""),
		"lower n, m or --test at the start, or raise clusters or --max-memory at the start": remedy.Change(remedy.Lower, "n",
			"m", "test").
			Or(remedy.Change(remedy.Raise, "clusters", "max-memory")),
	} {
		if got := Message(fmt.Errorf("why: %w", &data.Error{Problem: "p", Remedies: list})); got != "why: p; "+want {
			t.Errorf("%q, want %q", got, want)
		}
		if got := NoteText(remedy.Note{Text: "p", Remedies: list}); got != "p; "+want {
			t.Errorf("note %q, want %q", got, want)
		}
	}
}

// TestFailedRowsNameKeys: the table shows failures with the explorer's remedies, and failures from files
// as they were written.
func TestFailedRowsNameKeys(t *testing.T) {
	short := &model.MemoryError{Need: 2e9, Allowed: 1e9, N: 5, Remedies: remedy.Change(remedy.Raise, "max-memory")}
	rows := []sweep.Result{{Failure: short.Error(), Cause: short}}
	if got := Failure(rows); !strings.HasSuffix(got, "; raise --max-memory at the start") {
		t.Errorf("computed: %q", got)
	}
	rows[0].Cause = nil
	if got := Failure(rows); !strings.HasSuffix(got, "; raise max-memory") {
		t.Errorf("read: %q", got)
	}
}

// TestWarningsOfRepetitionsAreOne: warnings of a method that differ only in their numbers are shown once.
func TestWarningsOfRepetitionsAreOne(t *testing.T) {
	b := &Messages{}
	for _, w := range []struct{ method, text string }{
		{"squeak", "score-ridge was raised from 0.01 to 1.08"}, {"squeak", "score-ridge was raised from 0.01 to 1.2e+03"},
		{"disqueak", "score-ridge was raised from 0.01 to 2"}, {"squeak", "all is zero"},
	} {
		b.warn(w.method, w.text)
	}
	want := "squeak: score-ridge was raised from 0.01 to 1.08; disqueak: score-ridge was raised from 0.01 to 2; " +
		"squeak: all is zero"
	if b.Note.Text != want || len(b.Notes) != 3 {
		t.Errorf("%q, %q", b.Note.Text, b.Notes)
	}
}
