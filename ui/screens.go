package ui

import (
	"strconv"

	"gramscope/model/lab"
	"gramscope/ui/look"
	"gramscope/ui/screen"
	"gramscope/ui/screen/explore"
	"gramscope/ui/screen/lessons"
	"gramscope/ui/screen/matrix"
	"gramscope/ui/screen/points"
	"gramscope/ui/screen/regression"
	"gramscope/ui/screen/spectrum"
	"gramscope/ui/screen/stream"
)

// numbered is a screen behind a digit key.
type numbered struct {
	key string
	screen.Screen
}

// screens returns the screens of a bench, in the order of their keys. Results from files have the first screen only.
func screens(b *lab.State, l *look.Look, last *lessons.Screen) []numbered {
	all := []screen.Screen{
		explore.New(b, l), spectrum.New(b, l), points.New(b, l), matrix.New(b, l), stream.New(b, l), regression.New(b, l), last,
	}
	if !b.Computes() {
		all = all[:1]
	}
	var list []numbered
	for i, s := range all {
		list = append(list, numbered{strconv.Itoa(i + 1), s})
	}
	return list
}

// ScreenKeys returns the keys of the screens.
func ScreenKeys() (keys []string) {
	for _, one := range screens(&lab.State{}, &look.Look{}, nil) {
		keys = append(keys, one.key)
	}
	return keys
}
