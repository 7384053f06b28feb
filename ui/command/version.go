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
func version() string { return versionOf(build()) }

func versionOf(info *debug.BuildInfo) string {
	text := info.Main.Version
	if text == "" || text == "(devel)" {
		text = "(unrecorded commit)"
	}
	return strings.TrimSuffix(text+", "+info.GoVersion, ", ")
}

func build() *debug.BuildInfo {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return info
}

// day returns the day of the commit that the program was built from, "" if the build does not say.
func day(info *debug.BuildInfo) string {
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			day, _, _ := strings.Cut(s.Value, "T")
			return day
		}
	}
	return ""
}
