package data

import "gramscope/data/remedy"

// told is an error with the settings that its remedies name: [header=no].
func told(err error) string {
	if err == nil {
		return ""
	}
	return remedy.Message(err, bracketed())
}

// toldNotes are notes, told so.
func toldNotes(notes []remedy.Note) []string { return remedy.Texts(notes, bracketed()) }

func bracketed() remedy.Words {
	return remedy.Words{Name: func(setting string) string { return "[" + setting + "]" },
		By: func(setting, value string) string { return "[" + setting + "=" + value + "]" }}
}
