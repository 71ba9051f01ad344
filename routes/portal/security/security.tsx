import * as z from "zod/mini";
import AddPasskey from "../../../islands/portal/add-passkey.tsx";
import { uuid } from "../../../worker/contract/fields.ts";
import { passkeyName } from "../../../worker/contract/entities/passkey.ts";
import { pages } from "../../../worker/contract/pages.ts";
import {
  createTotp,
  deletePasskey,
  deleteTotp,
  type FactorRule,
  findFactorRule,
  findOwnRecovery,
  getSecurity,
  type Passkey,
  type Recovery,
  type Security,
  stopOwnRecovery,
  updatePasskey,
} from "../../../worker/domain/identity/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { DateText, dateText, TimeText } from "../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { Field } from "../../../islands/ui/field.tsx";
import { Notice } from "../../../islands/ui/notice.tsx";
import { Island } from "../../../worker/ui/island.tsx";
import { FormGroup, FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { settingsLayout } from "../../layouts.tsx";
import { afterSetUpHref, setUpStepHref } from "../../account/links.ts";
import { browserName } from "../../../worker/contract/people/browser-names.ts";

const own = { access: "session", not_impersonated: true } as const;

/** The strongest step comes first. Everything but adding a passkey works without script. */
const securityPage = page({
  path: pages.security,
  ...own,
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
            : "A password can be guessed, stolen or typed on a false page. Add one of these, and it is not enough to get in."
        }
        trail={[["Security", pages.sessions]]}
      />
      <Rule rule={rule} has_own={hasFactor(security)} next_href={afterSetUpHref(url.searchParams)} />
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

/** What asks for a second factor, and the way on after a sign-in. */
const Rule = ({ rule, has_own, next_href }: RuleProps) => {
  if (!rule)
    return (
      next_href && (
        <Notice tone={has_own ? "success" : "info"}>
          <p>
            {has_own ? "You have a second step now." : "Nobody asks you for a second step, but it keeps you safer."}
          </p>
          <a className="button" href={next_href}>
            Go on to CrunchBox
          </a>
        </Notice>
      )
    );
  const who = rule.from_day === null ? "Administrators need" : `${rule.org_name} asks everybody for`;
  const what = "a passkey or an authenticator app";
  return rule.is_in_force ? (
    <Notice tone="warning">
      {who} {what}. Set one up here: everything else opens again as soon as you have it.
    </Notice>
  ) : (
    <Notice tone="warning">
      <p>
        {who} {what} from {rule.from_day && dateText(`${rule.from_day}T00:00:00Z`, "UTC")}. From that day nothing else
        opens without one.
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
          The link that removes them is mailed on <TimeText at={due_at} />.
        </>
      ) : (
        <>
          The link that removes them was mailed and works until <TimeText at={expires_at} />.
        </>
      )}{" "}
      If it was not you, stop it now.
    </p>
    <form method="post" action={pages.stopOwnRecovery}>
      <button className="button">Stop it</button>
    </form>
  </Notice>
);

const Passkeys = ({ list, device }: { list: readonly Passkey[]; device: string }) => (
  <FormGroup
    title="Passkeys"
    text="The safest way, and the quickest: your phone or computer signs you in with your finger, face or PIN. A passkey works on this site alone, so a false page cannot steal it."
  >
    {list.length > 0 && (
      <ul className="sessions">
        {list.map((each) => (
          <PasskeyLine key={each.id} passkey={each} isLast={list.length === 1} />
        ))}
      </ul>
    )}
    <noscript>
      <p className="notice info">Adding a passkey needs JavaScript. Please turn it on and load this page again.</p>
    </noscript>
    <Island name="portal/add-passkey" of={AddPasskey} props={{ name: device }} />
  </FormGroup>
);

const PasskeyLine = ({
  passkey: { id, name, created_at, last_used_at, is_synced },
  isLast,
}: {
  passkey: Passkey;
  isLast: boolean;
}) => (
  <li>
    <div>
      <strong>{name}</strong> {is_synced && <Badge tone="neutral">On all your devices</Badge>}
      <small>
        Added on <DateText at={created_at} />,{" "}
        {last_used_at ? (
          <>
            last used on <DateText at={last_used_at} />
          </>
        ) : (
          "not used yet"
        )}
      </small>
      <details>
        <summary className="link-button">Rename {name}</summary>
        <form method="post" action={pages.renamePasskey} className="form-grid">
          <input type="hidden" name="id" value={id} />
          <Field id={`name-${id}`} name="name" label="Name" defaultValue={name} maxLength={64} required />
          <button className="button quiet">Save the name</button>
        </form>
      </details>
    </div>
    <ConfirmForm
      id={`remove-${id}`}
      label="Remove"
      title={`Remove ${name}?`}
      action={pages.removePasskey}
      confirm="Yes, remove it"
      is_dangerous
    >
      <input type="hidden" name="id" value={id} />
      <p>
        You can no longer sign in with it{isLast ? ". If it is your last step, a password is enough again" : ""}. Remove
        it from your device, too.
      </p>
    </ConfirmForm>
  </li>
);

const AuthenticatorApp = ({ security: { totp }, start }: { security: Security; start: string }) => (
  <FormGroup
    title="Authenticator app"
    text="An app on your phone shows a code of six digits that changes every 30 seconds. You type it after your password, so that a stolen password is not enough."
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
    text="For the day on which your phone is lost. Each works once in place of the second step. Print them, and keep them where you keep other papers."
  >
    <p>{left === 0 ? "You have none." : left === 1 ? "One code is left." : `${left} codes are left.`}</p>
    <form method="post" action={pages.newBackupCodes}>
      <button className="button quiet">{left === 0 ? "Make backup codes" : "Make new codes in place of these"}</button>
    </form>
  </FormGroup>
);

const withId = z.object({ id: uuid() });

export const security = [
  securityPage,
  formPost(own, {
    path: pages.startTotp,
    back: (started, c) => setUpStepHref(started ? pages.totp : pages.security, new URL(c.req.url).searchParams),
    send: (ctx) => createTotp(ctx),
  }),
  formPost(own, {
    path: pages.stopOwnRecovery,
    back: pages.security,
    send: (ctx) => stopOwnRecovery(ctx),
    done: () => "Nothing is removed. If you did not ask support, choose a new password.",
  }),
  formPost(own, {
    path: pages.deleteTotp,
    back: pages.security,
    send: (ctx) => deleteTotp(ctx),
    done: () => "Your authenticator app is off.",
  }),
  formPost(
    { ...own, body: z.object({ id: uuid(), name: passkeyName() }) },
    {
      path: pages.renamePasskey,
      back: pages.security,
      send: (ctx, { body: { id, name } }) => updatePasskey(ctx, id, { name }),
      done: ({ name }) => `The passkey is now called ${name}.`,
    },
  ),
  formPost(
    { ...own, body: withId },
    {
      path: pages.removePasskey,
      back: pages.security,
      send: (ctx, { body: { id } }) => deletePasskey(ctx, id),
      done: () => "The passkey is removed. Remove it from your device, too.",
    },
  ),
];
