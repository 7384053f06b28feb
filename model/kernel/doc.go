// Package kernel holds the kernel functions k(x, y), and families of them by
// name: a [Family] with a [Shape] is a [Member], one kernel.
//
//	k := kernel.Gaussian{Gamma: 0.5}      // exp(−‖x−y‖²/2), of type model.Kernel
//
//	f, known := kernel.Lookup("matern32") // by name, as flags and files have it
//	k, err := f.Kernel(kernel.Shape{Gamma: f.GammaOf(2)})
//
// Where no width is known, the median distance of the points is the usual first
// guess, see [PairwiseDistance]; it is no more than that.
//
// The literals of the kernels are not checked; [Family.Kernel] is.
package kernel
