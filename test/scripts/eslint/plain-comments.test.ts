import { Linter } from "eslint";
import { describe, expect, it } from "vitest";

import { commentsOf } from "../../../scripts/eslint/comments-of.ts";
import { plainComments } from "../../../scripts/eslint/plain-comments.ts";
import { refuseComment } from "../../../scripts/eslint/plain-words.ts";

const linter = new Linter();

function refusals(code: string): string[] {
  const found = linter.verify(code, {
    plugins: { ours: { rules: { plain: plainComments } } },
    rules: { "ours/plain": "error" },
  });
  return found.map(({ line, message }) => `${String(line)}: ${message}`);
}

describe("plainComments", () => {
  it.each([
    "/** What a call costs. */",
    "// Whether it is due.",
    "// of a row",
    "const a = 1; // So many.",
    "/*\n * Where it stands.\n */",
  ])("rejects a comment that does not begin with a noun or a verb: %s", (code) => {
    expect(refusals(code)).toEqual([expect.stringContaining("Start this comment with a noun or a verb")]);
  });

  it.each([
    "/** The shop is asked first. */",
    "// The merchant is\n// told once.",
    "/** Waits until\n * nobody listens. */",
    "// Somebody presses it.",
  ])("rejects a sentence that hides who acts: %s", (code) => {
    expect(refusals(code)).toEqual([expect.stringContaining("Say in this comment who does it")]);
  });

  it.each([
    "/** Claims the rows that are due, so that what follows is ours. */",
    "// A lease ends.\n// So the row is free.",
    "// Runs as the user `nobody`.",
    "// Offset, somewhat whatever.",
    'const text = "What nobody knows"; // A text.',
  ])("permits a plain comment: %s", (code) => {
    expect(refusals(code)).toEqual([]);
  });

  it("reports the line at which each comment starts", () => {
    expect(refusals("// Due rows,\n// oldest first.\n\n// What is due.\nlet a;\n/** Whether. */")).toEqual([
      expect.stringMatching(/^4: .*“What”/),
      expect.stringMatching(/^6: .*“Whether”/),
    ]);
  });
});

describe("commentsOf", () => {
  it.each([
    [
      "migration.sql",
      "-- What is due,\n-- oldest first.\nselect '--'; -- Due.",
      "What is due, oldest first.|Due.",
    ],
    ["schema.prisma", "model A {\n  /// The id.\n  id Int\n  b String // A text.\n}", "The id.|A text."],
    ["a.toml", 'url = "http://a#b"\n# An address.', "An address."],
    ["Dockerfile", "#!/bin/sh\nRUN a # The root.\n\n# One.\n\n# Two.", "The root.|One.|Two."],
  ])("finds the comments of %s", (file, source, comments) => {
    expect(commentsOf(file, source).map(({ text }) => text)).toEqual(comments.split("|"));
  });

  it("joins lines, so that it finds a phrase across two of them", () => {
    const [comment] = commentsOf("a.sql", "-- The merchant is\n-- told once.");
    expect(comment?.line).toBe(1);
    expect(refuseComment(comment?.text ?? "")).toContain("is told");
  });
});
