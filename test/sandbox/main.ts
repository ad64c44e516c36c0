/** `npm run sandbox`: a whole shop and a whole supplier on this machine, with Stockbridge between them. */
import { endWithNpm } from "../support/end-with-npm.ts";
import { HELP, readOptions } from "./options.ts";
import { type Sandbox, startSandbox } from "./sandbox.ts";
import { tour } from "./tour.ts";

endWithNpm();
const started = performance.now();
try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.help) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  const starting = startSandbox(options);
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    const stopped = starting.then((sandbox) => sandbox.stop()).catch(() => (process.exitCode ??= 1));
    void stopped.then(() => process.exit());
  };
  // Signals may arrive twice, from the terminal and from npm. Without a handler, the second one would end this process before it
  // has removed its database.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  const sandbox = await starting;
  if (options.tour) {
    if (options.json) print({ step: "ready", ...sandbox.addresses });
    const ok = await tour(sandbox, (result) => {
      if (options.json) print(result);
      else
        process.stdout.write(
          `${result.ok ? "ok    " : "FAILED"} ${result.step}: ${result.detail} (${String(result.ms)} ms)\n`,
        );
    });
    process.exitCode = ok ? 0 : 1;
    stop();
  } else {
    process.stdout.write(welcome(sandbox, (performance.now() - started) / 1000));
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function welcome({ addresses, supplier }: Sandbox, seconds: number): string {
  return `
Stockbridge is ready (${seconds.toFixed(1)} s). Open the shop's admin in your browser:

  ${addresses.admin}

and connect it with the demo account of the simulated supplier:

  e-mail    ${supplier.account.email}
  password  ${supplier.account.password}

The supplier answers at ${addresses.wholesale}.
Everything is on this machine and ends with Ctrl-C; nothing is kept.
`;
}
