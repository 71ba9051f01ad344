import { html, raw } from "hono/html";

const style = `
:root { color-scheme: light dark; --ink: #1a1d21; --soft: #5c6570; --paper: #fff; --ground: #f4f6f8; --line: #d9dde2; --accent: #1f5fbf;
  --on-accent: #fff; --bad: #b3261e }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --soft: #a3acb6; --paper: #1b1f24; --ground: #111417; --line: #363c44;
  --accent: #7db4ff; --on-accent: #10151b; --bad: #ff9d94 } }
* { box-sizing: border-box }
body { margin: 0; padding: 32px 16px; min-height: 100vh; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground) }
main { max-width: 480px; margin: 0 auto; padding: 24px; background: var(--paper); border: 1px solid var(--line); border-radius: 10px }
header { max-width: 480px; margin: 0 auto 12px; font-size: 14px; color: var(--soft); display: flex; justify-content: space-between }
h1 { font-size: 20px; margin: 0 0 4px } h2 { font-size: 16px; margin: 24px 0 8px } p { margin: 8px 0 }
a { color: var(--accent) } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.soft { color: var(--soft); font-size: 14px } .amount { font-size: 30px; font-weight: 600; margin: 4px 0 12px }
.error { color: var(--bad); border: 1px solid var(--bad); border-radius: 6px; padding: 8px 12px }
fieldset { border: 0; margin: 16px 0; padding: 0 } legend { font-weight: 600; padding: 0; margin-bottom: 4px }
.choice { display: flex; gap: 10px; align-items: baseline; padding: 8px 10px; border: 1px solid var(--line); border-radius: 6px; margin-top: 6px }
.field { display: grid; gap: 4px; font-size: 14px; flex: 1 1 90px } .field.wide { flex: 2 1 200px } .row { flex: 1; display: flex; gap: 8px; align-items: end; flex-wrap: wrap }
input:not([type=radio]) { font: inherit; width: 100%; padding: 8px 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--paper);
  color: inherit }
button { font: inherit; padding: 9px 14px; border: 1px solid var(--line); border-radius: 6px; background: none; color: inherit; cursor: pointer }
button.main { width: 100%; background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600 }
table { width: 100%; border-collapse: collapse; font-size: 14px } td, th { padding: 6px 0; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top } td:last-child, th:last-child { text-align: right; white-space: nowrap } ul { list-style: none; padding: 0 }
li { border-bottom: 1px solid var(--line); padding: 10px 0; display: flex; justify-content: space-between; gap: 8px; flex-wrap: wrap }
form.inline { display: inline }`;

export type Content = ReturnType<typeof html>;

interface Page {
  title: string;
  content: Content;
  /** The reason of a refusal, for the buyer. */
  error?: string | undefined;
  back?: { href: string; text: string } | undefined;
}

/** Renders a page without scripts, for light and dark. */
export function renderPage({ title, content, error, back }: Page): Content {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} - payment sandbox</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <header>
          <span>Payment sandbox: no real money</span>${back ? html`<a href="${back.href}">${back.text}</a>` : ""}
        </header>
        <main>
          <h1>${title}</h1>
          ${error ? html`<p class="error" role="alert">${error}</p>` : ""} ${content}
        </main>
      </body>
    </html>`;
}

/** Formats cents: "$12.00" for 1200. */
export function formatMoney(cents: number): string {
  return (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
}
