import * as z from "zod/mini";
import { freeText, uuid } from "../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { findSubscriber, subscribe, unsubscribe as turnOff } from "../../worker/domain/notifications/index.ts";
import { page } from "../../worker/http/page.ts";
import type { LoadInput, ViewInput } from "../../worker/http/page-spec.ts";
import { AccountLayout } from "../../worker/ui/frame/account-layout.tsx";

const link = z.object({ user_id: uuid(), token: freeText(64, "The signature of the mailed link") });
type State = Awaited<ReturnType<typeof findSubscriber>> & { is_done: boolean };
type Input = LoadInput<"public", typeof link>;

const titleOf = ({ is_subscribed: isSubscribed, is_done: isDone }: State) => {
  if (!isSubscribed) return "You are unsubscribed";
  return isDone ? "You get reminders and news again" : "Unsubscribe from reminders and news?";
};

function Unsubscribed({ email, action }: { email: string; action: string }) {
  return (
    <>
      <p className="subtitle">
        {email} no longer gets renewal reminders and release news. You still get messages about your account, orders and
        payments, and you can read everything in the app.
      </p>
      <form method="post" action={action}>
        <button className="button quiet">Subscribe again</button>
      </form>
    </>
  );
}

function Subscribed({ email, action, is_done: isDone }: { email: string; action: string; is_done: boolean }) {
  return (
    <>
      <p className="subtitle">
        {isDone
          ? `Renewal reminders and release news go to ${email}.`
          : `${email} will no longer get renewal reminders and release news. You still get messages about your account, orders and payments.`}
      </p>
      <form method="post" action={action}>
        <button className={isDone ? "button quiet" : "button"}>Unsubscribe</button>
      </form>
    </>
  );
}

const view = (state: State, { params }: ViewInput<"public", typeof link>) => (
  <AccountLayout home={pages.home}>
    <h1>{titleOf(state)}</h1>
    {state.is_subscribed ? (
      <Subscribed email={state.email} action={hrefOf(pages.unsubscribe, params)} is_done={state.is_done} />
    ) : (
      <Unsubscribed email={state.email} action={hrefOf(pages.subscribeAgain, params)} />
    )}
  </AccountLayout>
);

const shared = {
  access: "public" as const,
  params: link,
  head: (state: State) => ({ title: `${titleOf(state)} · CrunchBox`, no_referrer: true, no_store: true }),
  view,
};
const done = async (change: typeof turnOff, { ctx, params }: Input): Promise<State> => ({
  ...(await change(ctx, params)),
  is_done: true,
});

/** Changes nothing, because mail scanners open links too. */
export const unsubscribe = page({
  ...shared,
  path: pages.unsubscribe,
  load: async ({ ctx, params }): Promise<State> => ({ ...(await findSubscriber(ctx, params)), is_done: false }),
});

/**
 * Also answers one-click unsubscribe of mail programs, which send no cookie and follow no redirect
 * (https://www.rfc-editor.org/rfc/rfc8058#section-3.1).
 */
export const unsubscribed = page({
  ...shared,
  path: pages.unsubscribe,
  method: "POST",
  from_anywhere: true,
  load: (input) => done(turnOff, input),
});

export const subscribeAgain = page({
  ...shared,
  path: pages.subscribeAgain,
  method: "POST",
  load: (input) => done(subscribe, input),
});
