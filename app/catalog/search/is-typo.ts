/**
 * Returns true if one typo turns a word, or its beginning, into the typed one: an extra, missing or wrong
 * letter, or two swapped letters.
 */
export function isTypo(typed: string, word: string): boolean {
  let same = 0;
  while (same < typed.length && typed[same] === word[same]) same += 1;
  const [restTyped, rest] = [typed.slice(same), word.slice(same)];
  return (
    rest.startsWith(restTyped.slice(1)) ||
    (rest !== "" && rest.slice(1).startsWith(restTyped)) ||
    (rest !== "" && rest.slice(1).startsWith(restTyped.slice(1))) ||
    (rest.length > 1 && `${rest[1] ?? ""}${rest[0] ?? ""}${rest.slice(2)}`.startsWith(restTyped))
  );
}
