package command

import (
	"fmt"
	"io"
	"strings"
)

// help writes the command's usage and its flags, by group.
func (f *flags) help(w io.Writer, more ...string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%s\n", f.command.usage(), f.command.title)
	for _, paragraph := range more {
		fmt.Fprintf(&b, "\n%s\n", paragraph)
	}
	for i, e := range f.entries {
		if i == 0 || e.group != f.entries[i-1].group {
			fmt.Fprintf(&b, "\n%s\n", e.group)
		}
		flag := fmt.Sprintf("  %-24s ", strings.TrimSpace("--"+e.name+" "+e.arg))
		if len(flag) > 27 { // too long: put the text on the next line
			flag += fmt.Sprintf("\n%27s", "")
		}
		fmt.Fprintln(&b, flag+e.doc)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// overview returns the list of commands in the explorer's help.
func overview() string {
	var b strings.Builder
	b.WriteString("commands:\n")
	width := 0
	for _, c := range commands() {
		width = max(width, len(c.usage()))
	}
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-*s %s\n", width, c.usage(), c.title)
	}
	fmt.Fprintf(&b, "  %-*s list the flags of a command\n", width, "gramscope [COMMAND] --help")
	fmt.Fprintf(&b, "  %-*s print the version of the program", width, "gramscope --version")
	return b.String()
}
