import { Miniflare } from "miniflare";
import { demoVersions } from "../seed/software/catalogue.ts";
import { generateContent } from "../seed/software/files.ts";

const script = `export default { async fetch(request, { FILES }) {
  const key = new URL(request.url).pathname.slice(1);
  if (request.method === "PUT") await FILES.put(key, await request.arrayBuffer());
  return new Response(null, { status: (await FILES.head(key)) ? 204 : 404 });
} }`;

/**
 * Stores the demo files for `npm run dev`. Vite's plugin lacks the wrapped binding with which `npm start` generates the
 * files on demand.
 */
export async function fillBucket(r2Persist: string): Promise<void> {
  const miniflare = new Miniflare({ modules: true, script, r2Buckets: { FILES: "software" }, r2Persist });
  try {
    for (const build of demoVersions) {
      const url = `http://localhost/versions/${build.id}`;
      if ((await miniflare.dispatchFetch(url)).status === 404)
        await miniflare.dispatchFetch(url, { method: "PUT", body: generateContent(build) });
    }
  } finally {
    await miniflare.dispose();
  }
}
