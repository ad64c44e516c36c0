/** A page outside Shopify's admin, where Polaris is not loaded. */
export function OutsideAdmin({ title, text }: { title: string; text: string }) {
  return (
    <main
      style={{
        fontFamily: "system-ui,sans-serif",
        maxWidth: "32rem",
        margin: "20vh auto",
        padding: "0 1rem",
      }}
    >
      <h1>{title}</h1>
      <p>{text}</p>
    </main>
  );
}
