/** Is the process there? */
export function loader() {
  return new Response("ok\n");
}
