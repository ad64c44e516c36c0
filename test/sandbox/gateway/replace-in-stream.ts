import { Transform } from "node:stream";

/**
 * Replaces a text of ASCII characters in a stream of bytes, also where it is cut in two by a chunk's end. Nothing is
 * held back but what may be the text's beginning, so that what streams in streams out.
 */
export function replaceInStream(text: string, replacement: string): Transform {
  let held = "";
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // Latin-1 keeps each byte one character, whatever the bytes mean.
      const all = (held + chunk.toString("latin1")).replaceAll(text, () => replacement);
      const safe = all.length - lengthOfBeginning(all, text);
      held = all.slice(safe);
      done(null, Buffer.from(all.slice(0, safe), "latin1"));
    },
    flush(done) {
      done(null, Buffer.from(held, "latin1"));
    },
  });
}

/** Returns the number of characters at the end of `all` that are a beginning of `text`. */
function lengthOfBeginning(all: string, text: string): number {
  let length = Math.min(all.length, text.length - 1);
  while (length > 0 && !text.startsWith(all.slice(all.length - length))) length -= 1;
  return length;
}
