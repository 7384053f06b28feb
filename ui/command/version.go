package command

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"
)

// printVersion is the command that prints the version.
func (p *program) printVersion() *flags {
	f := newFlags("version", "print the version of the program")
	f.one("word", func(_ context.Context, word string) error {
		if word != "" {
			return usage(fmt.Sprintf("version takes no argument, and %q is one", word), "leave it out")
		}
		return p.write("gramscope " + version() + "\n")
	})
	return f
}

// version returns the version of the module, which names the commit if there is no tag, and that of Go.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return versionOf(info)
}

func versionOf(info *debug.BuildInfo) string {
	text := info.Main.Version
	if text == "" || text == "(devel)" {
		text = "(unrecorded commit)"
	}
	return strings.TrimSuffix(text+", "+info.GoVersion, ", ")
}
