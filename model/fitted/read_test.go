package fitted

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"gramscope/data"
)

// allocates says that the test binary allocates more than the program.
var allocates bool

// TestModelTooLarge: a file that is endless, or takes more memory than is allowed, is refused
// with the number and what can be done; one that is allowed stays within the limit.
func TestModelTooLarge(t *testing.T) {
	folder := t.TempDir()
	large := filepath.Join(folder, "large.json")
	numbers := strings.Repeat("0,", 100_000)
	text := fmt.Sprintf(`{"format":%q,"version":3,"model":{"parts":[{"landmarks":[[%s0]]}]}}`, formatName, numbers)
	if err := os.WriteFile(large, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	need := int64(memoryOfByte*len(text) + memoryOfNumber*(100_000+5))
	for _, c := range []struct {
		path     string
		maxBytes int64
		want     string
	}{
		{large, int64(len(text)), "reading a file of at least 67 kB takes at least 1.3 MB of memory, expected at most 200 " +
			"kB; raise max-memory"},
		{large, need - 100, "reading a file of at least 200 kB takes at least 3.8 MB of memory"},
		{large, need + 100, "edited or damaged"}, // it has no checksum
		{"/dev/zero", 1e6, "no model file"},
	} {
		if _, err := os.Stat(c.path); err != nil {
			continue // not every system has it
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read(c.path, c.maxBytes)
		runtime.ReadMemStats(&after)
		var own *data.Error
		if !errors.As(err, &own) || own.File != c.path || !strings.Contains(err.Error(), c.want) || len(own.Remedies) == 0 {
			t.Errorf("%s in %d bytes: %v, want %s", c.path, c.maxBytes, err, c.want)
		}
		if used := int64(after.TotalAlloc - before.TotalAlloc); used > c.maxBytes+1<<17 && !allocates {
			t.Errorf("%s in %d bytes: %d were allocated", c.path, c.maxBytes, used)
		}
	}
}
