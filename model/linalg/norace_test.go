//go:build !race

package linalg

const slowly = false
