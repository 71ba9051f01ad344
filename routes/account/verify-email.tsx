import { Failure } from "../../worker/contract/errors.ts";
import { pages } from "../../worker/contract/pages.ts";
import { afterLookup } from "../../worker/domain/context.ts";
import { confirmEmailChange, verifyCode } from "../../worker/domain/identity/index.ts";
import { page } from "../../worker/http/page.ts";
import type { PublicSettings } from "../../worker/http/public-settings.ts";
import { AccountLayout } from "../../worker/ui/frame/account-layout.tsx";
import { type LinkInput, verificationLink } from "./verification.ts";

type Result = { state: "asking" } | { state: "expired" } | { state: "valid"; new_email: string };

/** Returns `valid` only if the code is valid and the change of the address succeeds (O-078). */
async function confirmChange({ params, ...input }: LinkInput): Promise<Result> {
  const ctx = await afterLookup(input.ctx);
  try {
    const { token } = await verifyCode(ctx, { scope: "verify:email-change", ...params });
    return { state: "valid", ...(await confirmEmailChange(ctx, { token })) };
  } catch (error) {
    if (error instanceof Failure) return { state: "expired" };
    throw error;
  }
}

const titles = {
  asking: "Change your email?",
  expired: "Your link has expired",
  valid: "You have changed your email.",
};

function Confirmation() {
  return (
    <form method="post">
      <p className="subtitle">Press the button to confirm your new email address.</p>
      <button className="button">Confirm</button>
    </form>
  );
}

function SuccessContent({ new_email, profile_href }: { new_email: string; profile_href: string }) {
  return (
    <>
      <p className="subtitle">
        {`Your email has been successfully changed to ${new_email}. You can continue to CGX by clicking the button below.`}
      </p>
      <a className="button" href={profile_href}>
        GO TO ACCOUNT SETTINGS
      </a>
    </>
  );
}

function ExpiredContent({ support_email }: { support_email: string }) {
  return (
    <>
      <p className="subtitle">
        Please <a href={`mailto:${support_email}`}>contact support</a> to resend the verification email, or{" "}
        <a href={pages.home}>log in</a> and update the email.
      </p>
      <a className="button" href={pages.home}>
        GO TO LOGIN PAGE
      </a>
    </>
  );
}

const pageDefaults = {
  path: pages.verifyEmail,
  access: "visitor-or-session" as const,
  params: verificationLink,
  head: ({ state }: Result) => ({ title: `${titles[state]} · CrunchBox`, no_referrer: true, no_store: true }),
  view: (result: Result, { settings }: { settings: PublicSettings }) => (
    <AccountLayout home={pages.home}>
      <h1>{titles[result.state]}</h1>
      {result.state === "asking" && <Confirmation />}
      {result.state === "valid" && <SuccessContent new_email={result.new_email} profile_href={pages.profile} />}
      {result.state === "expired" && <ExpiredContent support_email={settings.support_email} />}
    </AccountLayout>
  ),
};

/** A user's navigation confirms at once; a mail scanner's fetch gets a button instead. */
export const verifyEmailPage = page({
  ...pageDefaults,
  load: async (input): Promise<Result> => (input.isNavigation ? confirmChange(input) : { state: "asking" }),
});

export const confirmEmailPage = page({ ...pageDefaults, method: "POST", load: confirmChange });
