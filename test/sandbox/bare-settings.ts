/** What a program needs to run at all, and nothing of a developer's own settings. */
export function bareSettings(): Record<string, string> {
  const { PATH = "", HOME = "", NODE_COMPILE_CACHE = "" } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE };
}
