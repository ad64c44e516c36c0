import { eraseConnection, forgetKey } from "../connection/connection-store.server.ts";
import { log } from "../lib/log.server.ts";
import { type JobHandler, handleJob } from "../queue/define-job.ts";
import {
  eraseInbox,
  handleEntry,
  handleEntryJob,
  sweepInbox,
  sweepInboxJob,
  type TopicHandlers,
} from "../queue/inbox.server.ts";
import { deleteSessions, isInstalled } from "../shop/installation.server.ts";
import type { Topic } from "./topics.ts";

/** What each webhook topic leads to. */
export const topicHandlers: TopicHandlers<Topic> = {
  "app/uninstalled": async ({ shop }, now) => {
    // A webhook is a hint: it can come late, after a reinstall, and its shop header is not signed.
    if (await isInstalled(shop, now)) {
      log.warn({ shop }, "installation.uninstall-ignored");
      return;
    }
    await forgetKey(shop);
    await deleteSessions(shop);
  },

  // No personal data of a shop's customers is kept, so there is none to hand out or to erase.
  "customers/data_request": () => Promise.resolve(),
  "customers/redact": () => Promise.resolve(),

  "shop/redact": async ({ shop }, now) => {
    if (await isInstalled(shop, now)) {
      log.warn({ shop }, "installation.redact-ignored");
      return;
    }
    await eraseConnection(shop);
    await deleteSessions(shop);
    await eraseInbox(shop);
  },
};

/** Every job with the code that does it, and the schedules. */
export const jobHandlers: JobHandler[] = [
  handleJob(handleEntryJob, ({ entryId }) => handleEntry(topicHandlers, { entryId, now: new Date() })),
  handleJob(sweepInboxJob, () => sweepInbox(topicHandlers, new Date()), { cron: "* * * * *" }),
];
