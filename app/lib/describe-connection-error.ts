import { Prisma } from "@prisma/client";

/** Variants of the type `Error` in @prisma/driver-adapter-utils 6.19. */
type Cause =
  | { kind: "DatabaseNotReachable"; host?: string; port?: number }
  | { kind: "DatabaseDoesNotExist"; db?: string }
  | { kind: "DatabaseAccessDenied" }
  | { kind: "AuthenticationFailed"; user?: string }
  | { kind: "TlsConnectionError"; reason: string }
  | { kind: "TooManyConnections"; cause: string };

/** Returns one sentence for a failed connection, in place of Prisma's paragraph; null for any other error. */
export function describeConnectionError(error: unknown): Error | null {
  const why = findCause(error);
  return why === undefined ? null : new Error(`The database cannot be used: ${why}`, { cause: error });
}

function findCause(error: unknown): string | undefined {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return undefined;
  const { driverAdapterError } = (error.meta ?? {}) as { driverAdapterError?: { cause?: Cause } };
  if (driverAdapterError?.cause) return describe(driverAdapterError.cause);
  // The adapter passes Node's error for a Unix socket on unchanged.
  return /connect E[A-Z]+ .+/.exec(error.message)?.[0];
}

function describe(cause: Cause): string | undefined {
  switch (cause.kind) {
    case "DatabaseNotReachable":
      return `nothing answers at ${[cause.host, cause.port].filter((part) => part !== undefined).join(":")}. Check the address, and that Postgres runs.`;
    case "DatabaseDoesNotExist":
      return `its server has no database “${cause.db ?? ""}”. Check the address.`;
    case "DatabaseAccessDenied":
      return "its server does not let this login in. Check the address, and the server's rules (pg_hba.conf).";
    case "AuthenticationFailed":
      return `it refuses the login “${cause.user ?? ""}”. Check name and password.`;
    case "TlsConnectionError":
      return `TLS fails: ${cause.reason}.`;
    case "TooManyConnections":
      return `it has no connection left: ${cause.cause}.`;
    default:
      return undefined;
  }
}
