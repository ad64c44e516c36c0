/**
 * A shell script that starts a watcher and then becomes the program. The watcher waits for the end of standard input,
 * which comes as soon as the parent process is gone, even by SIGKILL. The watcher then sends the signal to the program.
 * The program itself gets no input. With KILL, a stopped (SIGSTOP) program is killed, too.
 */
const BOUND = `exec 3<&0; (cat <&3; kill -"$0" $$) >/dev/null 2>&1 & exec 3<&-; exec "$@" </dev/null`;

/**
 * Returns a command for `spawn` or `execFile`. The command gets `signal` when this process ends, or closes the
 * command's standard input, which must be a pipe. The command keeps its process id.
 */
export function bound(
  program: string,
  args: string[],
  signal: "INT" | "KILL" | "TERM" = "KILL",
): [string, string[]] {
  return ["sh", ["-c", BOUND, signal, program, ...args]];
}
