import { renderSVG } from "uqr";
import { Field } from "../../../islands/ui/field.tsx";
import { Notice } from "../../../islands/ui/notice.tsx";
import { Failure, TooManyRequests } from "../../../worker/contract/errors.ts";
import { explain } from "../../../worker/contract/messages.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { afterLookup } from "../../../worker/domain/context.ts";
import { createBackupCodes, enableTotp, findPendingTotp } from "../../../worker/domain/identity/index.ts";
import { page } from "../../../worker/http/page.ts";
import { Redirect } from "../../../worker/http/page-spec.ts";
import { FormFoot, FormGroup, FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { setUpStepHref } from "../../account/links.ts";
import { settingsLayout } from "../../layouts.tsx";

const pageDefaults = {
  access: "session",
  not_impersonated: true,
  layout: settingsLayout,
  section: "Security",
} as const;
const trail = [
  ["Security", pages.sessions],
  ["Passkeys and second step", pages.security],
] as const;

type Enrollment = { secret: string; uri: string };

/**
 * A picture, because React would escape inline markup. Black on white in every color scheme, so that cameras can read
 * the code.
 */
const buildQrCode = (text: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(renderSVG(text, { border: 4, pixelSize: 4 })).toString("base64")}`;

/** A data URL in the page, because the server stores only the hashes of the codes. */
const buildCodesFile = (codes: readonly string[]): string =>
  `data:text/plain,${encodeURIComponent(["Backup codes for CrunchBox", ...codes, ""].join("\r\n"))}`;

const formatSecret = (secret: string): string => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

type SetUpProps = { enrolment: Enrollment; problem: string | undefined; query: URLSearchParams };

const SetUpView = ({ enrolment, problem, query }: SetUpProps) => (
  <>
    <PageHeader title="Set up an authenticator app" trail={trail} />
    {problem && <Notice tone="danger">{problem}</Notice>}
    <FormLayout>
      <FormGroup
        title="Scan this with the app"
        text="Any app that shows six-digit codes works, such as your password manager."
      >
        <img src={buildQrCode(enrolment.uri)} alt="QR code for the authenticator app" width={220} height={220} />
        <p>
          Or <a href={enrolment.uri}>open an app on this device</a>, or type this key into the app:{" "}
          <code>{formatSecret(enrolment.secret)}</code>
        </p>
      </FormGroup>
      <FormGroup title="Type the code that the app shows">
        <form method="post" action={setUpStepHref(pages.enableTotp, query)} className="form-grid">
          <Field
            name="code"
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={32}
            required
            error={undefined}
          />
          <FormFoot>
            <button className="button">Turn it on</button>
          </FormFoot>
        </form>
      </FormGroup>
    </FormLayout>
  </>
);

const setUpPage = page({
  ...pageDefaults,
  path: pages.totp,
  async load({ ctx, url }) {
    const enrolment = await findPendingTotp(ctx);
    if (!enrolment) throw new Redirect(setUpStepHref(pages.security, url.searchParams));
    return enrolment;
  },
  head: () => ({ title: "Set up an authenticator app · CrunchBox", no_store: true }),
  view: (enrolment, { url }) => <SetUpView enrolment={enrolment} problem={undefined} query={url.searchParams} />,
});

const BackupCodesView = ({ list, query }: { list: readonly string[]; query: URLSearchParams }) => (
  <>
    <PageHeader title="Your backup codes" trail={trail} />
    <Notice tone="success">These codes are shown only once. Save or print them now.</Notice>
    <FormLayout>
      <FormGroup
        title="Keep them safe"
        text="Each works once in place of the second step, in case you lose your phone."
      >
        <ul>
          {list.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="actions">
          <a className="button" href={setUpStepHref(pages.security, query)}>
            I have saved them
          </a>
          <a className="button quiet" href={buildCodesFile(list)} download="crunchbox-backup-codes.txt">
            Save as a file
          </a>
        </div>
      </FormGroup>
    </FormLayout>
  </>
);

const toMessage = (error: unknown): string => {
  if (error instanceof Failure && error.status === 422) return explain(error.status, error);
  if (error instanceof TooManyRequests) return explain(429, error);
  throw error;
};

const enablePage = page({
  ...pageDefaults,
  path: pages.enableTotp,
  method: "POST",
  form_bytes_max: 1024,
  async load({ ctx, typed, url }) {
    const userCtx = await afterLookup(ctx);
    try {
      return await enableTotp(userCtx, { code: (typed.get("code") ?? "").slice(0, 32) });
    } catch (error) {
      const problem = toMessage(error);
      const enrolment = await findPendingTotp(userCtx);
      if (!enrolment) throw new Redirect(setUpStepHref(pages.security, url.searchParams));
      return { enrolment, problem };
    }
  },
  head: () => ({ title: "Your backup codes · CrunchBox", no_store: true }),
  view: (result, { url: { searchParams } }) =>
    "enrolment" in result ? (
      <SetUpView {...result} query={searchParams} />
    ) : (
      <BackupCodesView list={result.backup_codes} query={searchParams} />
    ),
});

const newCodesPage = page({
  ...pageDefaults,
  path: pages.newBackupCodes,
  method: "POST",
  form_bytes_max: 1024,
  async load({ ctx }) {
    return createBackupCodes(await afterLookup(ctx)).catch((error: unknown) => {
      throw error instanceof Failure && error.status === 422 ? new Redirect(pages.security) : error;
    });
  },
  head: () => ({ title: "Your backup codes · CrunchBox", no_store: true }),
  view: ({ backup_codes }, { url }) => <BackupCodesView list={backup_codes} query={url.searchParams} />,
});

export const authenticatorApp = [setUpPage, enablePage, newCodesPage];
