package command

import (
	"context"
	"time"

	"github.com/spf13/cobra/doc"
)

// manual writes the manual page of a command.
func (p *program) manual() *flags {
	var f *flags
	f = newFlags("man [COMMAND]", "write the manual page of the program, or of a command", among(func([]string, string) []string { return commandWords(f.Root()) }))
	f.Long = "gramscope man sweep | man -l - shows one; packages install them all."
	f.one("COMMAND", func(_ context.Context, name string) error {
		c, _, err := f.Root().Find([]string{name})
		if err != nil || name != "" && c == f.Root() {
			return unknown("command", name, commandNames(f.Root()))
		}
		day, err := time.Parse(time.DateOnly, day(build()))
		if err != nil { // a build that does not say
			day = time.Unix(0, 0)
		}
		return doc.GenMan(c, &doc.GenManHeader{Source: "gramscope " + version(), Manual: "User Commands", Date: &day}, p.stdout)
	})
	return f
}
