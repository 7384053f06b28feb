package linalg

// BeyondRounding counts the values, descending and not negative but for rounding, that
// are above the rounding errors of the first, q·2⁻⁵² of it for q values, as NumPy's
// matrix_rank has it; at least one.
func BeyondRounding(values []float64) int {
	r := 1
	for r < len(values) && values[r] > float64(len(values))*0x1p-52*values[0] {
		r++
	}
	return r
}
