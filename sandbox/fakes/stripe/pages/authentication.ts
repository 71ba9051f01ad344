import { html } from "hono/html";
import { type Content, formatMoney } from "./layout.ts";

/** The form for 3-D Secure. */
export function renderAuthentication(action: string, cents: number): Content {
  return html`<p class="soft">Your bank needs to confirm that it is you who pays ${formatMoney(cents)}.</p>
    <form method="post" action="${action}">
      <p><button class="main" name="answer" value="complete">Complete authentication</button></p>
      <p><button name="answer" value="fail">Fail authentication</button></p>
    </form>`;
}
