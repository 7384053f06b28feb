package tune_test
import ("testing";"time")
func TestTmp(t *testing.T){
 for _,n:=range []int{1000,2000}{
	set := generated(t, "friedman", n, 3)
	g := gramOf(t, set.X, "gaussian", 0.3)
	s:=time.Now()
	truthOf(t, g, set.Y, set.Truth, set.Noise)
	t.Log(n,time.Since(s))
 }
}
