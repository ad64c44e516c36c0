/** Returns the settings that any program needs, without a developer's own. */
export function bareSettings(): Record<string, string> {
  const { PATH = "", HOME = "", NODE_COMPILE_CACHE = "" } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE };
}
