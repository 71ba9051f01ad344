import { pages } from "../../worker/contract/pages.ts";
import * as contract from "../../worker/contract/v1/sso/phone.ts";
import {
  confirmPhone,
  getPhone,
  type Phone,
  removePhone,
  requestPhoneCode,
} from "../../worker/domain/notifications/index.ts";
import { formPost } from "../../worker/http/form.ts";
import { page } from "../../worker/http/page.ts";
import { PageNotFound } from "../../worker/http/page-spec.ts";
import { DateText, TimeText } from "../../worker/ui/date.tsx";
import { ConfirmForm } from "../../worker/ui/forms/confirm-form.tsx";
import { buildFieldProps } from "../../worker/ui/forms/fields-of.ts";
import { FormGroup, FormLayout } from "../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../worker/ui/layouts/page-header.tsx";
import { Facts } from "../../worker/ui/parts/facts.tsx";
import { Field } from "../../islands/ui/field.tsx";
import { Notice } from "../../islands/ui/notice.tsx";
import { settingsLayout } from "../layouts.tsx";

type Typed = Parameters<typeof buildFieldProps>[0];
type Props = { phone: Phone; typed: Typed };

/** A shop that sends no text messages does not have this page. */
const phonePage = page({
  path: pages.phone,
  access: "session",
  not_impersonated: true,
  layout: settingsLayout,
  section: "Profile",
  async load({ ctx }) {
    const phone = await getPhone(ctx);
    if (!phone.is_available) throw new PageNotFound();
    return phone;
  },
  head: () => ({ title: "Text messages · CrunchBox", no_store: true }),
  view: (phone, { flash }) => (
    <>
      <PageHeader
        title="Text messages"
        subtitle="Get what you choose as a text message, too. Email and the app stay as they are."
        trail={[["Profile", pages.profile]]}
      />
      <FormLayout>
        {phone.number !== null && <VerifiedNumber phone={phone} number={phone.number} />}
        {phone.pending && <CodeForm phone={phone} pending={phone.pending} typed={flash?.typed} />}
        <NumberForm phone={phone} typed={flash?.typed} />
      </FormLayout>
    </>
  ),
});

export const StoppedNotice = ({ phone }: { phone: Phone }) => (
  <Notice tone="warning">
    <p>
      Text messages to this number are off, because STOP was sent from it. To turn them on, send START to{" "}
      {phone.shop_number} from it. If your phone answers that this did not work, send UNSTOP.
    </p>
  </Notice>
);

function VerifiedNumber({ phone, number }: { phone: Phone; number: string }) {
  return (
    <FormGroup title="Your number">
      <Facts
        facts={[
          ["Number", number],
          ["Verified", phone.verified_at && <DateText key="at" at={phone.verified_at} />],
        ]}
      />
      {phone.is_opted_out && <StoppedNotice phone={phone} />}
      <p className="links">
        <a href={pages.notificationSettings}>Choose text messages</a>
      </p>
      <ConfirmForm
        id="remove"
        label="Remove this number"
        title={`Remove ${number}?`}
        action={pages.removePhone}
        confirm="Yes, remove it"
        is_dangerous
      >
        <p>You no longer get text messages. Verify a number to turn them on again.</p>
      </ConfirmForm>
    </FormGroup>
  );
}

function CodeForm({ phone, pending, typed }: Props & { pending: NonNullable<Phone["pending"]> }) {
  const { field } = buildFieldProps(typed, { code: "" });
  return (
    <FormGroup
      title="Enter the code"
      text={
        <>
          We sent a code to {pending.number}. It works until <TimeText at={pending.expires_at} />.
        </>
      }
    >
      {phone.number === null && phone.is_opted_out && <StoppedNotice phone={phone} />}
      <form method="post" action={pages.confirmPhone} noValidate>
        <Field
          {...field("code")}
          label="Code"
          hint="Six digits. After five wrong tries you need a new code."
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
        />
        <button className="button">Verify number</button>
      </form>
      <form method="post" action={pages.requestPhoneCode}>
        <input type="hidden" name="number" value={pending.number} />
        <button className="button quiet">Send another code</button>
      </form>
    </FormGroup>
  );
}

function NumberForm({ phone, typed }: Props) {
  const isFirst = phone.number === null && phone.pending === null;
  const isTypedHere = typed && "number" in typed.values;
  const { field } = buildFieldProps(isTypedHere ? typed : undefined, { number: "" });
  return (
    <FormGroup
      title={isFirst ? "Add a number" : "Use another number"}
      text={
        <>
          We send a code to it, to make sure that it is yours.
          {phone.number !== null && " Until you enter the code, your number stays as it is."} Our messages come from{" "}
          {phone.shop_number}. Message and data rates may apply. Reply STOP at any time to turn them off.
        </>
      }
    >
      <form method="post" action={pages.requestPhoneCode} noValidate>
        <Field
          {...field("number")}
          label="Mobile number"
          type="tel"
          autoComplete="tel"
          maxLength={32}
          hint="Outside the US, start with + and the country code."
        />
        <button className={isFirst ? "button" : "button quiet"}>Send code</button>
      </form>
    </FormGroup>
  );
}

const requestCodeForm = formPost(contract.requestPhoneCode, {
  path: pages.requestPhoneCode,
  page: phonePage,
  back: pages.phone,
  send: (ctx, { body }) => requestPhoneCode(ctx, body.number),
  done: ({ pending }) => (pending ? `We sent a code to ${pending.number}.` : "We sent a code."),
});

const confirmForm = formPost(contract.confirmPhone, {
  path: pages.confirmPhone,
  page: phonePage,
  back: pages.notificationSettings,
  send: (ctx, { body }) => confirmPhone(ctx, body.code),
  done: ({ number }) => `${number} is verified. Choose below which notifications to send there.`,
  refusal: (refused) => ({
    message:
      refused.errcode === "INVALID_VERIFICATION_CODE"
        ? "This code is wrong, expired or already used. Check the newest message, or send another code."
        : refused.message,
  }),
});

const removeForm = formPost(contract.removePhone, {
  path: pages.removePhone,
  back: pages.phone,
  send: (ctx) => removePhone(ctx),
  done: () => "Your number is removed. You get no more text messages.",
});

export const phonePages = [phonePage, requestCodeForm, confirmForm, removeForm];
