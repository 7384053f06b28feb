//go:build !linux

package data

import (
	"errors"
	"os"
)

// unnamed is for systems that have files without names.
func unnamed(string) (*os.File, error) { return nil, errors.ErrUnsupported }

func nameIt(*os.File, string) error { return errors.ErrUnsupported }
