package ui

import "gramscope/ui/lab"

// sign is the marker of a method.
func (m *explorer) sign(name string) rune { return []rune(m.look.Marker(max(m.Place(name), 0)))[0] }

// stay is what choosing another swept parameter does on screens that don't offer
// it.
func stay(*explorer) func(string) { return func(string) {} }

// noMore is the need of screens that show one setting as it is: the sweep goes on
// behind a picture.
func noMore(*explorer) lab.Need { return lab.Need{} }
