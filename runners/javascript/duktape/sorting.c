/* A stable merge sort over the positions of a list's values, so that comparators may do what they like to the list. Part
 * of introspection.c. */

typedef struct {
  duk_context *ctx;
  duk_idx_t values; /* a bare list that nobody else knows */
  duk_idx_t compare;
} evald_sorting;

/* Does the value at `a` belong before the one at `b`? Only "less" counts, as in V8: what answers true or NaN moves nothing. */
static int goes_before(const evald_sorting *sorting, duk_uint32_t a, duk_uint32_t b) {
  duk_context *ctx = sorting->ctx;
  int answer;
  if (sorting->compare < 0) {
    duk_get_prop_index(ctx, sorting->values, a);
    duk_get_prop_index(ctx, sorting->values, b);
    answer = duk_js_string_compare(duk_known_hstring(ctx, -2), duk_known_hstring(ctx, -1)) < 0;
    duk_pop_2(ctx);
    return answer;
  }
  duk_dup(ctx, sorting->compare);
  duk_get_prop_index(ctx, sorting->values, a);
  duk_get_prop_index(ctx, sorting->values, b);
  duk_call(ctx, 2);
  answer = duk_to_number(ctx, -1) < 0;
  duk_pop(ctx);
  return answer;
}

static void sort_run(const evald_sorting *sorting, duk_uint32_t *order, duk_uint32_t from, duk_uint32_t to) {
  duk_uint32_t i;
  for (i = from + 1; i < to; i++) {
    duk_uint32_t item = order[i], low = from, high = i;
    if (!goes_before(sorting, item, order[i - 1])) {
      continue;
    }
    for (high = i - 1; low < high;) {
      duk_uint32_t middle = low + (high - low) / 2;
      if (goes_before(sorting, item, order[middle])) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    memmove(order + low + 1, order + low, (i - low) * sizeof *order);
    order[low] = item;
  }
}

static void merge_runs(const evald_sorting *sorting, const duk_uint32_t *from, duk_uint32_t *to, duk_uint32_t left,
                       duk_uint32_t middle, duk_uint32_t end) {
  duk_uint32_t i = left, j = middle, k = left;
  if (middle >= end || !goes_before(sorting, from[middle], from[middle - 1])) {
    memcpy(to + left, from + left, (end - left) * sizeof *to);
    return;
  }
  while (i < middle && j < end) {
    to[k++] = goes_before(sorting, from[j], from[i]) ? from[j++] : from[i++];
  }
  memcpy(to + k, from + i, (middle - i) * sizeof *to);
  memcpy(to + k + (middle - i), from + j, (end - j) * sizeof *to);
}

/* sort(values, compare, results): the values of a bare list in order, each replaced by what `results` has at its place. */
duk_ret_t evald_sort(duk_context *ctx) {
  enum { k_run = 8 };
  evald_sorting sorting = {ctx, 0, duk_is_undefined(ctx, 1) ? -1 : 1};
  duk_uint32_t count = (duk_uint32_t) duk_get_length(ctx, 0), width, i;
  duk_uint32_t *order = duk_push_fixed_buffer(ctx, 2 * (duk_size_t) count * sizeof *order), *other = order + count;
  for (i = 0; i < count; i++) {
    order[i] = i;
  }
  for (i = 0; i < count; i += k_run) {
    sort_run(&sorting, order, i, count - i < k_run ? count : i + k_run);
  }
  for (width = k_run; width < count; width *= 2) {
    duk_uint32_t *swap = order;
    for (i = 0; i < count; i += 2 * width) {
      merge_runs(&sorting, order, other, i, count - i < width ? count : i + width,
                 count - i < 2 * width ? count : i + 2 * width);
    }
    order = other;
    other = swap;
  }
  duk_push_bare_array(ctx);
  for (i = 0; i < count; i++) {
    duk_get_prop_index(ctx, 2, order[i]);
    duk_put_prop_index(ctx, -2, i);
  }
  return 1;
}
