package data

import (
	"errors"
	"strings"

	"gramscope/data/remedy"
)

// told returns the text of an error with the settings that its remedies name: [header=no], and the lines below it.
func told(err error) string {
	if err == nil {
		return ""
	}
	text := remedy.Message(err, bracketed())
	var own *Error
	if errors.As(err, &own) && len(own.Below) > 0 {
		text += "\n" + strings.Join(own.Below, "\n")
	}
	return text
}

// toldNotes returns the texts of notes in the same form.
func toldNotes(notes []remedy.Note) []string { return remedy.Texts(notes, bracketed()) }

func bracketed() remedy.Words {
	return remedy.Words{Name: func(setting string) string { return "[" + setting + "]" },
		By: func(setting, value string) string { return "[" + setting + "=" + value + "]" }}
}
