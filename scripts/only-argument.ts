import { parseArgs } from "node:util";

/**
 * Returns the only argument of a command. With `--help`, prints the help and ends the process.
 *
 * @throws Error with the help if there is no argument, or more than one.
 */
export function onlyArgument(help: string): string {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean", default: false } },
  });
  if (values.help) {
    process.stdout.write(help);
    process.exit(0);
  }
  const [argument, ...more] = positionals;
  if (argument === undefined || more.length > 0) throw new Error(help.trimEnd());
  return argument;
}
