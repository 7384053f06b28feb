package atomicfile

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// TestZombieHasEnded: a process that was killed has ended, whether or not its parent waits for it.
func TestZombieHasEnded(t *testing.T) {
	process, err := os.StartProcess(os.Args[0], []string{os.Args[0], "-test.run=^$"}, &os.ProcAttr{})
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Kill(); err != nil {
		t.Fatal(err)
	}
	zombie := func() bool {
		stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process.Pid))
		return strings.Contains(string(stat), ") Z")
	}
	for !zombie() {
		time.Sleep(time.Millisecond)
	}
	of := Process{host(), process.Pid}
	if !of.Ended(time.Now()) {
		t.Error("a zombie counts as running")
	}
	if _, err := process.Wait(); err != nil || !of.Ended(time.Now()) {
		t.Errorf("once it is waited for: %v", err)
	}
}
