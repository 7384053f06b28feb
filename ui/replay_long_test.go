//go:build long

package ui

import "testing"

func TestLongLogsComeBack(t *testing.T) { checkLogs(t, 4, 60) }
