package h1
import ("testing";"time";"math/rand/v2";"gonum.org/v1/gonum/mat";"gonum.org/v1/gonum/blas";"gonum.org/v1/gonum/lapack";"gonum.org/v1/gonum/lapack/lapack64")
func TestX(t *testing.T){
 for _, n := range []int{1000,2000,4000} {
 rng := rand.New(rand.NewPCG(1,1))
 a := mat.NewSymDense(n,nil)
 for i:=range n { for j:=i;j<n;j++ { a.SetSym(i,j,rng.NormFloat64()*0.1) }; a.SetSym(i,i,float64(n)) }
 s:=time.Now()
 norm := lapack64.Lansy(lapack.MaxRowSum, a.RawSymmetric(), make([]float64,n))
 t.Log(n,"lansy",time.Since(s)); s=time.Now()
 u,_ := lapack64.Potrf(a.RawSymmetric())
 t.Log(n,"potrf",time.Since(s)); s=time.Now()
 c := lapack64.Pocon(a.RawSymmetric(), norm, make([]float64,3*n), make([]int,n))
 t.Log(n,"pocon",time.Since(s),c); s=time.Now()
 w := mat.NewTriDense(n, mat.Upper, nil)
 copy(w.RawTriangular().Data, u.Data)
 v := w.RawTriangular(); v.Diag=blas.NonUnit
 lapack64.Trtri(v)
 t.Log(n,"trtri",time.Since(s)); s=time.Now()
 u.Diag=blas.NonUnit
 lapack64.Potri(u)
 t.Log(n,"potri",time.Since(s))
 }
}
