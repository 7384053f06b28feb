package lab

import (
	"errors"
	"slices"
	"strings"

	"gramscope/data/remedy"
	"gramscope/model/sweep"
)

// explorerWords returns the words for remedies in the explorer: keys and `:` lines, and flags for
// settings that can only be set at the start of the program.
func explorerWords() remedy.Words {
	start := func(setting string) bool {
		return slices.Contains([]string{"decimal", "exact-limit", "figures", "header", "indefinite", "landmarks", "learner", "max-memory",
			"separator", "skip-lines", "solver", "standardize", "test", "thousands", "workers"}, setting)
	}
	return remedy.Words{
		Name: func(setting string) string {
			switch {
			case start(setting):
				return "--" + setting + " at the start"
			case setting == "time":
				return "the time, as with :search 2m"
			}
			return setting
		},
		By: func(setting, value string) string {
			switch setting {
			case "set":
				return "(they are the first in this list)"
			case "categorical":
				return "with c on " + value
			case "drop-missing":
				return "with m"
			case "over":
				return "with o"
			case "target":
				return "with t in the data chooser (d)"
			case "columns":
				if len(value) > 1 && value[0] == '-' && value != "-NAME" {
					return "with space on " + strings.ReplaceAll(value[1:], ",-", ", ")
				}
				return "in the data chooser (d)"
			case "method", "methods":
				return "in the list of methods (a)"
			}
			switch {
			case start(setting) && value == "":
				return "with --" + setting + " at the start"
			case start(setting):
				return "with --" + setting + " " + value + " at the start"
			case value == "":
				return "with :" + setting
			}
			return "with :" + setting + " " + value
		},
	}
}

// Message returns the text of an error, with remedies as keys, `:` lines or flags.
func Message(err error) string {
	text := remedy.Message(err, explorerWords())
	var bad *sweep.SpecError
	if errors.As(err, &bad) { // the error of a formula begins like the flag --with, which the explorer lacks
		text = strings.Replace(text, bad.Problem, strings.TrimPrefix(bad.Problem, "with "), 1)
	}
	return text
}

// NoteText returns a note with its remedies as keys, `:` lines or flags.
func NoteText(n remedy.Note) string { return remedy.Text(n, explorerWords()) }
