import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { Notice } from "../../../islands/ui/notice.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { Version, VersionUse } from "../../../worker/domain/software/index.ts";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { formatCount, versionHref } from "./labels.ts";

type WithdrawFormProps = { version: Version; use: VersionUse };

export function WithdrawForm({
  version: { id, version, reference },
  use: { affected, replacements },
}: WithdrawFormProps) {
  return (
    <ConfirmForm
      id="withdraw"
      label="Withdraw"
      title={`Withdraw ${reference.title} ${version}?`}
      action={hrefOf(pages.withdrawAdminVersion, { id })}
      confirm={`Withdraw ${version}`}
      is_dangerous
    >
      <p>
        Downloads stop at once, also by links given out before, and the version before is offered instead.{" "}
        {affected === 0
          ? "Nobody has downloaded it."
          : `${formatCount(affected, "person who downloaded it or owns", "people who downloaded it or own")} an organization that did ${affected === 1 ? "is" : "are"} notified by email and in the app, also if they turned news off.`}{" "}
        This cannot be undone.
      </p>
      <TextAreaField name="reason" label="Reason, for the customers" maxLength={1000} required />
      <SelectField
        name="replacement_id"
        label="Use instead"
        defaultValue={replacements[0]?.id ?? ""}
        options={[
          ...replacements.map((each) => [each.id, each.version] as const),
          ["", replacements.length > 0 ? "Name no version" : "No other version is published"],
        ]}
      />
    </ConfirmForm>
  );
}

export function WithdrawalWarning({ withdrawal }: { withdrawal: NonNullable<Version["withdrawal"]> }) {
  const { reason, replacement } = withdrawal;
  return (
    <Notice tone="danger">
      <p className="plain">{reason}</p>
      <p>
        {replacement ? (
          <>
            Customers are asked to use <a href={versionHref(replacement.id)}>{replacement.version}</a> instead.
          </>
        ) : (
          "Customers are asked to stop using it."
        )}
      </p>
    </Notice>
  );
}
