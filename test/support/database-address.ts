import type { AddressInfo, NetConnectOpts, Server } from "node:net";

/** Parses the address of a database, which names no host if the database listens on a socket. */
export function parseAddress(databaseUrl: string): URL {
  return new URL(databaseUrl.replace("@/", "@localhost/"));
}

/** Returns the address of a database by way of a server that stands in front of it. */
export function addressThrough(server: Server, databaseUrl: string): string {
  const url = parseAddress(databaseUrl);
  url.searchParams.delete("host");
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return url.href;
}

/** Returns where a database listens: a socket of its directory, or a port. */
export function placeOf(databaseUrl: string): NetConnectOpts {
  const { hostname, port, searchParams } = parseAddress(databaseUrl);
  const host = searchParams.get("host");
  const number = port === "" ? (searchParams.get("port") ?? "5432") : port;
  return host?.startsWith("/") === true
    ? { path: `${host}/.s.PGSQL.${number}` }
    : { host: host ?? hostname, port: Number(number) };
}
