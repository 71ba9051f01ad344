import * as z from "zod/mini";
import { freeText, uuid } from "../../worker/contract/fields.ts";
import { formatLabels, optionalTypes } from "../../worker/contract/notification-choices.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { findSubscriber, subscribe, unsubscribe as turnOff } from "../../worker/domain/notifications/index.ts";
import { page } from "../../worker/http/page.ts";
import type { LoadInput, ViewInput } from "../../worker/http/page-spec.ts";
import { AccountLayout } from "../../worker/ui/frame/account-layout.tsx";

const signedParams = { user_id: uuid(), token: freeText(64, "The signature of the mailed link") };
const linkParams = z.object(signedParams);
const typesLinkParams = z.object({
  ...signedParams,
  types: z.pipe(
    z.pipe(
      z.string().check(z.maxLength(256)),
      z.transform((types: string) => types.split(".")),
    ),
    z.array(z.enum(optionalTypes)).check(z.minLength(1)),
  ),
});
type State = Awaited<ReturnType<typeof findSubscriber>> & { is_done: boolean };

const pageTitle = ({ is_on: isOn, is_done: isDone }: State) => {
  if (!isOn) return "You are unsubscribed";
  return isDone ? "You get reminders and news again" : "Unsubscribe from reminders and news?";
};

// These pages do not name the user's address: it may have changed since the mail, whose mailbox others may read.

function UnsubscribedContent({ action }: { action: string }) {
  return (
    <>
      <p className="subtitle">
        You no longer get renewal reminders and release news. You still get messages about your account, orders and
        payments, and you can read everything in the app.
      </p>
      <form method="post" action={action}>
        <button className="button quiet">Subscribe again</button>
      </form>
    </>
  );
}

function SubscribedContent({ action, is_done: isDone }: { action: string; is_done: boolean }) {
  return (
    <>
      <p className="subtitle">
        {isDone
          ? "Renewal reminders and release news come by email again."
          : "You will no longer get renewal reminders and release news. You still get messages about your account, orders and payments."}
      </p>
      <form method="post" action={action}>
        <button className={isDone ? "button quiet" : "button"}>Unsubscribe</button>
      </form>
    </>
  );
}

const view = (state: State, { params }: ViewInput<"public", typeof linkParams>) => (
  <AccountLayout home={pages.home}>
    <h1>{pageTitle(state)}</h1>
    {state.is_on ? (
      <SubscribedContent action={hrefOf(pages.unsubscribe, params)} is_done={state.is_done} />
    ) : (
      <UnsubscribedContent action={hrefOf(pages.subscribeAgain, params)} />
    )}
  </AccountLayout>
);

type TypesInput = ViewInput<"public", typeof typesLinkParams>;

const typesTitle = ({ is_on: isOn, is_done: isDone }: State, { params }: TypesInput): string => {
  const label = formatLabels(params.types);
  if (!isOn) return `${label}: off`;
  return isDone ? `${label}: on again` : `Turn off ${label}?`;
};

/** A second button turns off all reminders and news. */
function viewTypes(state: State, input: TypesInput) {
  const { user_id, token, types } = input.params;
  const { is_on: isOn, is_done: isDone, is_subscribed: isSubscribed } = state;
  const paths = { user_id, token, types: types.join(".") };
  return (
    <AccountLayout home={pages.home}>
      <h1>{typesTitle(state, input)}</h1>
      <p className="subtitle">
        {isOn
          ? isDone
            ? "You get these emails again."
            : "You will no longer get these emails. You still get messages about your account, orders and payments."
          : "You no longer get these emails. You still get messages about your account, orders and payments, and you can read everything in the app."}
      </p>
      {isOn ? (
        <form method="post" action={hrefOf(pages.unsubscribeFrom, paths)}>
          <button className={isDone ? "button quiet" : "button"}>Turn off {formatLabels(types)}</button>
        </form>
      ) : (
        <form method="post" action={hrefOf(pages.subscribeAgainTo, paths)}>
          <button className="button quiet">Turn on again</button>
        </form>
      )}
      {isSubscribed && (
        <form method="post" action={hrefOf(pages.unsubscribe, { user_id, token })}>
          <button className="button quiet">Turn off all reminders and news</button>
        </form>
      )}
    </AccountLayout>
  );
}

const pageDefaults = {
  access: "public" as const,
  params: linkParams,
  head: (state: State) => ({ title: `${pageTitle(state)} · CrunchBox`, no_referrer: true, no_store: true }),
  view,
};
const typesPageDefaults = {
  access: "public" as const,
  params: typesLinkParams,
  head: (state: State, input: TypesInput) => ({
    title: `${typesTitle(state, input)} · CrunchBox`,
    no_referrer: true,
    no_store: true,
  }),
  view: viewTypes,
};
type Input = Pick<LoadInput<"public">, "ctx"> & { params: Parameters<typeof turnOff>[1] };
const applyChange = async (change: typeof turnOff, { ctx, params }: Input): Promise<State> => ({
  ...(await change(ctx, params)),
  is_done: true,
});
const loadState = async ({ ctx, params }: Input): Promise<State> => ({
  ...(await findSubscriber(ctx, params)),
  is_done: false,
});

/** Changes nothing, because mail scanners open links too. */
export const unsubscribePage = page({ ...pageDefaults, path: pages.unsubscribe, load: loadState });

/**
 * Also answers one-click unsubscribe of mail programs, which send no cookie and follow no redirect
 * (https://www.rfc-editor.org/rfc/rfc8058#section-3.1).
 */
export const unsubscribedPage = page({
  ...pageDefaults,
  path: pages.unsubscribe,
  method: "POST",
  from_anywhere: true,
  load: (input) => applyChange(turnOff, input),
});

export const subscribeAgainPage = page({
  ...pageDefaults,
  path: pages.subscribeAgain,
  method: "POST",
  load: (input) => applyChange(subscribe, input),
});

/** Pages for the link in one mail, which turn only the notification types of that mail off and on. */
export const unsubscribeFrom = [
  page({ ...typesPageDefaults, path: pages.unsubscribeFrom, load: loadState }),
  page({
    ...typesPageDefaults,
    path: pages.unsubscribeFrom,
    method: "POST",
    from_anywhere: true,
    load: (input) => applyChange(turnOff, input),
  }),
  page({
    ...typesPageDefaults,
    path: pages.subscribeAgainTo,
    method: "POST",
    load: (input) => applyChange(subscribe, input),
  }),
];
