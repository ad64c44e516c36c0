/**
 * A shell script that starts a watcher and then becomes the program. The watcher waits for the end of standard input,
 * which comes when the parent process ends, even by SIGKILL. It then sends the signal to the program, whose own input
 * is empty. With KILL, this ends even a stopped (SIGSTOP) program.
 */
const BOUND = `exec 3<&0; (cat <&3; kill -"$0" $$) >/dev/null 2>&1 & exec 3<&-; exec "$@" </dev/null`;

/**
 * Returns a command for `spawn` or `execFile`. The command gets `signal` when this process ends or closes the
 * command's standard input, so that input must be a pipe. The program runs under the command's process id.
 */
export function bound(
  program: string,
  args: string[],
  signal: "INT" | "KILL" | "TERM" = "KILL",
): [string, string[]] {
  return ["sh", ["-c", BOUND, signal, program, ...args]];
}
