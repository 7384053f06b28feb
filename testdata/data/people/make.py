#!/usr/bin/python3
"""Writes the text tables of this folder, in the shape of what pandas, R, NumPy and Excel write, and of UCI's raw forms."""
import os
import numpy as np
import pandas as pd

os.chdir(os.path.dirname(os.path.abspath(__file__)))
rng = np.random.default_rng(45)


def write(name, text, encoding="utf-8"):
    with open(name, "w", encoding=encoding, newline="") as f:
        f.write(text)


X = np.round(rng.normal(size=(12, 4)), 3)
frame = pd.DataFrame(X, columns=["a", "b", "c", "y"])
write("page.txt", "<!DOCTYPE html>\n<html><head><title>404, not found</title></head>\n<body>\n<p>The page, that you wanted, is gone.</p>\n</body></html>\n")
write("pandas.csv", "a,b\n1,2.5\n3,4.5\n-5,6.25\n")
frame.to_csv("pandas_index.csv")
pd.DataFrame(X).to_csv("pandas_numbers.csv", index=False)
pd.DataFrame(X).to_csv("pandas_numbers_index.csv")
pd.Series(X[:, 0]).to_csv("pandas_series.csv")
print(X[:5, :3], file=open("printed.txt", "w"))
np.savetxt("savetxt_wide.txt", np.round(rng.normal(size=(3, 60)), 2), fmt="%.3e")
write("grid.txt", "1 2 3\n4 5 6\n7 8 9\n")
iris = [(5.1, 3.5, 1.4, 0.2, "Iris-setosa"), (4.9, 3.0, 1.4, 0.2, "Iris-setosa"), (7.0, 3.2, 4.7, 1.4, "Iris-versicolor"),
        (6.4, 3.2, 4.5, 1.5, "Iris-versicolor"), (6.3, 3.3, 6.0, 2.5, "Iris-virginica"), (5.8, 2.7, 5.1, 1.9, "Iris-virginica")]
write("iris.data", "".join(",".join(map(str, r)) + "\n" for r in iris) + "\n")
write("iris_blanks.txt", "".join("  ".join(map(str, r)) + "\n" for r in iris))
write("mushroom.data", "p,x,s\ne,x,s\ne,b,s\np,x,y\ne,x,s\n")
write("auto_mpg.data", "".join("%-6.1f %d   %-9.1f  %s   %5.1f  %d\t\"%s\"\n" % r for r in [
    (18, 8, 307, "130.0", 3504, 70, "chevrolet chevelle malibu"), (15, 8, 350, "165.0", 3693, 70, "buick skylark 320"),
    (25, 4, 98, "?", 2046, 71, "ford pinto"), (27, 4, 97, "88.00", 2130, 71, "datsun pl510")]))
