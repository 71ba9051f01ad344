import * as z from "zod/mini";
import { Failure } from "../../worker/contract/errors.ts";
import { freeText, uuid } from "../../worker/contract/fields.ts";
import { pages } from "../../worker/contract/pages.ts";
import { stopEmailChange as stop, type StopResult } from "../../worker/domain/identity/index.ts";
import { page } from "../../worker/http/page.ts";
import type { LoadInput } from "../../worker/http/page-spec.ts";
import type { PublicSettings } from "../../worker/http/public-settings.ts";
import { AccountLayout } from "../../worker/ui/frame/account-layout.tsx";

const linkParams = z.object({ user_id: uuid(), token: freeText(64, "The secret of the mailed link") });
type State = "asking" | StopResult | "failed";

/** Needs a button press, because mail scanners open links too. */
async function handleStop({ ctx, params }: LoadInput<"public", typeof linkParams>): Promise<{ state: State }> {
  try {
    return { state: await stop(ctx, params) };
  } catch (error) {
    if (error instanceof Failure) return { state: "failed" };
    throw error;
  }
}

const titles: Record<State, string> = {
  asking: "Stop the change of your email address?",
  stopped: "The change is stopped.",
  "taken back": "Your email address is back.",
  "address taken": "Your account is blocked.",
  failed: "This link no longer works",
};

function Confirmation() {
  return (
    <form method="post">
      <p className="subtitle">
        Press the button if you did not ask for the change. Your account then keeps its previous email address, and you
        are signed out everywhere.
      </p>
      <button className="button">Stop the change</button>
    </form>
  );
}

const DoneContent = ({ text }: { text: string }) => (
  <>
    <p className="subtitle">{text}</p>
    <a className="button" href={pages.recoverPassword}>
      SET A NEW PASSWORD
    </a>
  </>
);

const view = ({ state }: { state: State }, { settings }: { settings: PublicSettings }) => (
  <AccountLayout home={pages.home}>
    <h1>{titles[state]}</h1>
    {state === "asking" && <Confirmation />}
    {state === "stopped" && (
      <DoneContent text="All sessions of your account have ended. Whoever asked for the change was signed in to it, so set a new password now." />
    )}
    {state === "taken back" && (
      <DoneContent text="All sessions of your account have ended and its password no longer works. Passkeys, an authenticator app and a phone that were added since the change are removed. Set a new password to sign in." />
    )}
    {state === "address taken" && (
      <p className="subtitle">
        Everybody is signed out. Somebody else has your previous email address now, so we could not put it back. Please{" "}
        <a href={`mailto:${settings.support_email}`}>contact support</a>, and we will help you get your account back.
      </p>
    )}
    {state === "failed" && (
      <p className="subtitle">
        Please <a href={`mailto:${settings.support_email}`}>contact support</a> if you did not ask for the change.
      </p>
    )}
  </AccountLayout>
);

const pageDefaults = {
  path: pages.stopEmailChange,
  access: "public" as const,
  params: linkParams,
  head: ({ state }: { state: State }) => ({ title: `${titles[state]} · CrunchBox`, no_referrer: true, no_store: true }),
  view,
};

export const stopEmailChangePage = page({
  ...pageDefaults,
  load: async (): Promise<{ state: State }> => ({ state: "asking" }),
});
export const emailChangeStoppedPage = page({ ...pageDefaults, method: "POST", load: handleStop });
