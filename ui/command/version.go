package command

import (
	"context"
	"fmt"
	"regexp"
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

// version returns the version of the program, or the commit it was built from.
func version() string { return versionOf(build()) }

func build() *debug.BuildInfo {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return info
}

// untagged matches the pseudo-versions of commits without a tag.
var untagged = regexp.MustCompile(`^$|^\(devel\)$|-(0\.)?\d{14}-[0-9a-f]{12}(\+dirty)?$`)

// versionOf returns the version of Go after the module's version, or, if the build has none, after the commit, its day
// and whether the tree was modified. Builds by `go run`, from a source tree that is not a clone, or with
// -buildvcs=false do not know their commit.
func versionOf(info *debug.BuildInfo) string {
	text, revision := info.Main.Version, setting(info, "vcs.revision")
	switch {
	case untagged.MatchString(text) && revision != "":
		text = "commit " + revision[:min(12, len(revision))] + " of " + day(info)
		if setting(info, "vcs.modified") == "true" {
			text += ", modified"
		}
	case text == "" || text == "(devel)":
		text = "(unrecorded commit)"
	default:
		text = strings.Replace(text, "+dirty", ", modified", 1)
	}
	return strings.TrimSuffix(text+", "+info.GoVersion, ", ")
}

// day returns the day of the commit that the program was built from, "" if the build does not say.
func day(info *debug.BuildInfo) string {
	day, _, _ := strings.Cut(setting(info, "vcs.time"), "T")
	return day
}

func setting(info *debug.BuildInfo, key string) string {
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}
