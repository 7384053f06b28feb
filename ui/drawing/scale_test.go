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

// TestBarsNameTheirEnds, and figures between them that are apart.
func TestBarsNameTheirEnds(t *testing.T) {
	ofMatrix := func(entries ...float64) bar { return barOf([]chart.Matrix{{Values: [][]float64{entries}}}) }
	ofMap := func(figures ...float64) bar {
		scale, _ := chart.Heat{Values: [][]float64{figures}}.Scale()
		return barOfScale(scale)
	}
	for name, c := range map[string]struct {
		bar  bar
		want []string
	}{
		"linear":     {ofMatrix(0, 1), []string{"0", "1", "0.5"}},
		"below 0":    {ofMatrix(-0.5, 1), []string{"-0.5", "1", "0"}},
		"of ratios":  {ofMap(0.2, 150), []string{"0.2", "150", "0.399"}},
		"one figure": {ofMap(3), []string{"3"}},
	} {
		var got []string
		for _, tick := range c.bar.ticks(140) {
			got = append(got, tick.Label)
			if c.bar.axis.Lo != c.bar.axis.Hi && math.Abs(c.bar.figure(c.bar.share(tick.Value))-tick.Value) > 1e-9 {
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
