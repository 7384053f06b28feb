package command

import (
	"context"
	"fmt"
	"regexp"
	"runtime/debug"
	"strings"
)

// version returns the version of the program, or the commit it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unrecorded
	}
	return versionOf(info)
}

// printVersion is the command that prints the version.
func (p *program) printVersion() *flags {
	f := newFlags("version", "print the version of the program")
	f.one("word", func(_ context.Context, word string) error {
		if word != "" {
			return &usageError{fmt.Sprintf("version takes no argument, and %q is one", word), "leave it out"}
		}
		_, err := fmt.Fprintln(p.stdout, "gramscope", version())
		return err
	})
	return f
}

// unrecorded is the version of a build without one: by `go run`, from a source tree that is
// not a clone, or with -buildvcs=false.
const unrecorded = "(unrecorded commit)"

// untagged matches the pseudo-versions of commits without a tag.
var untagged = regexp.MustCompile(`^$|^\(devel\)$|-(0\.)?\d{14}-[0-9a-f]{12}(\+dirty)?$`)

// versionOf returns the version of Go after the module's version, or, if the build has none,
// after the commit, its day and whether the tree was modified.
func versionOf(info *debug.BuildInfo) string {
	settings := settingsOf(info)
	text, revision := info.Main.Version, settings["vcs.revision"]
	switch {
	case untagged.MatchString(text) && revision != "":
		day, _, _ := strings.Cut(settings["vcs.time"], "T")
		text = "commit " + revision[:min(12, len(revision))] + " of " + day
		if settings["vcs.modified"] == "true" {
			text += ", modified"
		}
	case text == "" || text == "(devel)":
		text = unrecorded
	default:
		text = strings.Replace(text, "+dirty", ", modified", 1)
	}
	return text + ", " + info.GoVersion
}

func settingsOf(info *debug.BuildInfo) map[string]string {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	return settings
}

// commitDay returns the day of the commit that the program was built from, "" if the build does not
// say.
func commitDay() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	day, _, _ := strings.Cut(settingsOf(info)["vcs.time"], "T")
	return day
}
