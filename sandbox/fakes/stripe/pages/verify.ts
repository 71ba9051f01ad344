import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type Stripe from "stripe";
import type { SandboxEnv } from "../../service.ts";
import { depositCode, getSetupIntent, verifyDeposit } from "../customers/setup-intents.ts";
import type { World } from "../state.ts";
import { renderPage } from "./layout.ts";
import { catchMessage } from "./tell.ts";

export function verifyPages(world: World): Hono<SandboxEnv> {
  const show = (c: Context<SandboxEnv>, error?: string) =>
    c.html(renderVerification(getSetupIntent(world, c.req.param("id") ?? ""), error), error ? 400 : 200);
  return new Hono<SandboxEnv>()
    .get("/verify/:id", (c) => show(c))
    .post("/verify/:id", async (c) => {
      const code = new URLSearchParams(await c.req.text()).get("code") ?? "";
      const intent = getSetupIntent(world, c.req.param("id"));
      const errorMessage = catchMessage(() => verifyDeposit(world, intent, code));
      return errorMessage === undefined ? c.redirect(`/stripe/verify/${intent.id}`, 303) : show(c, errorMessage);
    });
}

function renderVerification(intent: Stripe.SetupIntent, error: string | undefined) {
  const title = "Verify your bank account";
  if (intent.status === "succeeded")
    return renderPage({ title, content: html`<p role="status">This bank account is verified.</p>` });
  const arrivalTime = intent.next_action?.verify_with_microdeposits?.arrival_date ?? 0;
  return renderPage({
    title,
    error,
    content: html`<p>
        We sent $0.01 to your account. It arrives by ${new Date(arrivalTime * 1000).toUTCString()} with a code of six
        characters in its description. Here it is always ${depositCode}.
      </p>
      <form method="post">
        <label class="field">Code of the deposit <input name="code" autocomplete="off" placeholder="SM..." /></label>
        <p><button class="main">Verify</button></p>
      </form>`,
  });
}
