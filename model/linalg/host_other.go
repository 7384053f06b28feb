//go:build !amd64 && !arm64

package linalg

func available() []*instructions { return nil }
