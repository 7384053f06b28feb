// Package command implements the command line: it parses flags, opens the data, plans the experiment, and either starts
// the explorer (package ui) or writes rows. The caller passes the methods.
//
// The flags of kernel and method parameters are generated from [sweep.Parameters]: a new method needs no code here.
// Flags and DATA may stand in any order after the command's name.
//
// [Run] returns the error, and [Report] prints it and chooses the exit status: 2
// for wrong usage, 1 for any other failure, 0 for success.
package command
