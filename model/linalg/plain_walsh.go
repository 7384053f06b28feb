package linalg

func walshGo(n int, dst, x, by *float64) {
	to, signs := line(dst, 0, n), line(by, 0, n)
	for at := 0; at < n; at += 8 {
		v := [8]float64(line(x, at, 8))
		for i, sign := range signs[at : at+8] {
			v[i] *= sign
		}
		v = sums8(v)
		copy(to[at:at+8], v[:])
	}
}

func walsh8Go(n int, a *float64, stride int) {
	r0, r1, r2, r3 := fourLines(a, stride, n)
	r4, r5, r6, r7 := fourLines(&line(a, 4*stride, 1)[0], stride, n)
	for j := range r0 {
		v := sums8([8]float64{r0[j], r1[j], r2[j], r3[j], r4[j], r5[j], r6[j], r7[j]})
		r0[j], r1[j], r2[j], r3[j], r4[j], r5[j], r6[j], r7[j] = v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]
	}
}

// sums8 returns H·v, with sums of near entries first.
func sums8(v [8]float64) [8]float64 {
	v[0], v[1], v[2], v[3] = v[0]+v[1], v[1]-v[0], v[2]+v[3], v[3]-v[2]
	v[4], v[5], v[6], v[7] = v[4]+v[5], v[5]-v[4], v[6]+v[7], v[7]-v[6]
	v[0], v[1], v[2], v[3] = v[0]+v[2], v[1]+v[3], v[2]-v[0], v[3]-v[1]
	v[4], v[5], v[6], v[7] = v[4]+v[6], v[5]+v[7], v[6]-v[4], v[7]-v[5]
	return [8]float64{v[0] + v[4], v[1] + v[5], v[2] + v[6], v[3] + v[7], v[4] - v[0], v[5] - v[1], v[6] - v[2], v[7] - v[3]}
}
