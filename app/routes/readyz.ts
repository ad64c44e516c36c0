import { asSystem } from "../lib/db.server.ts";

/** Can it work? 503 while the database does not answer. */
export async function loader() {
  try {
    await asSystem("health", (tx) => tx.$queryRaw`select 1`);
    return new Response("ready\n");
  } catch {
    return new Response("the database does not answer\n", { status: 503 });
  }
}
