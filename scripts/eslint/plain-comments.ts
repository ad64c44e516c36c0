import type { Rule } from "eslint";

import { refuseComment } from "./plain-words.ts";

type Comment = ReturnType<Rule.RuleContext["sourceCode"]["getAllComments"]>[number];

/** Reports comments that plain-words.ts refuses. */
export const plainComments: Rule.RuleModule = {
  create: (context) => ({
    Program() {
      for (const block of blocksOf(context.sourceCode.getAllComments())) {
        const message = refuseComment(block.map(textOf).join(" "));
        const loc = block[0]?.loc;
        if (message !== null && loc) context.report({ loc, message });
      }
    },
  }),
};

/** Joins adjacent line comments into blocks, because such a block is one text. */
function blocksOf(comments: readonly Comment[]): Comment[][] {
  const blocks: Comment[][] = [];
  for (const comment of comments) {
    const last = blocks.at(-1)?.at(-1);
    if (last && continues(last, comment)) blocks.at(-1)?.push(comment);
    else blocks.push([comment]);
  }
  return blocks;
}

function continues(before: Comment, comment: Comment): boolean {
  return (
    before.type === "Line" &&
    comment.type === "Line" &&
    before.loc?.start.line === (comment.loc?.start.line ?? 0) - 1 &&
    before.loc.start.column === comment.loc?.start.column
  );
}

/** Returns a comment's text, without the stars at the beginning of its lines. */
function textOf({ value }: Comment): string {
  return value
    .replaceAll(/^\s*\*+/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
