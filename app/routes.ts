import { flatRoutes } from "@remix-run/fs-routes";

/** The files of app/routes/ are the routes, by Remix's own conventions for their names. */
export default flatRoutes();
