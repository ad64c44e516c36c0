/**
 * The folders of app/ in layers, which import only layers below them. Folders of the lowest layer do not import each
 * other, except that the shop uses the queue's lease. Slices import only the slices that are listed for them.
 */
const floorOne = ["messages", "lib", "wholesale", "shop", "queue"];
const slices = {
  connection: [],
  catalog: ["connection"],
  shipping: ["connection", "catalog"],
  branding: ["connection"],
  orders: ["connection", "catalog", "branding"],
  notifications: ["orders"],
};
const below = {
  messages: [],
  lib: ["messages"],
  wholesale: ["messages", "lib"],
  shop: ["messages", "lib", "lease"],
  queue: ["lib"],
  ...Object.fromEntries(Object.entries(slices).map(([slice, others]) => [slice, [...floorOne, ...others]])),
  installation: [...floorOne, ...Object.keys(slices)],
  wiring: [...floorOne, ...Object.keys(slices), "installation"],
  operator: [...floorOne, ...Object.keys(slices)],
  components: [...floorOne, ...Object.keys(slices), "installation"],
  pages: [...floorOne, ...Object.keys(slices), "installation", "wiring", "components"],
  development: ["lib"],
  server: ["lib", "wiring", "development"],
};

/** Names in the layers that stand for other paths than the folder of that name. */
const places = {
  lease: "^app/queue/lease[.]server[.]ts$",
  pages: "^app/(routes/|routes[.]ts$|root[.]tsx$|entry[.](client|server)[.]tsx$)",
  development: "^scripts/(dev-postgres/|bound-process[.]ts$)",
  server: "^server[.]ts$",
};
const placeOf = (room) => places[room] ?? `^app/${room}/`;
const rooms = Object.keys(below).map(placeOf);
/**
 * Folders whose own files may import their subfolders. In all other folders, only the subfolders import the folder's
 * files.
 */
const entries = "^(app/(?:catalog|orders|wiring))/";
const lowFolders = "^(app/(?:shop|messages))/(?:auth|pace|generated|[a-z][a-z]|[a-z][a-z]-[A-Z][A-Z])/";
const OURS = "^(app|extensions|scripts|test)/|^server[.]ts$";

/** The import rules. Imports of types count as well. */
export default {
  forbidden: [
    {
      name: "no-circle",
      comment: "Files that import each other in a circle are one file, or lack one below them.",
      severity: "error",
      from: { path: "^(app|extensions)/" },
      to: { circular: true },
    },
    {
      name: "no-circle-of-folders",
      comment: "Folders that import each other are one folder, or lack one below them.",
      severity: "error",
      scope: "folder",
      from: { path: "^(app|extensions)/" },
      to: { circular: true },
    },
    {
      name: "subfolders-above",
      comment: "A folder's own files import none of its subfolders, which stand on them.",
      severity: "error",
      from: { path: "^(app/.+)/[^/]+$", pathNot: `${entries}[^/]+$` },
      to: { path: "^$1/[^/]+/", pathNot: lowFolders },
    },
    ...[`${entries}[^/]+/`, lowFolders].map((subfolders) => ({
      name: "subfolders-below",
      comment: "Here subfolders import none of the files above them.",
      severity: "error",
      from: { path: subfolders },
      to: { path: "^$1/[^/]+$" },
    })),
    {
      name: "every-file-in-a-room",
      comment: "A file of app/ lies in a room that the table of floors knows.",
      severity: "error",
      from: { path: "^app/", pathNot: rooms },
      to: {},
    },
    ...Object.entries(below).map(([room, others]) => ({
      name: `${room}-looks-down`,
      comment: `Below ${room} lie: ${others.join(", ") || "nothing"}.`,
      severity: "error",
      from: { path: placeOf(room) },
      to: { path: OURS, pathNot: [room, ...others].map(placeOf) },
    })),
    {
      name: "extensions-stand-alone",
      comment:
        "Shopify bundles and keeps an extension: it knows the app by its address only, and asks it over HTTP.",
      severity: "error",
      from: { path: "^extensions/" },
      to: { path: OURS, pathNot: "^extensions/" },
    },
  ],
  options: { doNotFollow: "node_modules", tsPreCompilationDeps: true },
};
