//go:build !linux

package atomicfile

import (
	"errors"
	"os"
)

// unnamed fails: these systems have no files without names.
func unnamed(string) (*os.File, error) { return nil, errors.ErrUnsupported }

func nameIt(*os.File, string) error { return errors.ErrUnsupported }
