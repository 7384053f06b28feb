//go:build !long

package approxtest

// seeds is the number of fits to each setting of a check, and averaged that of fits in a mean error. With the
// tag long they are more.
const seeds, averaged = 1, 8
