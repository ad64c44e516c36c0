export type ReadMail = { to: string; subject: string; messageId: string; text: string; html: string };

/** Reads an e-mail of the app: a text and the same as HTML. */
export function readMail(raw: string): ReadMail {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const headers = head.replace(/\r\n[ \t]+/g, " ");
  const header = (name: string) => new RegExp(`^${name}: *(.*)$`, "im").exec(headers)?.[1]?.trim() ?? "";
  const boundary = /boundary="?([^";]+)"?/i.exec(headers)?.[1] ?? "";
  const parts = rest.join("\r\n\r\n").split(`--${boundary}`);
  return {
    to: header("To"),
    subject: decodedWords(header("Subject")),
    messageId: header("Message-ID"),
    text: bodyOf(parts, "text/plain"),
    html: bodyOf(parts, "text/html"),
  };
}

function bodyOf(parts: string[], type: string): string {
  const part = parts.find((each) => each.toLowerCase().includes(`content-type: ${type}`)) ?? "";
  const at = part.indexOf("\r\n\r\n");
  const [head, body] = [part.slice(0, at), part.slice(at + 4)];
  if (/encoding: base64/i.test(head)) return Buffer.from(body, "base64").toString();
  if (/encoding: quoted-printable/i.test(head)) return quotedPrintable(body.replace(/=\r\n/g, ""));
  return Buffer.from(body, "latin1").toString();
}

function quotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString();
}

/** RFC 2047. */
function decodedWords(text: string): string {
  return text.replace(/=\?utf-8\?([QB])\?([^?]*)\?=\s*/gi, (_, kind: string, word: string) =>
    kind.toUpperCase() === "B"
      ? Buffer.from(word, "base64").toString()
      : quotedPrintable(word.replaceAll("_", " ")),
  );
}
