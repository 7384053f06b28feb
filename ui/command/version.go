package command

import (
	"runtime/debug"
	"strings"
)

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
