/* Memory of jansson, on the heap and in the scratch. */
#include "base/json_memory.h"

#include "base/sanitizer.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <pthread.h>
#include <signal.h>
#include <stdalign.h>
#include <stdint.h>
#include <string.h>

static json_malloc_t take;
static json_free_t give;

static void install(void)
{
	json_memory_install();
	json_get_alloc_funcs(&take, &give);
}

TestSuite(json_memory, .init = install);

/* AddressSanitizer ends the process itself, with a report. */
#ifndef __SANITIZE_ADDRESS__
static void *volatile got;

Test(json_memory, without_memory_the_process_ends, .signal = SIGABRT)
{
	got = take(SIZE_MAX / 4);
}

Test(json_memory, without_memory_the_process_ends_in_the_scratch_too, .signal = SIGABRT)
{
	json_scratch_begin();
	got = take(SIZE_MAX / 4);
}

Test(json_memory, a_size_that_overflows_is_not_taken_from_the_scratch, .signal = SIGABRT)
{
	json_scratch_begin();
	got = take(SIZE_MAX);
}
#endif

Test(json_memory, pieces_of_the_scratch_are_apart_aligned_and_taken_again)
{
	char *first, *second;

	json_scratch_begin();
	first = take(3);
	second = take(100);
	cr_assert_eq((uintptr_t)second % alignof(max_align_t), 0);
	cr_assert(second >= first + 3 || first >= second + 100);
	give(second);
	give(first);
	json_scratch_end();
#if KEEPS_SPARE
	json_scratch_begin();
	cr_assert_eq(take(3), first);
	json_scratch_end();
	cr_assert_neq(take(3), first, "outside of it there is the heap");
#endif
}

/* Longer than the scratch: what does not fit is on the heap, and given back there. */
Test(json_memory, values_that_do_not_fit_are_on_the_heap)
{
	enum { VALUES = 5000 };
	static char text[2 * VALUES + 3];
	json_t *list;

	text[0] = '[';
	for (int i = 0; i < VALUES; i++) {
		memcpy(text + 1 + 2 * (size_t)i, i + 1 < VALUES ? "7," : "7]", 2);
	}
	json_scratch_begin();
	list = json_loads(text, 0, NULL);
	cr_assert_eq(json_array_size(list), VALUES);
	cr_assert_eq(json_integer_value(json_array_get(list, VALUES - 1)), 7);
	json_decref(list);
	json_scratch_end();
}

static void *read_on_a_thread(void *context)
{
	for (int i = 0; i < 2000; i++) {
		json_t *json;

		json_scratch_begin();
		json = json_loads("{\"a\":[1,2,{\"b\":\"text\"}]}", 0, NULL);
		*(bool *)context =
			*(bool *)context && json_array_size(json_object_get(json, "a")) == 3;
		json_decref(json);
		json_scratch_end();
	}
	return NULL;
}

Test(json_memory, each_thread_has_a_scratch_of_its_own)
{
	enum { THREADS = 4 };
	pthread_t threads[THREADS];
	bool right[THREADS];

	for (int i = 0; i < THREADS; i++) {
		right[i] = true;
		cr_assert_eq(pthread_create(&threads[i], NULL, read_on_a_thread, &right[i]), 0);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		cr_assert(right[i]);
	}
}
