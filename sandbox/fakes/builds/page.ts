import { html } from "hono/html";
import { type Content, curlPost, example } from "../sheet.ts";

export function buildsSection(url: string): Content {
  return html`<h2>Builds</h2>
    <p>
      A registry that speaks GitHub's REST API: a repository for the app, for each plugin and for each dependency, a
      release for each version. What is released: <a href="/builds.json">/builds.json</a>. Release one;
      <code>digest</code> may be <code>wrong</code>, <code>none</code> (it stands in <code>SHA256SUMS</code>) or
      <code>missing</code>, and the same version again replaces its file:
    </p>
    ${example(
      curlPost(`${url}/builds`, { kind: "flowpoint", name: "flowpoint", version: "6.0.0", size: 1_000_000 }),
      curlPost(`${url}/builds`, {
        kind: "plugin",
        name: "peak-finder",
        version: "1.0.0",
        size: 200_000,
        dependencies: [{ name: "peak-kernel", version: "2.0.0" }],
      }),
    )}
    <p>Use up its limit of requests, for a minute:</p>
    ${example(curlPost(`${url}/builds/limit`, { remaining: 0, resets_in_s: 60 }))}`;
}
