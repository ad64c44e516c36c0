/** Ends this process once the npm that started it is gone: npm passes signals on, but not SIGKILL. */
export function endWithNpm(): void {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) process.kill(process.pid, "SIGTERM");
  }, 500).unref();
}
