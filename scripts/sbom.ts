/**
 * `npm run -s sbom`: prints a software bill of materials (CycloneDX, JSON) of the packages that run in production,
 * from the lock file.
 *
 * npm creates it, and this script corrects it. With `--omit=dev`, npm 11.19 omits packages that development tools
 * need as well, which are more than half of the production packages. npm also names the application after its folder.
 */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

type Bom = {
  metadata: { component: { "bom-ref": string; name: string } };
  components: { "bom-ref": string; properties?: { name: string }[] }[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

const DEVELOPMENT = "cdx:npm:package:development";

const { name } = JSON.parse(await readFile("package.json", "utf8")) as { name: string };
const options = ["--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only"];
const { stdout } = await promisify(execFile)("npm", ["sbom", ...options], { maxBuffer: 1e8 });
const bom = JSON.parse(stdout) as Bom;

bom.metadata.component.name = name;
bom.components = bom.components.filter(
  ({ properties = [] }) => !properties.some((property) => property.name === DEVELOPMENT),
);
const refs = new Set([bom.metadata.component, ...bom.components].map((component) => component["bom-ref"]));
bom.dependencies = bom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
