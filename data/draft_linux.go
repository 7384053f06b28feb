package data

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// unnamed makes a file in a folder that has no name. Not all file systems can, and
// without /proc it could not be given one.
func unnamed(folder string) (*os.File, error) {
	file, err := os.OpenFile(folder, unix.O_TMPFILE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(handle(file)); err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// nameIt gives such a file a name that is free.
func nameIt(file *os.File, name string) error {
	err := unix.Linkat(unix.AT_FDCWD, handle(file), unix.AT_FDCWD, name, unix.AT_SYMLINK_FOLLOW)
	if err != nil {
		return &os.LinkError{Op: "linkat", Old: handle(file), New: name, Err: err}
	}
	return nil
}

func handle(file *os.File) string { return fmt.Sprintf("/proc/self/fd/%d", file.Fd()) }
