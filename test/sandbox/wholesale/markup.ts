/** Template tag for HTML and SVG: what is put in is text, and is escaped. */
export function markup(literals: TemplateStringsArray, ...texts: string[]): string {
  return literals.reduce((whole, literal, place) => whole + escape(texts[place - 1] ?? "") + literal);
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
