import { html, raw } from "hono/html";

const style = `
:root { color-scheme: light dark; --ink: #1a1d21; --soft: #5c6570; --paper: #fff; --line: #d9dde2; --tint: #f4f6f8; --link: #0b5fc0 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eaed; --soft: #a3acb6; --paper: #15181c; --line: #363c44; --tint: #1f242a; --link: #7db4ff } }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 32px 16px 64px; max-width: 860px; font: 16px/1.5 system-ui, sans-serif; color: var(--ink);
  background: var(--paper) }
a { color: var(--link) } a:focus-visible, button:focus-visible, input:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
h1 { font-size: 24px; margin: 0 0 4px } h2 { font-size: 20px; margin: 32px 0 8px } p { margin: 8px 0; max-width: 75ch }
.soft { color: var(--soft) } nav { margin-bottom: 24px; font-size: 14px }
pre, code { font: 13px/1.5 ui-monospace, monospace } code { background: var(--tint); padding: 1px 4px; border-radius: 4px }
pre { background: var(--tint); border: 1px solid var(--line); border-radius: 6px; padding: 12px; overflow-x: auto; white-space: pre-wrap;
  overflow-wrap: anywhere } pre code { background: none; padding: 0 }
table { border-collapse: collapse; width: 100%; font-size: 14px } th, td { text-align: left; vertical-align: top; padding: 8px;
  border-bottom: 1px solid var(--line); overflow-wrap: anywhere } th { color: var(--soft); font-weight: 500 }
form { display: flex; gap: 8px; flex-wrap: wrap; align-items: end; margin: 16px 0 } label { display: grid; font-size: 14px }
input, button { font: inherit; padding: 6px 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); color: inherit }
button { background: var(--tint); cursor: pointer }
iframe { width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: 6px; background: #fff }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; font-size: 14px } dt { color: var(--soft) } dd { margin: 0;
  overflow-wrap: anywhere }`;

export type Content = ReturnType<typeof html>;

/** The page runs no scripts and loads nothing from other hosts. */
export function renderPage(title: string, content: Content): Content {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} - sandbox</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <nav aria-label="Sandbox">
          <a href="/">Sandbox</a> · <a href="/mail">Inbox</a> · <a href="/sms.json">Text messages</a> ·
          <a href="/calls.json">Calls</a> · <a href="/faults">Faults</a> · <a href="/cron">Scheduled jobs</a>
        </nav>
        <main>${content}</main>
      </body>
    </html>`;
}

export function example(...commands: string[]): Content {
  return html`<pre><code>${commands.join("\n")}</code></pre>`;
}

export function curlPost(url: string, body: unknown): string {
  return `curl -X POST ${url} -H 'content-type: application/json' \\\n  -d '${JSON.stringify(body)}'`;
}
