const RELOADS_ALLOWED = 3;
const WITHIN_MS = 10_000;

/** Gets session tokens for the app. */
export function sessionTokens(address) {
  let reloads = [];
  return async ({ reload = false }) => {
    if (reload) {
      const now = Date.now();
      reloads = [...reloads.filter((at) => at > now - WITHIN_MS), now];
      if (reloads.length > RELOADS_ALLOWED) {
        throw new Error("The app keeps reloading for a new session token: it accepts none.");
      }
    }
    const answer = await fetch(address, { method: "POST" });
    if (!answer.ok) throw new Error(`The sandbox gave no session token (${answer.status}).`);
    return (await answer.json()).token;
  };
}
