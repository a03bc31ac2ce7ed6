# draw.awk: puts a number before each line, made of its text and the variable seed alone: a sample that is chosen by it does not move when lines are
# added, taken away or put elsewhere. With the variable every: prints only the lines, one of so many.
{
  h = seed + 7
  for (i = 1; i <= length($0); i++) h = (h * 31 + index(" abcdefghijklmnopqrstuvwxyz0123456789_.ABCDEFGHIJKLMNOPQRSTUVWXYZ", substr($0, i, 1))) % 65521
  h = (h * 7919 + 12345) % 65521 # ends that are alike lie apart
  if (!every) print h "\t" $0
  else if (h % every == 0) print
}
