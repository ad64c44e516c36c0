const OPENINGS = ["What", "Whether", "Of", "So", "Where"];
const PHRASES = ["is asked", "is told", "nobody", "somebody"];

const OPENING = new RegExp(`^\\s*(?:${OPENINGS.join("|")})\\b`, "i");
const PHRASE = new RegExp(`\\b(?:${PHRASES.join("|")})\\b`, "i");

/**
 * Returns a sentence about what is wrong with a comment; null if the comment is plain.
 * @param comment its text without markers, lines joined by spaces
 */
export function refuseComment(comment: string): string | null {
  const opening = OPENING.exec(comment)?.[0].trim();
  if (opening !== undefined) return `Start this comment with a noun or a verb, not with “${opening}”.`;
  const phrase = PHRASE.exec(comment.replaceAll(/`[^`]*`/g, ""))?.[0];
  return phrase === undefined ? null : `Say in this comment who does it, instead of “${phrase}”.`;
}
