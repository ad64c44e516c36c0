import type { Attribute, RequestedLine } from "../../shop/orders/fulfillment-order.ts";
import type { Abilities } from "../../wholesale/operation.ts";

/**
 * The merchant's decision about a text that customers enter for a product, and that the supplier does not take with the
 * item.
 */
export type AttributeDecision = {
  shopProductId: string;
  /** Name of the text, as `decidedName` shortens it. */
  name: string;
  /** True: the text goes into the order's note. False: the text is left out. */
  sendsInNote: boolean;
};

type Takes = Pick<Abilities, "noteLength" | "lineNoteLength">;

/** The texts of an order's lines, sorted by where they go. */
export type SortedTexts = {
  /** Notes of lines, by the id of the fulfillment order's line. */
  lineNotes: Map<string, string>;
  /** Texts for the order's note. */
  inNote: string[];
  /** Lines with a text that the supplier does not take with an item, and that the merchant has not decided about. */
  undecided: RequestedLine[];
};

/** Longer names are cut off in decisions. */
const LONGEST_NAME = 255;

export function decidedName(name: string): string {
  return name.slice(0, LONGEST_NAME).toWellFormed();
}

/**
 * Sorts the texts of lines. If the supplier takes a line's whole text with the item, the item gets the text. The
 * merchant's decision determines what happens to all other texts. A decision for the order's note counts only if the
 * supplier takes such notes.
 */
export function sortTexts(
  lines: readonly RequestedLine[],
  decisions: readonly AttributeDecision[],
  { noteLength, lineNoteLength }: Takes,
): SortedTexts {
  const sorted: SortedTexts = { lineNotes: new Map(), inNote: [], undecided: [] };
  for (const line of lines) {
    const text = textOf(line.attributes);
    if (line.quantity === 0 || text === "") continue;
    if (lineNoteLength !== null && text.length <= lineNoteLength) {
      sorted.lineNotes.set(line.id, text);
      continue;
    }
    const decided = line.attributes.map(({ name }) =>
      decisions.find((each) => each.shopProductId === line.shopProductId && each.name === decidedName(name)),
    );
    if (decided.some((each) => each === undefined || (each.sendsInNote && noteLength === null))) {
      sorted.undecided.push(line);
      continue;
    }
    const toSend = line.attributes.filter((_, at) => decided[at]?.sendsInNote);
    if (toSend.length > 0) sorted.inNote.push(noteTextOf(line, toSend));
  }
  return sorted;
}

/** Returns the part of an order's note that has the texts of a line. */
export function noteTextOf({ quantity, title }: RequestedLine, attributes: readonly Attribute[]): string {
  return `${String(quantity)} × ${title}\n${textOf(attributes)}`;
}

export function textOf(attributes: readonly Attribute[]): string {
  return attributes.map(({ name, value }) => `${name}: ${value}`).join("\n");
}
