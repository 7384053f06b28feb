package own

import (
	"context"
	"os/exec"
	"strings"
	"unsafe"

	"golang.org/x/sys/windows"
)

// words returns a command with one argument more, which no shell reads.
func words(ctx context.Context, command, argument string) *exec.Cmd {
	list := append(strings.Fields(command), argument)
	return exec.CommandContext(ctx, list[0], list[1:]...)
}

// start starts a command in a job, whose processes Windows ends at end, at the latest when this process dies.
func start(c *exec.Cmd) (end func(), err error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return func() {}, err
	}
	end = func() { windows.CloseHandle(job) }
	c.Cancel = func() error { return windows.TerminateJobObject(job, 1) }
	var limits windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return end, err
	}
	const rights = windows.PROCESS_SET_QUOTA | windows.PROCESS_TERMINATE
	if p, err := windows.OpenProcess(rights, false, uint32(c.Process.Pid)); err == nil {
		windows.AssignProcessToJobObject(job, p) // an error says that the process has ended
		windows.CloseHandle(p)
	}
	return end, nil
}
