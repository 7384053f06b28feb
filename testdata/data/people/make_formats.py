#!/usr/bin/python3
"""Writes the files of formats in this folder, as NumPy, SciPy, Weka, LIBSVM and the compressors do. weka.arff is quoted.arff in words that
SciPy reads. Run it here; pandas reads what came out in check.py."""
import numpy as np, scipy.sparse as sp, scipy.io as sio, gzip,bz2,lzma,zipfile,subprocess,os
r=np.random.default_rng(45)
X=np.round(r.normal(size=(12,3)),3); y=np.where(X[:,0]>0,'yes','no')
w=lambda n,s: open(n,'w').write(s)
np.savez('pair.npz',X=X,y=y)
np.savez_compressed('positional.npz',X,(X[:,0]>0).astype('i8'))
np.savez_compressed('train.npz',x_train=X,y_train=y.astype('S3'),x_test=X[:2])
np.savez_compressed('bunch.npz',data=X,target=X[:,1],feature_names=np.array(['a','b','c']))
np.save('record.npy',np.array([(1.5,2,'a',b'x',True),(2.5,3,'b',b'y',False),(3,4,'a',b'x',True)],dtype=[('h','f8'),('n','>i4'),('c','U3'),('s','S2'),('b','?')]))
np.save('aligned.npy',np.array([(1,.5),(2,.25)],dtype=np.dtype([('a','i1'),('b','f8')],align=True)))
np.save('half_numbers.npy',np.array([[1,2.5],[6e-8,65504],[-0.1,3]],dtype='f2'))
np.save('cells.npy',np.array([['1.5','red','2'],['-3e2','blue','nan'],['4','red','7']]))  # as numpy.loadtxt(dtype=str)
np.save('codes.npy',np.array(['07','7','07']))  # labels, which numbers would merge
np.save('object.npy',np.array(['a',1,None],dtype=object)); np.save('dates.npy',np.array(['2020-01-01','2020-01-03'],dtype='M8[D]'))
S=sp.random(15,4,0.3,random_state=3,format='csr'); S.data=np.round(S.data,4)
for f in ['csr','csc','coo','bsr']: sp.save_npz(f'scipy_{f}.npz',S.asformat(f))
sio.mmwrite('coordinate.mtx',S); sio.mmwrite('array.mtx',X); K=np.round(X@X.T,4)[:5,:5]; sio.mmwrite('symmetric.mtx',K,symmetry='symmetric')
sio.mmwrite('pattern.mtx',S,field='pattern')
A=np.array([[0,2,0],[-2,0,3],[0,-3,0.]]); sio.mmwrite('skew.mtx',sp.coo_matrix(A),symmetry='skew-symmetric')
w('twice.mtx','%%MatrixMarket matrix coordinate integer general\n% an entry twice, and not in order\n3 2 4\n3 1 1\n1 2 5\n1 1 2\n3 1 4\n')
w('complex.mtx','%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 0\n')
w('short.mtx','%%MatrixMarket matrix array real general\n3 2\n1\n2\n3\n')
csv='a,b,c\n'+'\n'.join(f'{p},{q},{c}' for (p,q,_),c in zip(X,y))+'\n'
open('packed.csv.bz2','wb').write(bz2.compress(csv.encode())); open('packed.csv.xz','wb').write(lzma.compress(csv.encode())); open('packed.csv.gz','wb').write(gzip.compress(csv.encode(),mtime=0))
subprocess.run(['zstd','-q','-f','-o','packed.csv.zst'],input=csv.encode(),check=True)
with zipfile.ZipFile('packed.zip','w',zipfile.ZIP_DEFLATED) as z: z.writestr('d/t.csv',csv); z.writestr('__MACOSX/._t.csv','x')
with zipfile.ZipFile('several.zip','w',zipfile.ZIP_DEFLATED) as z: z.writestr('a.csv',csv); z.writestr('b.csv',csv)
open('old.csv.lzma','wb').write(lzma.compress(csv.encode(),format=lzma.FORMAT_ALONE))
w('queries.txt','# a file of LETOR\n2 qid:1 1:0.5 2:0.1 # doc\n1 qid:1 1:0.2 3:4\n0 qid:2 2:1\n')
w('multilabel.svm','3,4 1:0.5 2:1\n1 1:0.3\n')
w('kernel.libsvm','1 0:1 1:2 2:1\n-1 0:2 1:1 2:3\n')
w('signs.txt','+1 1:0.708333 2:1 4:-0.320755\n-1 1:0.583333 2:-1 3:0.333333\n+1 2:1 4:-0.132075\n')
w('quoted.arff','''% a comment above, and another
%
@RELATION 'iris test'

@attribute 'sepal length' REAL
@attribute width numeric
@attribute kind{red, 'dark blue',"x,y" }
@attribute num {0,1,2}
@Data
5.1,?,red,0
% in between
4.9, 3 ,'dark blue',1
1e3,2,"x,y",?
7\t,2,red,2
''')
w('sparse.arff','''@relation s
@attribute a numeric
@attribute b {x,y}
@attribute c integer
@attribute class {no,yes}
@data
{0 1.5, 3 yes}
{}
{1 y,2 4}
{0 2, 1 y, 2 3 ,3 yes}
''')
w('dates.arff',"@relation d\n@attribute day date 'yyyy-MM-dd'\n@attribute v real\n@data\n2020-02-28,1\n2020-03-01,2\n2021-01-01,?\n")
w('undeclared.arff','@relation u\n@attribute a {x,y}\n@attribute b real\n@data\nx,1\nz,2\n')
w('strings.arff',"@relation s\n@attribute word string\n@attribute 'it\\'s' real\n@data\n'a b',1\n\"q\\\"x\",2\nplain,3\n")
