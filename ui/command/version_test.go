package command

import (
	"runtime/debug"
	"testing"
)

func TestVersionOfABuild(t *testing.T) {
	clone := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs.revision", Value: "a3c2647ada4bd137b041a5fe2fd319482f836d74"},
			{Key: "vcs.time", Value: "2026-11-22T12:29:15Z"}, {Key: "vcs.modified", Value: modified}}
	}
	const made = "v0.0.0-20261122122915-a3c2647ada4b"
	for _, c := range []struct {
		module   string
		settings []debug.BuildSetting
		want     string
	}{
		{made, clone("false"), made + ", go1.24.2"},
		{made + "+dirty", clone("true"), made + "+dirty, go1.24.2"},
		{"v1.2.3", clone("false"), "v1.2.3, go1.24.2"},
		{"(devel)", nil, "(unrecorded commit), go1.24.2"},
		{"", nil, "(unrecorded commit), go1.24.2"},
	} {
		got := versionOf(&debug.BuildInfo{GoVersion: "go1.24.2", Main: debug.Module{Version: c.module}, Settings: c.settings})
		if got != c.want {
			t.Errorf("version %q, settings %v: %q, want %q", c.module, c.settings, got, c.want)
		}
	}
}
