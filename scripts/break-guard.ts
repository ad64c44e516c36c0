/**
 * Breaks guards of the source, to see if tests notice. Finds a guard in the syntax tree by the names and strings that
 * it mentions. A mutant therefore survives renamed variables and new formatting, and fails with an error once its
 * guard has moved.
 */
import ts from "typescript";

export type Guard = {
  /** The law that this guard enforces. It is the mutant's name. */
  law: string;
  file: string;
  /**
   * The code or SQL that replaces the guard. It uses no variable of a function: if that variable were renamed, every
   * test would fail.
   */
  becomes: string;
} & (
  | {
      /** The function or constant at the top level of the file. */
      within: string;
      /**
       * Names and strings that find the guard: it is the narrowest condition or value that mentions them all. A
       * condition includes the code that it lets run. A regular expression instead finds a part of an SQL template.
       * Each of its spaces stands for any white space.
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
  // A part of a template within a template is found twice, so places with one start count once.
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
 * A piece of code: `part` can be replaced, and the guard's names and strings are looked for in `mentioning`.
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
