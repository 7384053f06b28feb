package command

import (
	"context"
	"embed"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/tune"
)

// helpWidth is the number of columns that the short help takes.
const helpWidth = 100

//go:embed topic/*.txt
var topicFiles embed.FS

// document sets a command's examples, first flags and long text from topic/commands.txt.
func (f *flags) document() {
	_, text, _ := strings.Cut("\n\n"+topic("commands"), "\n\n# "+f.Name()+"\n")
	text, _, _ = strings.Cut(text, "\n\n# ")
	var examples, long []string
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		if names, ok := strings.CutPrefix(line, "first: "); ok {
			f.first = strings.Fields(names)
		} else if example, ok := strings.CutPrefix(line, "    "); ok {
			examples = append(examples, example)
		} else {
			long = append(long, line)
		}
	}
	f.Example = strings.Join(examples, "\n")
	f.Long = strings.Replace(strings.Join(long, "\n"), "{nearness}", tune.Nearness, 1)
}

// topic returns the file of a topic.
func topic(name string) string {
	file, err := topicFiles.ReadFile("topic/" + name + ".txt")
	if err != nil {
		panic("command: topic without a file: " + name)
	}
	return string(file)
}

// help writes what the command does, examples, and the first flags with a reference to the rest, or all flags by group.
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
	switch group := ""; {
	case all:
		for _, flag := range list {
			if v := f.value(flag.Name); v.group != group {
				group = v.group
				fmt.Fprintf(&b, "\n%s\n", group)
			}
			b.WriteString(f.line(flag, flag.Usage))
		}
	case len(list) > 0:
		b.WriteString("\n")
		for _, name := range f.first {
			flag := f.Flags().Lookup(name)
			b.WriteString(f.line(flag, brief(flag.Usage)))
		}
		fmt.Fprintf(&b, "\n`%s --help all` has all %d flags and more words.\n", f.CommandPath(), len(list))
	}
	if !all && !f.HasParent() {
		names := strings.Join(commandNames(f.Command), " ")
		fmt.Fprintf(&b, "`gramscope help` lists topics, and says what the commands do:\n%s\n", names)
	}
	return writeFolded(w, b.String())
}

// flagWidth is the width of a flag with its value in the help.
const flagWidth = 26

// line returns a flag and its description.
func (f *flags) line(flag *pflag.Flag, doc string) string {
	v := f.value(flag.Name)
	text := fmt.Sprintf("  %-*s ", flagWidth-2, strings.TrimSpace("--"+flag.Name+" "+v.arg))
	if len(text) > flagWidth+1 { // too long: put the text on the next line
		text += fmt.Sprintf("\n%*s", flagWidth+1, "")
	}
	return text + doc + "\n"
}

// brief returns as much of a flag's description as fits on a line, up to a stop outside parentheses.
func brief(doc string) string {
	const room = helpWidth - flagWidth - 1
	found := upToStop.FindStringSubmatch(ansi.Truncate(doc, room+len("; "), ""))
	if found == nil || ansi.StringWidth(doc) <= room {
		return ansi.Truncate(doc, room, "…")
	}
	return found[1]
}

var upToStop = regexp.MustCompile(`^((?:[^()]|\([^()]*\))*)(?:; | \(|: |, )`)

// commandNames lists the commands below a command.
func commandNames(root *cobra.Command) []string {
	return mapped(root.Commands(), (*cobra.Command).Name)
}

// topics are the names that `gramscope help NAME` accepts besides commands, in the order of the list.
var topics = []string{"data", "charts", "regression", "papers", "own", "columns", "limits", "symbols"}

// topicTitle returns the title of a topic.
func topicTitle(name string) string {
	title, _ := topicText(name)
	return title
}

// topicText returns the title and the text of a topic.
func topicText(name string) (title, text string) {
	title, text, _ = strings.Cut(topic(name), "\n\n")
	formats := mapped(data.Formats(), func(f data.Format) string {
		return fmt.Sprintf("  %-14s %s\n", f.Name, strings.Join(f.Endings, " "))
	})
	tables := strings.NewReplacer("{formats}\n", strings.Join(formats, ""), "{kernels}\n", kernelsText(),
		"{settings}\n", columnsText(true), "{results}\n", columnsText(false))
	return title, tables.Replace(text)
}

// kernelsText lists the kernels with their formulas and the meaning of the width σ in each.
func kernelsText() string {
	var b strings.Builder
	for _, f := range kernel.Families() {
		fmt.Fprintf(&b, "  %-11s  %s", f.Name, f.Doc)
		switch {
		case f.GammaOfDistance:
			fmt.Fprintf(&b, "; γ = 1/σ, σ is %s", f.Sigma)
		case f.HasGamma():
			fmt.Fprintf(&b, "; γ = 1/(2σ²), σ is %s", f.Sigma)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// columnsText lists the columns of settings if asked is true, or else of results, from their descriptors.
func columnsText(asked bool) string {
	var b strings.Builder
	for _, c := range sweep.AllColumns() {
		if c.Input == asked {
			fmt.Fprintf(&b, "  %-20s %s\n", c.Name, c.Doc)
		}
	}
	return b.String()
}

// explain lists commands and topics, or explains one of them or a method.
func (p *program) explain() *flags {
	var f *flags
	f = newFlags("help [NAME [all]]", "explain a command, a method or a topic", among(func([]string, string) []string {
		words := each(topics, func(name string) (string, string) { return name, topicTitle(name) })
		return append(commandWords(f.Root()), words...)
	}))
	f.any(func(_ context.Context, args []string) error {
		if len(args) == 0 {
			all := append([]*cobra.Command{f.Root()}, f.Root().Commands()...)
			commands := mapped(all, func(c *cobra.Command) []string { return []string{"  " + c.UseLine(), c.Short} })
			list := mapped(topics, func(name string) []string { return []string{"  gramscope help " + name, topicTitle(name)} })
			return p.write("commands:\n" + table(commands) + "\ntopics:\n" + table(list))
		}
		name := args[0]
		if len(args) > 2 || len(args) == 2 && args[1] != "all" {
			return usage(fmt.Sprintf("help explains one name, not %q", args), "write gramscope help NAME, or with all behind it")
		}
		if slices.Contains(topics, name) {
			title, text := topicText(name)
			return p.write(title + "\n\n" + text)
		}
		if m := slices.IndexFunc(p.methods, func(m model.Method) bool { return m.Name == name }); m >= 0 {
			return p.write(methodText(p.methods[m]))
		}
		c, rest, _ := f.Root().Find(args) // it fails for commands without Args alone
		if c == f.Root() {
			names := slices.Sorted(slices.Values(append(commandNames(f.Root()), topics...)))
			return unknown("command or topic", name, slices.Compact(names))
		}
		if err := c.Flags().Parse(rest); err != nil {
			return err
		}
		c.HelpFunc()(c, nil)
		return nil
	})
	return f
}

// manual writes the manual page of a command.
func (p *program) manual() *flags {
	var f *flags
	f = newFlags("man [COMMAND]", "write the manual page of the program, or of a command",
		among(func([]string, string) []string { return commandWords(f.Root()) }))
	f.one("COMMAND", func(_ context.Context, name string) error {
		c, _, _ := f.Root().Find([]string{name})
		if name != "" && c == f.Root() {
			return unknown("command", name, commandNames(f.Root()))
		}
		return doc.GenMan(c, &doc.GenManHeader{Source: "gramscope " + version(), Manual: "User Commands"}, p.stdout)
	})
	return f
}
