package command

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
)

//go:embed topic/*.txt
var topicFiles embed.FS

// topics are the names that `gramscope help NAME` accepts besides commands, in the order of
// the list.
var topics = [...]string{"data", "charts", "regression", "papers", "columns", "limits", "symbols"}

// topicText returns the title and the text of a topic. ok is false if there is no topic of
// that name.
func topicText(name string) (title, text string, ok bool) {
	if !slices.Contains(topics[:], name) {
		return "", "", false
	}
	file, err := topicFiles.ReadFile("topic/" + name + ".txt")
	if err != nil {
		panic("command: topic without a file: " + name)
	}
	title, text, _ = strings.Cut(string(file), "\n\n")
	return title, strings.NewReplacer("{formats}\n", formatsText(), "{kernels}\n", kernelsText(), "{settings}\n", columnsText(true), "{results}\n", columnsText(false)).Replace(text), true
}

// formatsText lists the formats of data files with their endings.
func formatsText() string {
	var b strings.Builder
	for _, f := range data.Formats() {
		fmt.Fprintf(&b, "  %-14s %s\n", f.Name, strings.Join(f.Endings, " "))
	}
	return b.String()
}

// kernelsText lists the kernels with their formulas, and what the width σ is in each.
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

// columnsText lists the columns of what is asked for, or of results, from their descriptors.
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
	f = newFlags("help [NAME] [all]", "explain a command, a method or a topic", among(func([]string, string) []string {
		return append(commandWords(f.Root()), each(topics[:], func(name string) (string, string) {
			title, _, _ := topicText(name)
			return name, title
		})...)
	}))
	f.any(func(_ context.Context, args []string) error {
		if len(args) == 0 {
			var commands, list [][]string
			for _, c := range append([]*cobra.Command{f.Root()}, f.Root().Commands()...) {
				commands = append(commands, []string{"  " + c.UseLine(), c.Short})
			}
			for _, name := range topics {
				title, _, _ := topicText(name)
				list = append(list, []string{"  gramscope help " + name, title})
			}
			return p.write("commands:\n" + table(commands, false) + "\ntopics:\n" + table(list, false))
		}
		name := args[0]
		if len(args) > 2 || len(args) == 2 && args[1] != "all" {
			return usage(fmt.Sprintf("help explains one name, and these are %q", args), "write gramscope help NAME, or gramscope help NAME all")
		}
		if title, text, ok := topicText(name); ok {
			return p.write(title + "\n\n" + text)
		}
		if m := slices.IndexFunc(p.methods, func(m model.Method) bool { return m.Name == name }); m >= 0 {
			return p.write(methodText(p.methods[m]))
		}
		c, rest, err := f.Root().Find(args)
		if err != nil || c == f.Root() {
			return unknown("command or topic", name, append(slices.Clone(topics[:]), commandNames(f.Root())...))
		}
		if err := c.Flags().Parse(rest); err != nil {
			return err
		}
		c.HelpFunc()(c, nil)
		return nil
	})
	return f
}
