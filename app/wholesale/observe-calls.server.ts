import { durations, secondsSince } from "../lib/telemetry/metrics.server.ts";
import { errorType, inSpan } from "../lib/telemetry/trace.server.ts";
import type { WholesaleClient } from "./client.server.ts";
import type { ContractModule } from "./operation.ts";

const duration = durations(
  "stockbridge.supplier.request.duration",
  "Time of a call to the supplier, repeats of a GET and the reading of the reply included.",
);

/** Measures the duration of each call, and gives it a span. */
export function observeCalls(
  call: WholesaleClient,
  { contract, baseUrl }: { contract: ContractModule; baseUrl: string },
): WholesaleClient {
  const { hostname, port, protocol } = new URL(baseUrl);
  const server = {
    "server.address": hostname,
    "server.port": Number(port || (protocol === "https:" ? 443 : 80)),
  };
  return async (operation, request) => {
    const beganAt = performance.now();
    const row = contract.contract[operation];
    // The contract's path is safe to record: it has placeholders instead of ids.
    const line = row !== null && "path" in row ? { method: row.method, path: row.path } : null;
    const name = line === null ? operation : `${line.method} ${line.path}`;
    const attributes = {
      ...server,
      "stockbridge.supplier.operation": operation,
      ...(line && { "http.request.method": line.method, "url.template": line.path }),
    };
    let outcome = "ok";
    try {
      return await inSpan(name, { kind: "client", attributes }, () => call(operation, request));
    } catch (error) {
      outcome = errorType(error);
      throw error;
    } finally {
      duration.record(secondsSince(beganAt), { operation, outcome });
    }
  };
}