write("seeds.txt", "15.26\t14.84\t0.871\t1\n14.88\t14.57\t0.8811\t1\n14.29\t\t14.09\t0.905\t2\n13.84\t13.94\t0.8955\t\t2\n")
write("ecoli.data", "AAT_ECOLI   0.49  0.29  cp\nACEA_ECOLI  0.07  0.40  cp\nACEK_ECOLI  0.56  0.40  im\nACKA_ECOLI  0.59  0.49  im\n")
write("r_table.txt", '"mpg" "cyl" "kind"\n"Mazda RX4" 21 6 "a b"\n"Datsun 710" 22.8 4 "c"\n"Hornet" 18.7 8 "a b"\n"Valiant" 18.1 6 "c"\n"Duster 360" 14.3 8 "c"\n')
write("r_numbers.txt", '"u" "v"\n"1" 0.5 2\n"2" 1.5 3\n"3" 2.5 7\n"4" 3.5 1\n')
write("r_csv.csv", '"","u","v"\n"1",0.5,2\n"2",1.5,3\n"3",2.5,7\n"4",3.5,1\n')
write("glass.data", "".join("%d,%.3f,%.2f,%d\n" % (i, 1.5 + i / 100, 13.6 - i / 7, 1 + i % 2) for i in range(1, 9)))
write("ids.csv", "Id,size,y\n" + "".join("%d,%.1f,%d\n" % (i, i * 1.7 % 3, i % 3) for i in range(1, 9)))
write("time.csv", "t,y\n" + "".join("%d,%d\n" % (i, i * i % 7) for i in range(1, 9)))
write("pipe.txt", "x|y|z\n1|2.5|a\n3|4.5|b\n5|6.5|a\n")
write("markdown.md.txt", "| x | y |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n")
write("colons.txt", "x:z:y\n1:2:a\n3:4:b\n5:6:a\n")
write("qid.txt", "3 qid:1 1:0.5 2:1\n2 qid:1 1:0.1 3:2\n1 qid:2 2:0.4\n")
write("multilabel.txt", "3,4 1:0.5 2:1\n1 1:0.1 3:2\n2,4 2:0.4\n")
write("json.txt", '[{"a": 1, "b": 2},\n {"a": 3, "b": 4}]\n')
write("words.txt", "red\ngreen\nblue\nred\n")
write("numbers.txt", "1.5\n2.5\n\n4\n")
write("thousands.csv", 'a,b\n"1,100.50",1\n"2,300.25",2\n900.00,3\n')
write("european_thousands.csv", "a;b\n1.299,99;1\n2.100,50;2\n999,00;3\n")
write("blank_thousands.csv", "a;b\n1\u00a0100,5;1\n2 200,25;2\n900,5;3\n")
write("two_marks.csv", "people;share\n52.371;1,3\n8.122;2,5\n91.500;0,7\n")
write("percent.csv", "rate,y\n45%,1\n12.5%,2\n7%,3\n")
write("some_percent.csv", "rate,y\n45%,1\n12.5,2\n7%,3\n")
write("dollars.csv", "price,y\n$12,1\n-$3.5,2\n$7,3\n")
write("fortran.dat", "  1.2D-02  3.0D+00\n -4.5D+01  1.5\n  0.0D+00  2.5D-01\n")
write("minus.csv", "a,b\n\u22121.5,1\n2.5,2\n\u22120.25,3\n")
write("missing.csv", "a,b,c\n1,None,#N/A\n<NA>,2,1.5\n1.#QNAN,-nan(ind),2.5\n4,5,NULL\n5,\\N,4\n")
write("excel.csv", "a;b;;\n1,5;2;;\n2,5;3;;\n3,5;4;;\n;;;\n;;;\n")
# Excel's "CSV" in Western Europe, with a blank that does not break between thousands, and its "Unicode text"
euro = "Größe;Straße;Preis;y\r\n1\u00a0234,5;Königstraße;12 €;1\r\n2\u00a0100,25;Bühl;7,5 €;2\r\n900,5;Königstraße;8 €;3\r\n850;Bühl;9 €;2\r\n"
write("windows.csv", euro, "cp1252")
write("unicode.txt", "Größe\tStraße\ty\r\n1,5\tKönigstraße\t1\r\n2,25\tBühl – West\t2\r\n3,5\tKönigstraße\t3\r\n", "utf-16")
write("titled.csv", "Sales report 2024;;;\r\nAll regions, in EUR;;;\r\n;;;\r\nregion;units;price;y\r\nNorth;5;1,5;2\r\nSouth;7;2,5;3\r\nNorth;8;3,5;4\r\n")
write("dates.csv", "when,y\n2024-02-28,1\n2024-03-01,2\n2024-02-27,3\n,4\n")
write("times.csv", "when,y\n2024-02-28 12:00:00,1\n2024-02-29 00:00:00,2\n2024-03-01 06:00:00,3\n")
write("skipped.csv", "Weather station 7\nexported on Monday\na,b\n1,2\n3,4\n")
write("years.csv", "country,2019,2020,2021\nFR,1.5,2.5,3\nDE,2.5,3.5,4\nIT,1,3,2\n")
write("gaps.csv", "a,b,c\n1,,3\n,2,3\n1,,4\n,5,6\n")
write("everything.csv", "Id,name,empty,when,price,score,y\n" + "".join('%d,n%d,,2024-01-%02d,"%s",%s,%d\n' % (
    i, i, i % 28 + 1, "1,%03d" % (i * 7), "" if i == 3 else str(i % 5), i % 4) for i in range(1, 56)))
