package atomicfile

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// unnamed creates a file without a name in a folder. Some file systems do not support it,
// and without /proc the file could not be given a name later.
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

// nameIt gives an unnamed file a name, which must be free.
func nameIt(file *os.File, name string) error {
	err := unix.Linkat(unix.AT_FDCWD, handle(file), unix.AT_FDCWD, name, unix.AT_SYMLINK_FOLLOW)
	if err != nil {
		return &os.LinkError{Op: "linkat", Old: handle(file), New: name, Err: err}
	}
	return nil
}

func handle(file *os.File) string { return fmt.Sprintf("/proc/self/fd/%d", file.Fd()) }
