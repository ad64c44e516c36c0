/**
 * Runs one use case in a process of its own, for a test to kill: `node test/support/use-case.ts <module> <export>
 * <arguments>`. The arguments are JSON; `{"date": "…"}` stands for a Date. It prints a line as it begins.
 */
import { startQueue } from "../../app/queue/boss.server.ts";

const [, , file = "", name = "", json = "[]"] = process.argv;

// The queues are there: the test has opened them.
await startQueue({});
const module = (await import(`../../${file}`)) as Record<string, (...args: unknown[]) => Promise<unknown>>;
process.stdout.write("It begins.\n");
const result = await module[name]?.(...(JSON.parse(json, revive) as unknown[]));
process.stdout.write(JSON.stringify(result ?? null));
process.exit(0);

function revive(_key: string, value: unknown): unknown {
  const { date } = (value ?? {}) as { date?: string };
  return date === undefined ? value : new Date(date);
}
