import { flatRoutes } from "@remix-run/fs-routes";

/** Makes each file of app/routes/ a route, by Remix's naming conventions. */
export default flatRoutes();
