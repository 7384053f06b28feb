package command

import (
	"regexp"
	"runtime/debug"
	"strings"
)

// version says what the program was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unrecorded
	}
	return versionOf(info)
}

// unrecorded stands for the version of a build that knows none: by `go run`, of a
// source tree that is no clone, or with -buildvcs=false.
const unrecorded = "(unrecorded commit)"

// untagged matches the versions that the go command makes up between tags.
var untagged = regexp.MustCompile(`^$|^\(devel\)$|-(0\.)?\d{14}-[0-9a-f]{12}(\+dirty)?$`)

// versionOf is the module's version where the build has one, else the commit, with
// its day and whether the tree was modified, and the version of Go.
func versionOf(info *debug.BuildInfo) string {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
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
