import * as z from "zod/mini";
import { Field } from "../../islands/ui/field.tsx";
import { Failure } from "../../worker/contract/errors.ts";
import { freeText, loginPassword, uuid } from "../../worker/contract/fields.ts";
import { explain } from "../../worker/contract/messages.ts";
import { pages } from "../../worker/contract/pages.ts";
import { finishRecovery as finish, findRecovery, stopRecoveryByLink } from "../../worker/domain/identity/index.ts";
import { formPost } from "../../worker/http/form.ts";
import { page } from "../../worker/http/page.ts";
import type { LoadInput } from "../../worker/http/page-spec.ts";
import type { PublicSettings } from "../../worker/http/public-settings.ts";
import { readBrowserTokens, writeSignInCookies } from "../../worker/http/sign-in-cookies.ts";
import { buildFieldProps } from "../../worker/ui/forms/fields-of.ts";
import { FlashMessage } from "../../worker/ui/forms/flash-message.tsx";
import { AccountLayout } from "../../worker/ui/frame/account-layout.tsx";

const linkParams = z.object({ recovery_id: uuid(), token: freeText(64, "The signature of the mailed link") });
const secretHead = { no_referrer: true, no_store: true } as const;

type State = "asking" | "stopped" | "failed";

/** Needs a button press, because mail scanners open links too. */
const handleStop = ({ ctx, params }: LoadInput<"public", typeof linkParams>): Promise<State> =>
  stopRecoveryByLink(ctx, params).then(
    () => "stopped" as const,
    (error: unknown) => {
      if (error instanceof Failure) return "failed";
      throw error;
    },
  );

const titles: Record<State, string> = {
  asking: "Keep your second step?",
  stopped: "Your second step stays",
  failed: "This link no longer works",
};

const SupportText = ({ settings, what }: { settings: PublicSettings; what: string }) => (
  <p className="subtitle">
    Please <a href={`mailto:${settings.support_email}`}>contact support</a> {what}.
  </p>
);

const stopView = (state: State, { settings }: { settings: PublicSettings }) => (
  <AccountLayout home={pages.home}>
    <h1>{titles[state]}</h1>
    {state === "asking" && (
      <form method="post">
        <p className="subtitle">
          Somebody told support that your passkeys, authenticator app and backup codes are lost. If it was not you,
          press the button, and nothing is removed.
        </p>
        <button className="button">Stop it</button>
      </form>
    )}
    {state === "stopped" && (
      <>
        <p className="subtitle">
          Nothing is removed. Whoever asked support knows something about you, and perhaps your password: choose a new
          one.
        </p>
        <a className="button" href={pages.recoverPassword}>
          Choose a new password
        </a>
      </>
    )}
    {state === "failed" && <SupportText settings={settings} what="if you did not ask to remove your second step" />}
  </AccountLayout>
);

const stopPageDefaults = {
  path: pages.stopRecovery,
  access: "public" as const,
  params: linkParams,
  head: (state: State) => ({ title: `${titles[state]} · CrunchBox`, ...secretHead }),
  view: stopView,
};

const finishPage = page({
  path: pages.finishRecovery,
  access: "public",
  params: linkParams,
  load: ({ ctx, params }) => findRecovery(ctx, params),
  head: (found) => ({ title: `${found ? "Remove your lost second step" : titles.failed} · CrunchBox`, ...secretHead }),
  view(pendingRecovery, { flash, settings }) {
    if (!pendingRecovery)
      return (
        <AccountLayout home={pages.home}>
          <h1>{titles.failed}</h1>
          <p className="subtitle">
            It works once, for 24 hours, and not after a new password. Sign in, or ask support for a new link.
          </p>
          <SupportText settings={settings} what="if you cannot sign in" />
        </AccountLayout>
      );
    const { error } = buildFieldProps(flash?.typed).field("password");
    return (
      <AccountLayout home={pages.home}>
        <h1>Remove your lost second step</h1>
        <p className="subtitle">
          Enter the password of <b>{pendingRecovery.email}</b>. Then your passkeys, authenticator app, backup codes and
          trusted browsers are removed, you are signed out everywhere else, and can set up a new second step.
        </p>
        <FlashMessage flash={flash} />
        <form method="post">
          <Field
            name="password"
            type="password"
            label="Password"
            autoComplete="current-password"
            maxLength={64}
            required
            error={error}
          />
          <button className="button">Remove them and sign in</button>
        </form>
        <p className="aside">Forgot your password? A new one ends this link, and you start again with support.</p>
      </AccountLayout>
    );
  },
});

const finishForm = formPost(
  { access: "public", params: linkParams, body: z.object({ password: loginPassword() }) } as const,
  {
    path: pages.finishRecovery,
    page: finishPage,
    async send(ctx, { params, body: { password } }, c) {
      const { browser_token, session_token } = readBrowserTokens(c);
      writeSignInCookies(c, await finish(ctx, { ...params, password, browser_token, session_token }));
    },
    back: pages.security,
    done: () => "Your lost second step is removed. Set up a new one now.",
    refusal: (refused) => ({
      message:
        refused.errcode === "INVALID_CREDENTIALS"
          ? "This password is wrong. Nothing is removed."
          : explain(refused.status, refused),
    }),
  },
);

export const recovery = [
  page({ ...stopPageDefaults, load: async (): Promise<State> => "asking" }),
  page({ ...stopPageDefaults, method: "POST", load: handleStop }),
  finishPage,
  finishForm,
];
