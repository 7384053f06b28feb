package model

import "testing"

func TestAvailableMemory(t *testing.T) {
	const info = "MemTotal:       24000000 kB\nMemFree:         1000000 kB\nMemAvailable:   20000000 kB\nBuffers:  1 kB\n"
	for name, c := range map[string]struct {
		info, group string
		want        int64
		known       bool
	}{
		"linux":             {info, "max\n", 20_000_000 << 10, true},
		"control group":     {info, "1000000000\n", 1_000_000_000, true},
		"wide group":        {info, "9223372036854771712\n", 20_000_000 << 10, true},
		"another system":    {"", "", 0, false},
		"an old kernel":     {"MemTotal: 24000000 kB\nMemFree: 1000 kB\n", "1000000000\n", 0, false},
		"not what it seems": {"MemAvailable: lots kB\nMemAvailable:\n", "", 0, false},
	} {
		if got, known := availableMemory([]byte(c.info), []byte(c.group)); got != c.want || known != c.known {
			t.Errorf("%s: %d, %v, want %d, %v", name, got, known, c.want, c.known)
		}
	}
	once, known := MachineMemory()
	again, _ := MachineMemory()
	if once != again || once < 1 || !known && once != UnknownMemory {
		t.Errorf("a limit of %d and then %d bytes, known %v", once, again, known)
	}
}
