// Package command is the command line: it reads flags, opens the data, lays
// out the experiment, and hands it to the explorer (package ui) or writes its
// rows. The methods come in as an argument.
//
// Flags are made from descriptors: the parameters of the kernels and of every
// method by [sweep.Parameters], so that a new method's flags are there without
// a line here. Flags and DATA may stand in any order after the command's name.
//
// [Run] returns what went wrong and [Report] tells the user: exit status 2 for
// wrong usage, 1 for anything else that failed, 0 otherwise.
package command
