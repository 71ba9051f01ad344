import type { ReactNode } from "react";
import { Field } from "../../../islands/ui/field.tsx";
import { CheckboxList } from "../../../islands/ui/fields/checkbox-list.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { AccountRequestDetails } from "../../../worker/domain/people/index.ts";
import type { TypedInput } from "../../../worker/http/flash.ts";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { DecisionBar } from "../../../worker/ui/layouts/layouts.tsx";
import { ShortcutKey } from "../../../worker/ui/parts/keys.tsx";
import { type ApprovalChoices, isNewOrganizationProposed, OrganizationChoice } from "./organization-choice.tsx";
import { ReasonField } from "./reason-field.tsx";
import { basicRole, firstUserRoles } from "../../../worker/contract/people/permissions.ts";
import { approvalRoles } from "../../../worker/contract/people/role-labels.ts";

type DecisionProps = { request: AccountRequestDetails; choice: ApprovalChoices; typed: TypedInput | undefined };

/**
 * Also decides about the requests selected in the queue. The form surrounds the signals in `children`, so that its
 * buttons stay in view beside them.
 */
export function DecisionForm({ request, choice, typed, children }: DecisionProps & { children: ReactNode }) {
  const { id, first_name, last_name, evidence } = request;
  const name = `${first_name} ${last_name}`;
  return (
    <form id="decide" className="card decide" method="post" action={hrefOf(pages.approveRequest, { request_id: id })}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name={`name.${id}`} value={name} />
      {children}
      {evidence.person ? (
        <p className="notice">
          A user with this email address already exists, so the request cannot be approved. They can sign in, or choose
          Forgot Password.
        </p>
      ) : (
        <ApprovalForm request={request} choice={choice} typed={typed} />
      )}
      {/* Enter presses the first button (HTML, form submission), which must not reject anyone. */}
      {evidence.person && <button hidden formMethod="dialog" aria-label="Nothing" />}
      <DecisionBar what="requests">
        {!evidence.person && (
          <button className="button" aria-keyshortcuts="a">
            Approve {name}
            <ShortcutKey name="a" />
          </button>
        )}
        <RejectionForm request={request} name={name} typed={typed} />
      </DecisionBar>
    </form>
  );
}

function ApprovalForm({ request, choice, typed }: DecisionProps) {
  const { id, evidence } = request;
  const { serial, organizations } = evidence;
  const serialName = `serial_numbers.${id}`;
  // Pre-fills the serial number only if an approval would accept it.
  const isSuggested = organizations.some((each) => each.has_device && each.id === evidence.suggested_org_id);
  const isUsable = serial?.verdict === "free" || (serial?.verdict === "registered" && isSuggested);
  const { field, list } = buildFieldProps(typed, {
    roles: isNewOrganizationProposed(request) ? firstUserRoles : [basicRole],
    [serialName]: isUsable ? (request.serial ?? "") : "",
  });
  return (
    <>
      <OrganizationChoice request={request} choice={choice} typed={typed} />
      <div className="decide-pair">
        <div data-new-roles={firstUserRoles.join(" ")}>
          <CheckboxList {...list("roles")} label="Roles" options={approvalRoles} />
          <p className="for-new small">A new organization needs a manager.</p>
        </div>
        <Field
          {...field(serialName)}
          label="Device to register"
          is_optional
          maxLength={36}
          autoComplete="off"
          hint="A serial number, registered to the organization in the same step."
        />
      </div>
    </>
  );
}

const accountExistsReason =
  "You have an account with this address already. Sign in, or choose Forgot Password to get a new one.";

function RejectionForm({ request, name, typed }: Omit<DecisionProps, "choice"> & { name: string }) {
  const { field } = buildFieldProps(typed, { reason: request.evidence.person ? accountExistsReason : "" });
  return (
    <ConfirmForm
      id="reject"
      label={`Reject ${name}`}
      title={`Reject ${name}?`}
      action={hrefOf(pages.rejectRequest, { request_id: request.id })}
      confirm="Yes, reject"
      is_dangerous
      is_in_form
      shortcut="r"
    >
      <p>They are notified by email that no account was created. You can undo this for ten seconds.</p>
      <ReasonField {...field("reason")} />
    </ConfirmForm>
  );
}
