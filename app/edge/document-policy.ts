/**
 * What a document may load and run (Content-Security-Policy). Scripts: our own files, App Bridge, and what stands in the
 * document itself under this answer's `nonce`. So text that got into a page as markup would still not run.
 *
 * @param imagesFrom origins of images beyond https: the supplier's may be on http while it is tried out.
 * @param ancestors the `frame-ancestors` directive: who may embed it.
 */
export function documentPolicy({
  nonce,
  imagesFrom,
  ancestors,
}: {
  nonce: string;
  imagesFrom: string;
  ancestors: string;
}): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' https://cdn.shopify.com`,
    // Polaris and React write styles into attributes, which no nonce can cover.
    "style-src 'self' 'unsafe-inline' https://cdn.shopify.com",
    "font-src 'self' https://cdn.shopify.com",
    `img-src 'self' data: blob: https: ${imagesFrom}`,
    // App Bridge reports its own measurements to Shopify.
    "connect-src 'self' https://*.shopify.com https://*.shopifysvc.com",
    "frame-src 'self' https://*.shopify.com https://*.myshopify.com",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    ancestors,
  ].join("; ");
}

/** Lets the scripts of markup run that is trusted whole, since it comes from Shopify's package. */
export function markScripts(html: string, nonce: string | undefined): string {
  return nonce === undefined ? html : html.replaceAll("<script", `<script nonce="${nonce}"`);
}
