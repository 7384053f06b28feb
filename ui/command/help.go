package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpWidth is the number of columns that the short help takes.
const helpWidth = 100

// show adds examples to the help, and chooses the flags that most people need.
func (f *flags) show(examples string, first ...string) {
	f.Example, f.first = examples, first
}

// help writes what the command does, examples, the first flags, and where the rest is; or all flags, by group.
func (f *flags) help(w io.Writer, all bool) error {
	var b strings.Builder
	list := f.all()
	fmt.Fprintf(&b, "%s\n\n%s\n", f.UseLine(), f.Short)
	if f.Long != "" && (all || len(list) == 0) {
		fmt.Fprintf(&b, "\n%s\n", f.Long)
	}
	if f.Example != "" {
		fmt.Fprintf(&b, "\n    %s\n", strings.ReplaceAll(f.Example, "\n", "\n    "))
	}
	group := ""
	for _, flag := range list {
		if v := f.value(flag.Name); all && v.group != group {
			group = v.group
			fmt.Fprintf(&b, "\n%s\n", group)
		}
		if all {
			b.WriteString(f.line(flag, flag.Usage))
		}
	}
	if !all && len(list) > 0 {
		first := f.first
		for i := 0; f.first == nil && i < min(10, len(list)); i++ {
			first = append(first, list[i].Name)
		}
		b.WriteString("\n")
		for _, name := range first {
			flag := f.Flags().Lookup(name)
			b.WriteString(f.line(flag, brief(flag.Usage)))
		}
		fmt.Fprintf(&b, "\n`%s --help all` has all %d flags and more words.\n", f.CommandPath(), len(list))
	}
	if !all && !f.HasParent() {
		fmt.Fprintf(&b, "`gramscope help` lists topics, and says what the commands do:\n%s\n", strings.Join(commandNames(f.Command), " "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// flagWidth is the width of a flag with its value in the help.
const flagWidth = 26

// line returns a flag and its description.
func (f *flags) line(flag *pflag.Flag, doc string) string {
	v := f.value(flag.Name)
	arg := v.arg
	if v.words != nil {
		arg = "[" + strings.Join(v.words, "|") + "]"
	}
	text := fmt.Sprintf("  %-*s ", flagWidth-2, strings.TrimSpace("--"+flag.Name+" "+arg))
	if len(text) > flagWidth+1 { // too long: put the text on the next line
		text += fmt.Sprintf("\n%*s", flagWidth+1, "")
	}
	return text + doc + "\n"
}

// brief returns as much of a flag's description as fits on a line, up to a stop.
func brief(doc string) string {
	const room = helpWidth - flagWidth - 1
	end := 0
	for i := range doc {
		for _, stop := range []string{"; ", " (", ": ", ", "} {
			if strings.HasPrefix(doc[i:], stop) && strings.Count(doc[:i], "(") == strings.Count(doc[:i], ")") && ansi.StringWidth(doc[:i]) <= room {
				end = i
			}
		}
	}
	if end == 0 || ansi.StringWidth(doc) <= room {
		return ansi.Truncate(doc, room, "…")
	}
	return doc[:end]
}

// commandNames lists the commands below a command.
func commandNames(root *cobra.Command) (names []string) {
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	return names
}
