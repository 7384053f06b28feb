package drawing

import (
	"math"
	"strconv"
	"testing"

	"gramscope/ui/chart"
)

// linear are the linear parts of an sRGB colour, from 0 to 1.
func linear(hex string) (c [3]float64) {
	for i := range c {
		n, _ := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		v := float64(n) / 255
		if c[i] = v / 12.92; v > 0.04045 {
			c[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return c
}

// lab are L*, a* and b* of linear parts, for the white of D65 (CIE 15:2004).
func lab(c [3]float64) [3]float64 {
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124564*c[0] + 0.3575761*c[1] + 0.1804375*c[2]) / 0.95047)
	y := f(0.2126729*c[0] + 0.7151522*c[1] + 0.0721750*c[2])
	z := f((0.0193339*c[0] + 0.1191920*c[1] + 0.9503041*c[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func labOf(hex string) [3]float64 { return lab(linear(hex)) }

func distance(a, b [3]float64) float64 {
	return math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2])
}

// TestShadesAreEven: equal steps are equal steps of lightness, and nearly equal
// distances.
func TestShadesAreEven(t *testing.T) {
	all := newShades()
	for _, sign := range []float64{1, -1} {
		const count = 20
		var steps [count]float64
		least, most, last := math.Inf(1), 0.0, labOf(hex(all.of(sign)))[0]
		for k := range steps {
			a, b := labOf(hex(all.of(sign*float64(k)/count))), labOf(hex(all.of(sign*float64(k+1)/count)))
			least, most = min(least, distance(a, b)), max(most, distance(a, b))
			if want := 100 - (100-last)*float64(k+1)/count; math.Abs(b[0]-want) > 0.7 {
				t.Errorf("%v has lightness %.1f, want %.1f", sign*float64(k+1)/count, b[0], want)
			}
		}
		if most > 1.4*least {
			t.Errorf("the longest step of %v is %.1f, the shortest %.1f", sign, most, least)
		}
		if last > 25 {
			t.Errorf("the darkest has lightness %.0f", last)
		}
	}
}

// TestShadesStayApartForTheColourBlind compares entries above and below 0 as they
// look to people without one kind of cones (G. M. Machado, M. M. Oliveira and
// L. A. F. Fernandes, IEEE TVCG 15, 2009, table 1, severity 1).
func TestShadesStayApartForTheColourBlind(t *testing.T) {
	all := newShades()
	for name, m := range map[string][3][3]float64{
		"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
		"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
		"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
	} {
		looks := func(v float64) [3]float64 {
			c, seen := linear(hex(all.of(v))), [3]float64{}
			for i := range m {
				for j := range c {
					seen[i] += m[i][j] * c[j]
				}
				seen[i] = min(max(seen[i], 0), 1)
			}
			return lab(seen)
		}
		for _, v := range []float64{0.25, 0.5, 0.75, 1} {
			if d := distance(looks(v), looks(-v)); d < 30 { // 2.3 is just noticeable
				t.Errorf("%s: %v and %v are %.0f apart", name, v, -v, d)
			}
		}
	}
}

// TestBarsNameTheirEnds, and figures between them that are apart.
func TestBarsNameTheirEnds(t *testing.T) {
	for name, c := range map[string]struct {
		bar  bar
		want []string
	}{
		"linear":     {bar{scale: chart.HeatScale{Best: 1}}, []string{"0", "1", "0.5"}},
		"below 0":    {bar{scale: chart.HeatScale{Best: 1, Worst: -0.5}}, []string{"-0.5", "1", "0"}},
		"of ratios":  {bar{scale: chart.HeatScale{Best: 0.2, Worst: 150}}, []string{"0.2", "150", "0.399"}},
		"one figure": {bar{scale: chart.HeatScale{Best: 3, Worst: 3}}, []string{"3"}},
	} {
		var got []string
		for _, tick := range c.bar.ticks(140) {
			got = append(got, tick.Label)
			if c.bar.scale.Best != c.bar.scale.Worst && math.Abs(c.bar.figure(c.bar.share(tick.Value))-tick.Value) > 1e-9 {
				t.Errorf("%s: %v does not come back from its place", name, tick.Value)
			}
		}
		if len(got) < len(c.want) {
			t.Errorf("%s: %q, want %q among them", name, got, c.want)
			continue
		}
		for _, label := range c.want {
			found := false
			for _, s := range got {
				found = found || s == label
			}
			if !found {
				t.Errorf("%s: %q lack %s", name, got, label)
			}
		}
	}
}
