//go:build !long

package lesson_test

// computed are the lessons whose experiments tests run: quick ones, or all with the tag long.
var computed = []string{"stable-rank", "evidence", "scores", "squeak", "accumulate", "meka", "features"}
