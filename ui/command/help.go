package command

import (
	"context"
	"fmt"
	"io"
	"strings"
)

// help writes the command's usage and its flags, by group.
func (f *flags) help(w io.Writer, more ...string) error {
	if f.command.describe != nil {
		f.command.describe(f, more)
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%s\n", f.command.usage(), f.command.title)
	for _, paragraph := range more {
		fmt.Fprintf(&b, "\n%s\n", paragraph)
	}
	for i, e := range f.entries {
		if i == 0 || e.group != f.entries[i-1].group {
			fmt.Fprintf(&b, "\n%s\n", e.group)
		}
		flag := fmt.Sprintf("  %-24s ", strings.TrimSpace("--"+e.name+" "+e.shown()))
		if len(flag) > 27 { // too long: put the text on the next line
			flag += fmt.Sprintf("\n%27s", "")
		}
		fmt.Fprintln(&b, flag+e.doc)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// shown returns the flag's value as the help names it.
func (e entry) shown() string {
	if e.words != nil {
		return "[" + strings.Join(e.words, "|") + "]"
	}
	return e.arg
}

// described returns the flags of a command and the paragraphs that its help adds, without
// writing the help.
func (p *program) described(c command) (found *flags, more []string) {
	c.describe = func(f *flags, paragraphs []string) { found, more = f, paragraphs }
	if err := c.run(p, context.Background(), c, []string{"--help"}); err != nil || found == nil {
		panic(fmt.Sprintf("command: no help of %q: %v", c.name, err))
	}
	return found, more
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
