/* Uniform landmarks in C: reads n from the header of X.npy and m and seed from settings.json. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
	char path[4096], text[65536];
	const char *folder = argv[argc - 1];
	if (!strcmp(folder, "--describe")) {
		puts("{\"name\": \"uniform-c\", \"title\": \"Uniform landmarks, in C\", \"reference\": \"an example\"}");
		return 0;
	}
	snprintf(path, sizeof path, "%s/settings.json", folder);
	FILE *file = fopen(path, "rb");
	if (!file)
		return 1;
	text[fread(text, 1, sizeof text - 1, file)] = 0;
	fclose(file);
	long n = atol(strstr(text, "\"n\":") + 4), m = atol(strstr(text, "\"m\":") + 4);
	unsigned long long state = strtoull(strstr(text, "\"seed\":") + 7, 0, 10) | 1;
	double *rows = malloc(n * sizeof *rows);
	for (long i = 0; i < n; i++)
		rows[i] = i;
	for (long i = 0; i < m; i++) { /* Fisher and Yates, by a linear congruence */
		state = state * 6364136223846793005ULL + 1442695040888963407ULL;
		long k = i + (long)((state >> 33) % (unsigned long long)(n - i));
		double row = rows[i];
		rows[i] = rows[k];
		rows[k] = row;
	}
	snprintf(path, sizeof path, "%s/landmarks.npy", folder);
	if (!(file = fopen(path, "wb")))
		return 1;
	snprintf(text, sizeof text, "{'descr': '<f8', 'fortran_order': False, 'shape': (%ld,), }", m);
	fprintf(file, "\x93NUMPY%c%c%c%c%-117s\n", 1, 0, 118, 0, text);
	fwrite(rows, sizeof *rows, m, file);
	return fclose(file) != 0;
}
