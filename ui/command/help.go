package command

import (
	"fmt"
	"io"
	"strings"
)

// help writes how the command is called and its flags, by group.
func (f *flags) help(w io.Writer, more ...string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%s\n", f.command.usage(), f.command.title)
	for _, paragraph := range more {
		fmt.Fprintf(&b, "\n%s\n", paragraph)
	}
	for _, group := range f.groups {
		fmt.Fprintf(&b, "\n%s\n", group)
		for _, e := range f.entries {
			if e.group == group {
				flag := fmt.Sprintf("  %-24s ", strings.TrimSpace("--"+e.name+" "+e.arg))
				if len(flag) > 27 { // the text stands below
					flag += fmt.Sprintf("\n%27s", "")
				}
				fmt.Fprintln(&b, flag+e.doc)
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// overview is the part of the explorer's help that names the other commands.
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
	fmt.Fprintf(&b, "  %-*s show what a command takes\n", width, "gramscope [COMMAND] --help")
	fmt.Fprintf(&b, "  %-*s say what the program was built from", width, "gramscope --version")
	return b.String()
}
