package model

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
	"strings"
	"sync"
)

// UnknownMemory is the limit of MachineMemory where the system does not say how much memory is available, in bytes.
const UnknownMemory = 2_000_000_000

// MachineMemory returns half of the memory, in bytes, that was available when it was first called: a limit for a
// process that is given none. known is false if the system does not say, and the limit is then UnknownMemory.
func MachineMemory() (limit int64, known bool) { return machineMemory() }

var machineMemory = sync.OnceValues(func() (int64, bool) {
	meminfo, _ := os.ReadFile("/proc/meminfo")
	group, _ := os.ReadFile("/sys/fs/cgroup/memory.max")
	available, known := availableMemory(meminfo, group)
	if !known {
		return UnknownMemory, false
	}
	return available / 2, true
})

// availableMemory returns the bytes of MemAvailable in the text of Linux's /proc/meminfo, but at most the limit of
// a control group, if that has one.
func availableMemory(meminfo, group []byte) (bytesFree int64, known bool) {
	for lines := bufio.NewScanner(bytes.NewReader(meminfo)); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) < 2 || fields[0] != "MemAvailable:" {
			continue
		}
		if kB, err := strconv.ParseInt(fields[1], 10, 64); err == nil && kB > 0 {
			bytesFree, known = kB<<10, true
		}
	}
	if most, err := strconv.ParseInt(strings.TrimSpace(string(group)), 10, 64); err == nil && known && most > 0 {
		bytesFree = min(bytesFree, most)
	}
	return bytesFree, known
}
