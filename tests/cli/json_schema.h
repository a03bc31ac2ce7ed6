/* json_schema.h - does a JSON value fit a schema? Of JSON Schema: type, const, enum, minimum, properties, required, additionalProperties,
 * items. Any other word in a schema is an error, so that no rule goes unread.
 */
#ifndef JSON_SCHEMA_H
#define JSON_SCHEMA_H
#include <jansson.h>
#include <stdio.h>
#include <string.h>

static int schema_fits(const json_t *v, const json_t *s, const char *at, char *why, size_t n);

static inline int schema_no(char *why, size_t n, const char *at, const char *what) {
  snprintf(why, n, "%s: %s", *at ? at : "/", what);
  return 0;
}

static inline int schema_type(const json_t *v, const char *name) {
  return !strcmp(name, "object")    ? json_is_object(v)
         : !strcmp(name, "array")   ? json_is_array(v)
         : !strcmp(name, "string")  ? json_is_string(v)
         : !strcmp(name, "integer") ? json_is_integer(v)
         : !strcmp(name, "number")  ? json_is_number(v)
         : !strcmp(name, "boolean") ? json_is_boolean(v)
                                    : !strcmp(name, "null") && json_is_null(v);
}

static inline int schema_one_of(const json_t *v, const json_t *list, int types) {
  size_t i;
  json_t *x;
  if (types && json_is_string(list)) return schema_type(v, json_string_value(list));
  json_array_foreach(list, i, x) {
    if (types ? schema_type(v, json_string_value(x)) : json_equal((json_t *)(uintptr_t)v, x)) return 1;
  }
  return 0;
}

static inline int schema_object(const json_t *v, const json_t *s, const char *at, char *why, size_t n) {
  json_t *properties = json_object_get(s, "properties"), *others = json_object_get(s, "additionalProperties"), *x;
  const char *key;
  size_t i;
  char path[300];
  json_array_foreach(json_object_get(s, "required"), i, x) {
    if (!json_object_get(v, json_string_value(x))) return schema_no(why, n, at, json_string_value(x));
  }
  json_object_foreach((json_t *)(uintptr_t)v, key, x) {
    const json_t *rule = json_object_get(properties, key);
    snprintf(path, sizeof path, "%.200s/%.60s", at, key);
    if (!rule) rule = others;
    if (json_is_false(rule)) return schema_no(why, n, path, "not in the schema");
    if (rule && !schema_fits(x, rule, path, why, n)) return 0;
  }
  return 1;
}

static inline int schema_fits(const json_t *v, const json_t *s, const char *at, char *why, size_t n) {
  static const char known[] = " $schema title type const enum minimum properties required additionalProperties items ";
  const char *word;
  json_t *rule, *x;
  size_t i;
  json_object_foreach((json_t *)(uintptr_t)s, word, rule) {
    char padded[60], path[300];
    snprintf(padded, sizeof padded, " %.50s ", word);
    if (!strstr(known, padded)) return schema_no(why, n, at, "the schema has a word that nobody checks");
    if (!strcmp(word, "type") && !schema_one_of(v, rule, 1)) return schema_no(why, n, at, "another type");
    if (!strcmp(word, "const") && !json_equal((json_t *)(uintptr_t)v, rule)) return schema_no(why, n, at, "another value");
    if (!strcmp(word, "enum") && !schema_one_of(v, rule, 0)) return schema_no(why, n, at, "not one of the values");
    if (!strcmp(word, "minimum") && json_number_value(v) < json_number_value(rule)) return schema_no(why, n, at, "below the minimum");
    if (!strcmp(word, "items")) {
      json_array_foreach((json_t *)(uintptr_t)v, i, x) {
        snprintf(path, sizeof path, "%.200s/%zu", at, i);
        if (!schema_fits(x, rule, path, why, n)) return 0;
      }
    }
  }
  return !json_is_object(v) || schema_object(v, s, at, why, n);
}
#endif
