package model

import (
	"testing"
	"testing/fstest"
)

func TestAvailableMemory(t *testing.T) {
	const (
		info    = "MemTotal:       24000000 kB\nMemFree:         1000000 kB\nMemAvailable:   20000000 kB\nBuffers:  1 kB\n"
		free    = 20_000_000 << 10
		groups  = "sys/fs/cgroup/"
		self    = "proc/self/cgroup"
		limits  = "Limit                     Soft Limit           Hard Limit           Units\nMax address space         "
		nowhere = "4:memory:/a/b\n1:name=systemd:/a\n0::/\n"
	)
	type files map[string]string
	for name, c := range map[string]struct {
		info  string
		files files
		want  int64
		known bool
	}{
		"linux":          {info, files{groups + "memory.max": "max\n", self: "0::/\n"}, free, true},
		"control group":  {info, files{groups + "memory.max": "1000000000\n", self: "0::/\n"}, 1e9, true},
		"a group within": {info, files{groups + "a/b/memory.max": "1000000000\n", self: "0::/a/b\n"}, 1e9, true},
		"a group around": {info, files{groups + "a/b/memory.max": "max\n", groups + "a/memory.max": "1000000000\n",
			self: "0::/a/b\n"}, 1e9, true},
		"a container's path": {info, files{groups + "memory.max": "1000000000\n", self: "0::/../c\n"}, 1e9, true},
		"another group":      {info, files{groups + "b/memory.max": "1000000000\n", self: "0::/a\n"}, free, true},
		"the first version": {info, files{groups + "memory/a/b/memory.limit_in_bytes": "1000000000\n", self: nowhere},
			1e9, true},
		"its root": {info, files{groups + "memory/memory.limit_in_bytes": "9223372036854771712\n", self: nowhere},
			free, true},
		"addresses": {info, files{"proc/self/limits": limits + "3000000000           unlimited            bytes\n",
			"proc/self/status": "VmPeak:\t 1 kB\nVmSize:\t 1000000 kB\n"}, 3e9 - 1_000_000<<10, true},
		"all addresses": {info, files{"proc/self/limits": limits + "unlimited            unlimited            bytes\n"},
			free, true},
		"another system": {"", nil, 0, false},
		"an old kernel": {"MemTotal: 24000000 kB\nMemFree: 1000 kB\n", files{groups + "memory.max": "1000000000\n"},
			0, false},
		"not what it seems": {"MemAvailable: lots kB\nMemAvailable:\n", nil, 0, false},
	} {
		root := fstest.MapFS{"proc/meminfo": {Data: []byte(c.info)}}
		for path, text := range c.files {
			root[path] = &fstest.MapFile{Data: []byte(text)}
		}
		if got, known := availableMemory(root); got != c.want || known != c.known {
			t.Errorf("%s: %d, %v, want %d, %v", name, got, known, c.want, c.known)
		}
	}
	once, known := MachineMemory()
	again, _ := MachineMemory()
	if once != again || once < 1 || !known && once != UnknownMemory {
		t.Errorf("a limit of %d and then %d bytes, known %v", once, again, known)
	}
}
