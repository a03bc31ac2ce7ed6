#!/bin/sh
# check_c.sh BUILD [tidy]: cppcheck on the C sources. With "tidy": clang-tidy instead, which takes minutes and follows paths that cannot occur;
# a file that passed it is not read again until it or a header changes.
set -eu
cd "$(dirname "$0")/.."
build=$1 tool=${2:-cppcheck}
flags="-D_POSIX_C_SOURCE=200809L -I$build/gen -Iinclude -Icmodel -Itb -I."
files=$(find cmodel examples tb -name '*.c' | sort; ls tools/*.c tools/gen/*.c)
n=$(printf '%s\n' $files | wc -l)
mkdir -p "$build/lint-c"

# cppcheck cannot expand jansson's loop macro (the stand-in has no semicolon, which would end -D and spoil every macro of the file), dislikes
# the arithmetic right shift that gcc defines, and misreads three places: a plug-in's table taken for a local one, memory that a compound
# literal keeps, a function that does not return. Output parameters look uninitialised to its analysis across files, which is therefore off.
if [ "$tool" = cppcheck ]; then
  # shellcheck disable=SC2086
  cppcheck --quiet --std=c11 --language=c -j "${WT_JOBS:-2}" --error-exitcode=1 --enable=warning,portability --inline-suppr \
    --suppress=missingIncludeSystem --suppress=shiftTooManyBitsSigned --suppress=returnDanglingLifetime:tb/cosim/wt_rtl.c \
    --suppress=memleak:tb/lib/wt_launch.c --suppress=ctuuninitvar --suppress=arrayIndexOutOfBoundsCond:tools/gen/parse.c \
    '-Djson_object_foreach(o,k,v)=while((k="",v=o),*k)' --cppcheck-build-dir="$build/lint-c" --template='{file}:{line}: {message} [{id}]' \
    $flags $files
  echo "lint: cppcheck is quiet on $n files"
  exit 0
fi

tidy=$build/lint-c/tidy
mkdir -p "$tidy"
headers=$({ cat .clang-tidy; find cmodel tb \( -name '*.h' -o -name '*.def' \) | sort | xargs cat; } | sha256sum | cut -c1-16)
cat >"$tidy/one" <<'ONE'
#!/bin/sh
stamp=$1/$({ echo "$2"; cat "$3"; } | sha256sum | cut -c1-20)
f=$3 dir=$1
[ -f "$stamp" ] && exit 0
shift 3
if clang-tidy --quiet "$f" -- -std=c11 "$@" >"$stamp.log" 2>"$stamp.err"; then
  mv "$stamp.log" "$stamp"
  rm -f "$stamp.err"
else
  grep -hE 'error: ' "$stamp.log" "$stamp.err" | sort -u
  rm -f "$stamp.log" "$stamp.err"
  exit 1
fi
ONE
chmod +x "$tidy/one"
# shellcheck disable=SC2086
printf '%s\n' $files | xargs -P "${WT_JOBS:-2}" -I{} "$tidy/one" "$tidy" "$headers" {} $flags || exit 1
echo "lint: clang-tidy is quiet on $n files"
