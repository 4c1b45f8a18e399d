#include "site/site.h"

#include <criterion/criterion.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct mk_error fault;

static void put(const char *folder, const char *name, const char *words)
{
	char path[256];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	file = fopen(path, "w");
	cr_assert_not_null(file);
	fputs(words, file);
	fclose(file);
}

static int drop(const char *path, const struct stat *about, int kind, struct FTW *where)
{
	(void)about;
	(void)kind;
	(void)where;
	return remove(path);
}

static void remove_all(const char *folder)
{
	cr_assert_eq(nftw(folder, drop, 8, FTW_DEPTH | FTW_PHYS), 0);
}

Test(site, the_built_in_files_are_found_by_their_paths)
{
	struct site *site = site_create("", &fault);
	const struct site_file *file = site_find(site, "index.html");

	cr_assert_not_null(file);
	cr_assert_eq(strncmp(file->bytes, "<!doctype html>", 15), 0);
	cr_assert_eq(file->bytes[file->length - 1], '\n');
	cr_assert_eq(strlen(file->digest), 32);
	site_destroy(site);
}

Test(site, every_built_in_file_is_found)
{
	struct site *site = site_create("", &fault);

	for (size_t i = 0; i < site_built_in_count; i++) {
		cr_expect_eq(site_find(site, site_built_in[i].path), &site_built_in[i]);
	}
	site_destroy(site);
}

Test(site, a_path_is_a_name_and_nothing_else)
{
	static const char *const paths[] = {"", "/", ".", "..", "/index.html", "./index.html",
		"index.html/", "../companion/index.html", "INDEX.HTML", "cards", "cards/"};
	struct site *site = site_create("", &fault);

	for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
		cr_expect_null(site_find(site, paths[i]), "%s", paths[i]);
	}
	site_destroy(site);
}

Test(site, a_folder_is_read_with_all_that_is_below_it)
{
	char folder[] = "/tmp/makker-site-XXXXXX";
	char below[64];
	struct site *site;

	cr_assert_not_null(mkdtemp(folder));
	snprintf(below, sizeof below, "%s/b", folder);
	mkdir(below, 0700);
	put(folder, "index.html", "<!doctype html>");
	put(folder, "z.css", "z");
	put(folder, "a.js", "");
	put(folder, ".hidden", "no");
	put(below, "c.svg", "<svg/>");
	site = site_create(folder, &fault);
	cr_assert_not_null(site, "%s", fault.detail);
	cr_assert_eq(site_find(site, "a.js")->length, 0);
	cr_assert_eq(strncmp(site_find(site, "b/c.svg")->bytes, "<svg/>", 6), 0);
	cr_assert_str_eq(site_find(site, "z.css")->digest, "594e519ae499312b29433b7dd8a97ff0");
	cr_assert_null(site_find(site, ".hidden"));
	site_destroy(site);
	remove_all(folder);
}

Test(site, a_folder_without_a_document_is_no_page)
{
	char folder[] = "/tmp/makker-site-XXXXXX";

	cr_assert_not_null(mkdtemp(folder));
	put(folder, "a.js", "");
	cr_assert_null(site_create(folder, &fault));
	cr_assert_eq(fault.status, MK_IO);
	cr_assert_not_null(strstr(fault.detail, "index.html"));
	remove_all(folder);
}

Test(site, a_folder_that_is_not_there_is_an_error_that_names_it)
{
	cr_assert_null(site_create("/nowhere/at/all", &fault));
	cr_assert_eq(fault.status, MK_IO);
	cr_assert_not_null(strstr(fault.detail, "/nowhere/at/all"));
}

Test(site, a_file_in_the_place_of_a_folder_is_an_error)
{
	cr_assert_null(site_create("/etc/passwd", &fault));
	cr_assert_eq(fault.status, MK_IO);
}

Test(site, the_end_of_a_path_says_its_type)
{
	cr_assert_str_eq(site_type("cards/face.js"), "text/javascript; charset=utf-8");
	cr_assert_str_eq(site_type("a.b.svg"), "image/svg+xml");
	cr_assert_str_eq(site_type("none"), "application/octet-stream");
	cr_assert_str_eq(site_type("a.exe"), "application/octet-stream");
}
