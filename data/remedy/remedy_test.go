package remedy

import (
	"errors"
	"fmt"
	"testing"
)

// flags are words as a command line has them.
func flags() Words {
	return Words{Name: func(s string) string { return "--" + s },
		By: func(s, v string) string { return "with --" + s + " " + v }}
}

func TestRemediesInWords(t *testing.T) {
	for _, c := range []struct {
		list           List
		plain, flagged string
	}{
		{nil, "", ""},
		{Do("correct it"), "correct it", "correct it"},
		{By("take it as text", "categorical", "a"), "take it as text", "take it as text with --categorical a"},
		{Do("correct it").Or(By("take it as text", "categorical", "a")), "correct it, or take it as text",
			"correct it, or take it as text with --categorical a"},
		{By("take more, if any,", "n", "5").Or(Do("a")), "take more, if any, or a", "take more, if any, with --n 5, or a"},
		{Change(Lower, "n"), "lower n", "lower --n"},
		{Change(Lower, "n", "m", "test").Or(Change(Raise, "clusters", "max-memory")),
			"lower n, m or test, or raise clusters or max-memory",
			"lower --n, --m or --test, or raise --clusters or --max-memory"},
		{Change(Omit, "score").Or(Do("a")).Or(Do("b")), "leave out score, a, or b", "leave out --score, a, or b"},
	} {
		if got := c.list.In(Plain()); got != c.plain {
			t.Errorf("%v in plain words: %q, want %q", c.list, got, c.plain)
		}
		if got := c.list.In(flags()); got != c.flagged {
			t.Errorf("%v in flags: %q, want %q", c.list, got, c.flagged)
		}
	}
}

// wrong is an error with a remedy.
type wrong struct{ Note }

func (w wrong) Error() string { return w.String() }

// TestMessageOfWrapped: the words change within what wraps the error, and nowhere else.
func TestMessageOfWrapped(t *testing.T) {
	err := wrong{Note{Text: "n is 5", Remedies: Change(Lower, "n")}}
	wrapped := fmt.Errorf("lower n: %w, or not", err)
	if got, want := Message(wrapped, flags()), "lower n: n is 5; lower --n, or not"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Message(errors.New("lower n"), flags()); got != "lower n" {
		t.Errorf("an error without remedies reads %q", got)
	}
	if got := Message(wrong{Note{Text: "n is 5"}}, flags()); got != "n is 5" {
		t.Errorf("an error with none reads %q", got)
	}
}
