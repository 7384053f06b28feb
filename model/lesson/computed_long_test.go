//go:build long

package lesson_test

import "gramscope/model/lesson"

var computed = lesson.Names()
