import { pages } from "../../../worker/contract/pages.ts";
import {
  createTotp,
  deleteTotp,
  type FactorRule,
  findFactorRule,
  findOwnRecovery,
  getSecurity,
  type Recovery,
  type Security,
  stopOwnRecovery,
} from "../../../worker/domain/identity/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { DateText, dateText, TimeText } from "../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { Notice } from "../../../islands/ui/notice.tsx";
import { FormGroup, FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { settingsLayout } from "../../layouts.tsx";
import { afterSetUpHref, setUpStepHref } from "../../account/links.ts";
import { browserName } from "../../../worker/contract/people/browser-names.ts";
import { passkeyForms, Passkeys } from "./passkeys.tsx";

const accessOptions = { access: "session", not_impersonated: true } as const;

/** Lists the strongest second factors first. Everything except adding a passkey works without script. */
const securityPage = page({
  path: pages.security,
  ...accessOptions,
  layout: settingsLayout,
  section: "Security",
  load: ({ ctx }) => Promise.all([getSecurity(ctx), findOwnRecovery(ctx), findFactorRule(ctx)]),
  head: () => ({ title: "Passkeys and second step · CrunchBox", no_store: true }),
  view: ([security, recovery, rule], { ctx, url }) => (
    <>
      <PageHeader
        title="Passkeys and second step"
        subtitle={
          hasFactor(security)
            ? "A password alone does not open your account."
            : "A password can be guessed, stolen or typed into a fake page. Add one of these, and a password alone is not enough to get in."
        }
        trail={[["Security", pages.sessions]]}
      />
      <RuleNotice rule={rule} has_own={hasFactor(security)} next_href={afterSetUpHref(url.searchParams)} />
      {recovery && <RecoveryNotice recovery={recovery} />}
      <FormLayout>
        <Passkeys list={security.passkeys} device={browserName(ctx.user_agent)} />
        <AuthenticatorApp security={security} start={setUpStepHref(pages.startTotp, url.searchParams)} />
        {hasFactor(security) && <BackupCodes left={security.backup_codes_left} />}
      </FormLayout>
    </>
  ),
});

type RuleProps = { rule: FactorRule | undefined; has_own: boolean; next_href: string | undefined };

const RuleNotice = ({ rule, has_own, next_href }: RuleProps) => {
  if (!rule)
    return (
      next_href && (
        <Notice tone={has_own ? "success" : "info"}>
          <p>
            {has_own ? "You have a second step now." : "You do not have to use a second step, but it keeps you safer."}
          </p>
          <a className="button" href={next_href}>
            Continue to CrunchBox
          </a>
        </Notice>
      )
    );
  const subject = rule.from_day === null ? "Administrators need" : `${rule.org_name} asks everybody for`;
  const what = "a passkey or an authenticator app";
  return rule.is_in_force ? (
    <Notice tone="warning">
      {subject} {what}. Set one up here: everything else opens again as soon as you have it.
    </Notice>
  ) : (
    <Notice tone="warning">
      <p>
        {subject} {what} from {rule.from_day && dateText(`${rule.from_day}T00:00:00Z`, "UTC")}. From that day nothing
        else opens without one.
      </p>
      {next_href && (
        <a className="button quiet" href={next_href}>
          Not now
        </a>
      )}
    </Notice>
  );
};

const hasFactor = ({ passkeys, totp }: Security): boolean => passkeys.length > 0 || totp.is_enabled;

const RecoveryNotice = ({ recovery: { due_at, expires_at } }: { recovery: Recovery }) => (
  <Notice tone="warning">
    <p>
      Support was asked to remove your passkeys, authenticator app and backup codes.{" "}
      {expires_at === null ? (
        <>
          We email the link that removes them on <TimeText at={due_at} />.
        </>
      ) : (
        <>
          We emailed the link that removes them. It works until <TimeText at={expires_at} />.
        </>
      )}{" "}
      If it was not you, stop it now.
    </p>
    <form method="post" action={pages.stopOwnRecovery}>
      <button className="button">Stop it</button>
    </form>
  </Notice>
);

const AuthenticatorApp = ({ security: { totp }, start }: { security: Security; start: string }) => (
  <FormGroup
    title="Authenticator app"
    text="An app on your phone shows a six-digit code that changes every 30 seconds. You type it after your password, so that a stolen password is not enough."
  >
    {totp.created_at === null ? (
      <form method="post" action={start}>
        <button className="button quiet">Set up an authenticator app</button>
      </form>
    ) : (
      <>
        <p>
          On since <DateText at={totp.created_at} />.
        </p>
        <ConfirmForm
          id="app-off"
          label="Turn it off"
          title="Turn the authenticator app off?"
          action={pages.deleteTotp}
          confirm="Yes, turn it off"
          is_dangerous
        >
          <p>Its codes stop working. Without a passkey, your password alone opens your account again.</p>
        </ConfirmForm>
      </>
    )}
  </FormGroup>
);

const BackupCodes = ({ left }: { left: number }) => (
  <FormGroup
    title="Backup codes"
    text="In case you lose your phone. Each works once in place of the second step. Print them, and keep them with your important papers."
  >
    <p>{left === 0 ? "You have none." : left === 1 ? "One code is left." : `${left} codes are left.`}</p>
    <form method="post" action={pages.newBackupCodes}>
      <button className="button quiet">{left === 0 ? "Make backup codes" : "Replace them with new codes"}</button>
    </form>
  </FormGroup>
);

export const security = [
  securityPage,
  formPost(accessOptions, {
    path: pages.startTotp,
    back: (started, c) => setUpStepHref(started ? pages.totp : pages.security, new URL(c.req.url).searchParams),
    send: (ctx) => createTotp(ctx),
  }),
  formPost(accessOptions, {
    path: pages.stopOwnRecovery,
    back: pages.security,
    send: (ctx) => stopOwnRecovery(ctx),
    done: () => "Nothing is removed. If you did not ask support, choose a new password.",
  }),
  formPost(accessOptions, {
    path: pages.deleteTotp,
    back: pages.security,
    send: (ctx) => deleteTotp(ctx),
    done: () => "Your authenticator app is off.",
  }),
  ...passkeyForms,
];
