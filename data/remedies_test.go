package data

import "gramscope/data/remedy"

// told returns the text of an error with the settings that its remedies name: [header=no].
func told(err error) string {
	if err == nil {
		return ""
	}
	return remedy.Message(err, bracketed())
}

// toldNotes returns the texts of notes in the same form.
func toldNotes(notes []remedy.Note) []string { return remedy.Texts(notes, bracketed()) }

func bracketed() remedy.Words {
	return remedy.Words{Name: func(setting string) string { return "[" + setting + "]" },
		By: func(setting, value string) string { return "[" + setting + "=" + value + "]" }}
}
