import type { Plugin } from "vite";

// Static files bypass the worker, so Cloudflare's _headers file sets their headers.
const staticHeaders = `/*
  Strict-Transport-Security: max-age=31536000; includeSubDomains
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Cross-Origin-Opener-Policy: same-origin
  Cross-Origin-Resource-Policy: same-origin
  Content-Security-Policy: default-src 'none'; frame-ancestors 'none'
/assets/*
  Cache-Control: public, max-age=31536000, immutable
/*.svg
  Content-Type: image/svg+xml; charset=utf-8
`;

export function headersFile(): Plugin {
  return {
    name: "headers-file",
    applyToEnvironment: (environment) => environment.name === "client",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "_headers", source: staticHeaders });
    },
  };
}
