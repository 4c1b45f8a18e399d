/* Runs a fuzz target once with every file that is named, or that lies in a folder that is. */
#include "fuzz/target.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { MAX_BYTES = 1 << 20, PATH_SIZE = 4096 };

static int run_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	uint8_t *bytes = malloc(MAX_BYTES);
	size_t size;

	if (!file || !bytes) {
		perror(path);
		exit(1);
	}
	size = fread(bytes, 1, MAX_BYTES, file);
	fclose(file);
	LLVMFuzzerTestOneInput(bytes, size);
	free(bytes);
	return 1;
}

static int run_folder(const char *path)
{
	DIR *folder = opendir(path);
	struct dirent *entry;
	char name[PATH_SIZE];
	int count = 0;

	while (folder && (entry = readdir(folder))) {
		if (entry->d_name[0] != '.') {
			snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
			count += run_file(name);
		}
	}
	closedir(folder);
	return count;
}

int main(int argc, char **argv)
{
	int count = 0;

	for (int i = 1; i < argc; i++) {
		struct stat about;

		if (stat(argv[i], &about) != 0) {
			perror(argv[i]);
			return 1;
		}
		count += S_ISDIR(about.st_mode) ? run_folder(argv[i]) : run_file(argv[i]);
	}
	printf("%d files\n", count);
	return count == 0;
}
