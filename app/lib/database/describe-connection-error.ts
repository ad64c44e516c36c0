/** Returns one sentence for a failed connection; null for any other error. */
export function describeConnectionError(error: unknown): Error | null {
  // For a name with several addresses Node reports one error per address.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const why = first instanceof Error ? findCause(first) : undefined;
  return why === undefined ? null : new Error(`The database cannot be used: ${why}`, { cause: error });
}

/** Node's error of a socket, or Postgres's of a login (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
type ConnectionError = Error & { code?: string; address?: string; hostname?: string; port?: number };

function findCause({ code = "", message, ...error }: ConnectionError): string | undefined {
  switch (code) {
    case "ECONNREFUSED":
    case "ENOTFOUND":
    case "EHOSTUNREACH":
    case "ETIMEDOUT": {
      const place = [error.address ?? error.hostname, error.port].filter((part) => part !== undefined);
      return `nothing answers at ${place.join(":")}. Check the address, and that Postgres runs.`;
    }
    // The socket's file is missing, or this user may not open it.
    case "ENOENT":
    case "EACCES":
      return message;
    case "3D000":
      return `its server has no database “${quotedIn(message)}”. Check the address.`;
    case "28000":
      return "its server does not let this login in. Check the address, and the server's rules (pg_hba.conf).";
    case "28P01":
      return `it refuses the login “${quotedIn(message)}”. Check name and password.`;
    case "53300":
      return `it has no connection left: ${message}.`;
    default:
      return /CERT|SSL|TLS/.test(code) ? `TLS fails: ${message}.` : undefined;
  }
}

/** Returns the name that Postgres quotes in a message, whatever its language. */
function quotedIn(message: string): string {
  return /["“«„](.+?)["”»“]/.exec(message)?.[1] ?? message;
}
