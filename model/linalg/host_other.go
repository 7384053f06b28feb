//go:build !amd64

package linalg

func available() []*instructions { return nil }
