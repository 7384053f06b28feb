package points

import (
	"math/rand/v2"
	"slices"

	"gramscope/model/inspect"
)

// Results that the work posts. Whatever needs a pass over all points is computed there.
type (
	// Points has the coordinates of the points, and their clusters.
	Points struct {
		Cloud    *inspect.Cloud
		Clusters *inspect.Clusters
		Drawn    []int // the rows to draw, ascending
	}
	// Landmarks has the landmarks of a method, or the reason why there are none.
	Landmarks struct {
		Method  string
		Rows    []int
		Hits    []int // the number in each cluster
		Missing string
	}
	// Scores has the leverage scores by row, or the reason why there are none.
	Scores struct {
		Values  []float64
		Mean    float64
		Order   []int // the rows by descending score
		Missing string
	}
)

// PointsOf returns points in clusters.
func PointsOf(cloud *inspect.Cloud, clusters *inspect.Clusters) Points {
	return Points{cloud, clusters, drawn(clusters, mostDrawn)}
}

// LandmarksOf returns the landmarks of a method.
func LandmarksOf(method string, rows []int, clusters *inspect.Clusters) Landmarks {
	hits := make([]int, len(clusters.Sizes))
	for _, i := range rows {
		hits[clusters.Owner[i]]++
	}
	return Landmarks{Method: method, Rows: rows, Hits: hits}
}

// ScoresOf returns scores by row.
func ScoresOf(scores []float64) Scores {
	mean := 0.0
	for _, v := range scores {
		mean += v / float64(len(scores))
	}
	return Scores{Values: scores, Mean: mean, Order: inspect.ByScore(scores)}
}

const (
	mostDrawn   = 10000 // points drawn at most: a usual chart has fewer cells than that
	fewestDrawn = 200   // points drawn of a small cluster, so that it stays visible
)

// drawn returns the rows to draw if there are more than most: of each cluster its share of most, but at least
// fewestDrawn. The choice is always the same.
func drawn(c *inspect.Clusters, most int) []int {
	n := len(c.Owner)
	rows := rand.New(rand.NewPCG(1, 2)).Perm(n)
	if n > most {
		left := make([]int, len(c.Sizes))
		for s, size := range c.Sizes {
			left[s] = max(int(float64(size)/float64(n)*float64(most)), min(size, fewestDrawn, most/len(c.Sizes)))
		}
		rows = slices.DeleteFunc(rows, func(i int) bool {
			left[c.Owner[i]]--
			return left[c.Owner[i]] < 0
		})
	}
	slices.Sort(rows)
	return rows
}
