import { flatRoutes } from "@remix-run/fs-routes";

/** Uses the files of app/routes/ as routes, by Remix's naming conventions. */
export default flatRoutes();
