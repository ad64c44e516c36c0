import type { LoaderFunctionArgs } from "@remix-run/node";

import { readFileRequest } from "../components/file-request.server.ts";
import { csvResponse } from "../lib/http/csv.ts";
import { exportActivity } from "../lib/activity/list-activity.server.ts";

/** Returns a CSV file of the shop's activity. The request carries the session token. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, words } = await readFileRequest(request);
  return csvResponse("activity", exportActivity(shop, words));
}
