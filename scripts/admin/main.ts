/** `npm run -s admin -- …`: commands for the operator on call, which show and change the app's data. */
import { parseArgs } from "node:util";

import { CHANGING, COMMON, type Command, EXIT, print } from "./command.ts";
import { compare } from "./compare.ts";
import { inbox, inboxGiveUp, inboxRetry } from "./inbox.ts";
import { jobs, jobsDrop } from "./jobs.ts";
import { log } from "./log.ts";
import { order, orderNow } from "./order.ts";
import { pause, resume } from "./pause.ts";
import { rotate } from "./rotate.ts";
import { readSettings } from "./settings.ts";
import { stuck } from "./stuck.ts";

const commands: Record<string, Command> = {
  stuck,
  order,
  "order-now": orderNow,
  inbox,
  "inbox-retry": inboxRetry,
  "inbox-give-up": inboxGiveUp,
  pause,
  resume,
  jobs,
  "jobs-drop": jobsDrop,
  rotate,
  compare,
  log,
};

const HELP = `npm run -s admin -- COMMAND [options]

${Object.entries(commands)
  .map(([name, { summary, changes }]) => `  ${name.padEnd(14)}${summary}${changes ? " (changes)" : ""}`)
  .join("\n")}

  COMMAND --help   what it takes
  --json           prints JSON, for programs

Commands that change something only say what they would do, until they are given --yes. Each change is recorded with
its time, the operator (--by=NAME, or the user of this machine) and the reason (--why=TEXT): \`log\` prints that.
Exit code: 0 all is well, 1 something was found or nothing could be changed, 2 it could not be tried.
`;

// Ends without an error if a reader such as `head` closes the pipe early.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(EXIT.fine);
});

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = EXIT.failed;
}

async function run([name = "", ...args]: string[]): Promise<number> {
  if (name === "" || name === "--help" || name === "help") {
    process.stdout.write(HELP);
    return name === "" ? EXIT.failed : EXIT.fine;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined)
    throw new Error(`There is no command “${name}”. There are: ${Object.keys(commands).join(", ")}.`);
  const { values, positionals } = parseArgs({
    args,
    options: { ...COMMON, ...(command.changes && CHANGING), ...command.options },
    allowPositionals: true,
  });
  if (values.help === true) {
    print(helpOf(name, command));
    return EXIT.fine;
  }
  const [least, most] = command.positionals;
  if (positionals.length < least || positionals.length > most)
    throw new Error(`It takes: ${name} ${command.takes}. See ${name} --help.`);
  await readSettings({ needsKeyring: command.needsKeyring === true });
  const { assertRestricted } = await import("../../app/lib/database/db.server.ts");
  const { closeDatabase } = await import("../../app/lib/database/transaction.server.ts");
  try {
    await assertRestricted();
    return await command.run({ values, positionals });
  } finally {
    await closeDatabase();
  }
}

function helpOf(name: string, { takes, summary, help, changes }: Command): string {
  const changing = changes
    ? `
  --yes            do it; without, it only says what it would do
  --why=TEXT       the reason, for the record
  --by=NAME        who does it; without, the user of this machine`
    : "";
  return `npm run -s admin -- ${name}${takes === "" ? "" : ` ${takes}`}

${summary}.
${help}${changing}
  --json           prints JSON, for programs
  --help           this text

Exit code: 0 all is well, 1 something was found or nothing could be changed, 2 it could not be tried.`;
}
