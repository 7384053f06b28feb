package atomicfile

import "syscall"

// gone reports whether no process of this machine has the number. A process that has ended can still
// be opened while another one holds a handle of it.
func gone(process int) bool {
	handle, err := syscall.OpenProcess(syscall.SYNCHRONIZE, false, uint32(process))
	if err != nil {
		return err != syscall.ERROR_ACCESS_DENIED
	}
	defer syscall.CloseHandle(handle)
	event, err := syscall.WaitForSingleObject(handle, 0)
	return err == nil && event == syscall.WAIT_OBJECT_0
}
