package command

import (
	"strings"

	"gramscope/data/remedy"
)

// flagged words remedies for the command line: settings are flags.
func flagged() remedy.Words {
	return remedy.Words{
		Name: func(setting string) string { return "--" + setting },
		By: func(setting, value string) string {
			switch {
			case setting == "set":
				return "(`gramscope data` lists them)"
			case setting == "format":
				return "with `gramscope sweep --format " + value + "`"
			case setting == "columns" && value == "-NAME":
				return "with --columns -NAME (`gramscope data FILE` lists them)"
			case value == "":
				return "with --" + setting
			case strings.ContainsAny(value, "<>&!$()*?;|'~` "): // which a shell takes for itself
				return "with --" + setting + " '" + value + "'"
			}
			return "with --" + setting + " " + value
		},
	}
}

// notes prints notes to standard error, one per line.
func (p *program) notes(list []remedy.Note) {
	for _, line := range remedy.Texts(list, flagged()) {
		p.note("%s", line)
	}
}
