/**
 * Breaks guards in the source, to check that tests notice. A guard is described by the names and strings that it
 * mentions, and found in the syntax tree. So renamed variables and new formatting don't matter, and a guard that has
 * moved causes an error.
 */
import ts from "typescript";

export type Guard = {
  /** The rule that this guard enforces, as a sentence. The mutant has this sentence as its name. */
  law: string;
  file: string;
  /**
   * The code or SQL that replaces the guard. It must not use a function's variables: if one of them were renamed,
   * every test would fail, whether it checks the guard or not.
   */
  becomes: string;
} & (
  | {
      /** The function or constant at the top level of the file. */
      within: string;
      /**
       * Names and strings that the guard mentions. The guard is the narrowest condition or value that mentions all of
       * them. If the condition belongs to an `if`, names in the code that it guards count as well. A regular
       * expression finds a part of an SQL template; its spaces match any white space.
       */
      at: string[] | RegExp;
    }
  | { within?: never; at: RegExp }
);

type Place = { start: number; end: number };

/**
 * Returns the source with the guard replaced.
 *
 * @throws Error if the guard is not found in the source, or more than once.
 */
export function breakGuard(source: string, guard: Guard): string {
  const { law, file, within, at, becomes } = guard;
  const found = guard.within === undefined ? findInText(source, guard.at) : findInCode(source, guard);
  // Counts places with the same start once, because the search finds a template inside another template twice.
  const [place, ...others] = new Map(found.map((each) => [each.start, each])).values();
  if (place === undefined || others.length > 0) {
    const [times, where] = [place ? "several times" : "nowhere", within ? `${within} of ${file}` : file];
    throw new Error(`The guard of “${law}” stands ${times} in ${where}: ${String(at)}`);
  }
  return source.slice(0, place.start) + becomes + source.slice(place.end);
}

function findInText(text: string, part: RegExp, offset = 0): Place[] {
  const matches = [...text.matchAll(new RegExp(part.source.replaceAll(" ", "\\s+"), "g"))];
  return matches.map(({ 0: { length }, index }) => ({ start: offset + index, end: offset + index + length }));
}

function findInCode(source: string, { file, within, at }: Extract<Guard, { within: string }>): Place[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest);
  const nodes = tree.statements
    .flatMap((node): ts.Node[] =>
      ts.isVariableStatement(node) ? [...node.declarationList.declarations] : [node],
    )
    .filter((node) => ts.getNameOfDeclaration(node as ts.Declaration)?.getText(tree) === within)
    .flatMap(withDescendants);
  if (at instanceof RegExp)
    return nodes
      .filter((node) => ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node))
      .flatMap((node) => findInText(node.getText(tree), at, node.getStart(tree)));
  const wide = nodes.flatMap(replaceablePartsOf).filter((each) => mentionsAll(at, each));
  return wide
    .filter(({ whole }) => !wide.some((other) => other.whole !== whole && isInside(other.whole, whole)))
    .map(({ part }) => ({ start: part.getStart(tree), end: part.end }));
}

function isInside(node: ts.Node, outer: ts.Node): boolean {
  return node.pos >= outer.pos && node.end <= outer.end;
}

function withDescendants(node: ts.Node): ts.Node[] {
  const found = [node];
  ts.forEachChild(node, (child) => void found.push(...withDescendants(child)));
  return found;
}

/**
 * A piece of code. `part` is what a mutant can replace. The search looks for the guard's names and strings in
 * `mentioning`.
 */
type Replaceable = { part: ts.Node; whole: ts.Node; mentioning: ts.Node[] };

function replaceablePartsOf(node: ts.Node): Replaceable[] {
  const partOf = (part: ts.Node, ...mentioning: ts.Node[]) => ({
    part,
    whole: node,
    mentioning: [part, ...mentioning],
  });
  if (ts.isIfStatement(node)) return [partOf(node.expression, node.thenStatement)];
  if (ts.isConditionalExpression(node)) return [partOf(node.condition, node.whenTrue)];
  if (ts.isPropertyAssignment(node)) return [partOf(node.initializer, node.name)];
  if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name))
    return node.initializer ? [partOf(node.initializer, node.name)] : [];
  if (ts.isReturnStatement(node)) return node.expression ? [partOf(node.expression)] : [];
  if (ts.isExpressionStatement(node)) return [partOf(node.expression)];
  if (ts.isArrowFunction(node)) return ts.isBlock(node.body) ? [] : [partOf(node.body)];
  if (!ts.isBinaryExpression(node) || !LOGICAL.includes(node.operatorToken.kind)) return [];
  return [node.left, node.right].map((part) => ({ part, whole: part, mentioning: [part] }));
}

const LOGICAL: ts.SyntaxKind[] = [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken];

function mentionsAll(words: string[], { mentioning }: Replaceable): boolean {
  const mentioned = mentioning
    .flatMap(withDescendants)
    .map((each) => (ts.isIdentifier(each) || ts.isStringLiteralLike(each) ? each.text : null));
  return words.every((word) => mentioned.includes(word));
}
