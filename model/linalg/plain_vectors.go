package linalg

import "unsafe"

func dotGo(n int, a, x *float64) float64 {
	as := arrays[[4]float64](a, n/4)
	xs := arrays[[4]float64](x, n/4)[:len(as)]
	var s0, s1, s2, s3 float64
	for p := range as {
		u, v := &as[p], &xs[p]
		s0 = multiplyAdd(u[0], v[0], s0)
		s1 = multiplyAdd(u[1], v[1], s1)
		s2 = multiplyAdd(u[2], v[2], s2)
		s3 = multiplyAdd(u[3], v[3], s3)
	}
	sum := (s0 + s1) + (s2 + s3)
	rest := unsafe.Slice(x, n)
	for j, v := range unsafe.Slice(a, n)[n&^3:] {
		sum = multiplyAdd(v, rest[n&^3+j], sum)
	}
	return sum
}

func dots4Go(n int, a *float64, stride int, x, out *float64) {
	r0, r1, r2, r3 := fourLines(a, stride, n)
	var s0, s1, s2, s3 float64
	for j, v := range unsafe.Slice(x, n) {
		s0 = multiplyAdd(r0[j], v, s0)
		s1 = multiplyAdd(r1[j], v, s1)
		s2 = multiplyAdd(r2[j], v, s2)
		s3 = multiplyAdd(r3[j], v, s3)
	}
	*(*[4]float64)(unsafe.Pointer(out)) = [4]float64{s0, s1, s2, s3}
}

func gapGo(n int, a, x *float64) float64 {
	as := arrays[[2]float64](a, n/2)
	xs := arrays[[2]float64](x, n/2)[:len(as)]
	var s0, s1 float64
	for p := range as {
		u, v := &as[p], &xs[p]
		d0, d1 := u[0]-v[0], u[1]-v[1]
		s0 = multiplyAdd(d0, d0, s0)
		s1 = multiplyAdd(d1, d1, s1)
	}
	sum := s0 + s1
	if n%2 != 0 {
		d := unsafe.Slice(a, n)[n-1] - unsafe.Slice(x, n)[n-1]
		sum = multiplyAdd(d, d, sum)
	}
	return sum
}

func axpyGo(n int, c float64, a, y *float64) {
	ys := unsafe.Slice(y, n)
	as := unsafe.Slice(a, n)[:len(ys)]
	for len(ys) >= 4 && len(as) >= 4 {
		ys[0] = multiplyAdd(c, as[0], ys[0])
		ys[1] = multiplyAdd(c, as[1], ys[1])
		ys[2] = multiplyAdd(c, as[2], ys[2])
		ys[3] = multiplyAdd(c, as[3], ys[3])
		ys, as = ys[4:], as[4:]
	}
	as = as[:len(ys)]
	for j, v := range as {
		ys[j] = multiplyAdd(c, v, ys[j])
	}
}

func axpy4Go(n int, c, a *float64, stride int, y *float64) {
	factors := *(*[4]float64)(unsafe.Pointer(c))
	c0, c1, c2, c3 := factors[0], factors[1], factors[2], factors[3]
	r0, r1, r2, r3 := fourLines(a, stride, n)
	ys := unsafe.Slice(y, n)
	for j, v := range ys {
		v = multiplyAdd(c0, r0[j], v)
		v = multiplyAdd(c1, r1[j], v)
		v = multiplyAdd(c2, r2[j], v)
		ys[j] = multiplyAdd(c3, r3[j], v)
	}
}

func bothGo(n int, c, a *float64, stride int, x, y, out *float64) {
	factors := *(*[4]float64)(unsafe.Pointer(c))
	c0, c1, c2, c3 := factors[0], factors[1], factors[2], factors[3]
	r0, r1, r2, r3 := fourLines(a, stride, n)
	xs, ys := unsafe.Slice(x, n), unsafe.Slice(y, n)
	var s0, s1, s2, s3 float64
	for j, v := range ys {
		in := xs[j]
		s0, v = multiplyAdd(r0[j], in, s0), multiplyAdd(c0, r0[j], v)
		s1, v = multiplyAdd(r1[j], in, s1), multiplyAdd(c1, r1[j], v)
		s2, v = multiplyAdd(r2[j], in, s2), multiplyAdd(c2, r2[j], v)
		s3, v = multiplyAdd(r3[j], in, s3), multiplyAdd(c3, r3[j], v)
		ys[j] = v
	}
	*(*[4]float64)(unsafe.Pointer(out)) = [4]float64{s0, s1, s2, s3}
}

func rankTwoGo(rows, n int, c, x, d, y, a *float64, stride int) {
	cs, ds := unsafe.Slice(c, rows), unsafe.Slice(d, rows)
	xs, ys := unsafe.Slice(x, n), unsafe.Slice(y, n)
	for i := range rows {
		row, left, right := line(a, i*stride, n), cs[i], ds[i]
		for j, v := range row {
			row[j] = multiplyAdd(right, ys[j], multiplyAdd(left, xs[j], v))
		}
	}
}

func rotateGo(n int, x, y *float64, c, s float64) {
	xs, ys := unsafe.Slice(x, n), unsafe.Slice(y, n)
	for j, u := range xs {
		v := ys[j]
		xs[j], ys[j] = multiplyAdd(s, v, float64(c*u)), multiplyAdd(c, v, -float64(s*u))
	}
}

func clampedGo(n int, c float64, x, y *float64, share float64) float64 {
	xs, ys := unsafe.Slice(x, n), unsafe.Slice(y, n)
	below := 0.0
	for j, v := range xs {
		limit := c + v
		sum := limit + ys[j]
		if sum < 0 {
			sum = 0
		}
		ys[j] = sum
		if sum < float64(share*limit) {
			below = -1
		}
	}
	return below
}

func polesGo(n int, d, z *float64, origin, tau float64, delta *float64) (sum, slope float64) {
	ds, zs, deltas := unsafe.Slice(d, n), unsafe.Slice(z, n), unsafe.Slice(delta, n)
	lost := 0.0
	for j, v := range ds {
		v = (v - origin) - tau
		deltas[j] = v
		t := zs[j] / v
		slope = multiplyAdd(t, t, slope)
		t = float64(t * zs[j])
		next := sum + t // Knuth's sum of two numbers, and what it loses
		x := next - sum
		lost += (t - x) + (sum - (next - x))
		sum = next
	}
	return sum + lost, slope
}

func ratiosGo(n int, x, d *float64, pole float64, w *float64) {
	xs, ds, ws := unsafe.Slice(x, n), unsafe.Slice(d, n), unsafe.Slice(w, n)
	for j, v := range ws {
		ws[j] = v * (xs[j] / (ds[j] - pole))
	}
}

func quotientsGo(n int, w, x *float64) float64 {
	ws, xs := unsafe.Slice(w, n), unsafe.Slice(x, n)
	sum := 0.0
	for j, v := range ws {
		q := v / xs[j]
		xs[j] = q
		sum = multiplyAdd(q, q, sum)
	}
	return sum
}
