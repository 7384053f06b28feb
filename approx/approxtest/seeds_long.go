//go:build long

package approxtest

const seeds, averaged = 3, 20
