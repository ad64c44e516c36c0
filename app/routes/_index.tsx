import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";

export const meta: MetaFunction = () => [{ title: "Stockbridge" }];

/** Shopify opens the app's address with the shop in its query; anybody else is a visitor. */
export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  if (searchParams.has("shop")) throw redirect(`/app?${searchParams.toString()}`);
  return null;
}

export default function Visitor() {
  return (
    <main
      style={{
        fontFamily: "system-ui, sans-serif",
        maxWidth: "32rem",
        margin: "20vh auto",
        padding: "0 1rem",
      }}
    >
      <h1>Stockbridge</h1>
      <p>Stockbridge works inside your Shopify admin. Open it there, under Apps.</p>
    </main>
  );
}
