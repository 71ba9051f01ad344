import * as z from "zod/mini";
import AddPasskey from "../../../islands/portal/add-passkey.tsx";
import { Field } from "../../../islands/ui/field.tsx";
import { passkeyName } from "../../../worker/contract/entities/passkey.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { deletePasskey, type Passkey, updatePasskey } from "../../../worker/domain/identity/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { Island } from "../../../worker/ui/island.tsx";
import { FormGroup } from "../../../worker/ui/layouts/layouts.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";

const accessOptions = { access: "session", not_impersonated: true } as const;

export const Passkeys = ({ list, device }: { list: readonly Passkey[]; device: string }) => (
  <FormGroup
    title="Passkeys"
    text="The safest and quickest way: your phone or computer signs you in with your fingerprint, face or PIN. A passkey works on this site alone, so a fake page cannot steal it."
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

export const passkeyForms = [
  formPost(
    { ...accessOptions, body: z.object({ id: uuid(), name: passkeyName() }) },
    {
      path: pages.renamePasskey,
      back: pages.security,
      send: (ctx, { body: { id, name } }) => updatePasskey(ctx, id, { name }),
      done: ({ name }) => `The passkey is now called ${name}.`,
    },
  ),
  formPost(
    { ...accessOptions, body: z.object({ id: uuid() }) },
    {
      path: pages.removePasskey,
      back: pages.security,
      send: (ctx, { body: { id } }) => deletePasskey(ctx, id),
      done: () => "The passkey is removed. Remove it from your device, too.",
    },
  ),
];
