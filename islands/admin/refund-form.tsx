import { useState } from "react";
import {
  chooseAll,
  readRefundChoice,
  type RefundChoice,
  type RefundLine,
  sumRefund,
} from "../../worker/contract/buying/refund-choice.ts";
import { remainingQuantity } from "../../worker/contract/buying/refund-shares.ts";
import { formatMoney } from "../lib/money.ts";
import { SelectField } from "../ui/fields/select-field.tsx";
import { TextAreaField } from "../ui/fields/text-area-field.tsx";
import { Field } from "../ui/field.tsx";
import { useEarlyInput } from "./use-early-input.ts";

type PaidBackDetails = {
  reference: string;
  paid_on: string;
  /** Last day that can be entered as `paid_on`. */
  today: string;
  errors: { reference: string | undefined; paid_on: string | undefined };
};

type RefundFormProps = {
  lines: RefundLine[];
  left_cents: number;
  chosen: RefundChoice;
  reason: string;
  reason_text: string;
  reasons: [value: string, label: string][];
  method: string | null;
  /** Set for a refund by wire or cheque, which is only recorded; undefined for a refund by the payment provider. */
  paid_back?: PaidBackDetails | undefined;
  /** The viewer may only request a refund, which another administrator approves. */
  must_ask: boolean;
  /** US cents above which a second person must agree; null for no limit. */
  free_cents: number | null;
  /** Idempotency key. */
  form_key: string;
  give_href: string;
  /** Address of the page that calculates the sum without script. */
  sum_href: string;
  all_href: string;
};

/** The sum follows the input; without script a button calculates the sum. */
export default function RefundForm(props: RefundFormProps) {
  const { lines, left_cents, reason, reason_text, reasons, paid_back, form_key, give_href, sum_href, all_href } = props;
  const [choice, setChoice] = useState(props.chosen);
  const { form, is_ready: isReady } = useEarlyInput((typed) => setChoice(readRefundChoice(typed)));
  const { by_line, amount, problem } = sumRefund(lines, left_cents, choice);
  const isPayable = amount > 0 && problem === undefined;
  const needsApproval = props.must_ask || (isPayable && props.free_cents !== null && amount > props.free_cents);
  const setQuantity = (id: string, text: string) =>
    setChoice(({ quantities, dollars }) => ({ quantities: { ...quantities, [id]: text.trim() }, dollars }));
  return (
    <form ref={form} method="post" action={give_href} noValidate className="with-summary refund-form">
      {/* Enter presses the form's first button (HTML, form submission), which must not refund */}
      {isReady && <button hidden formMethod="dialog" aria-label="Nothing" />}
      <input type="hidden" name="key" value={form_key} />
      <div className="steps">
        <div className="card">
          <table className="refund-table">
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col" className="number">
                  Paid
                </th>
                <th scope="col" className="number">
                  Left
                </th>
                <th scope="col">Quantity</th>
                <th scope="col" className="number">
                  Goes back
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.id}>
                  <th scope="row">{line.name}</th>
                  <td className="number" data-label="Paid">
                    {formatMoney(line.price * line.quantity + line.tax)}
                  </td>
                  <td className="number" data-label="Left">
                    {remainingQuantity(line)} of {line.quantity}
                  </td>
                  <td data-label="Quantity">
                    {remainingQuantity(line) === 0 ? (
                      "Refunded"
                    ) : (
                      <input
                        name={`quantity.${line.id}`}
                        aria-label={`Quantity of ${line.name}`}
                        inputMode="numeric"
                        value={choice.quantities[line.id] ?? ""}
                        onInput={({ currentTarget }) => setQuantity(line.id, currentTarget.value)}
                        placeholder="0"
                        autoComplete="off"
                      />
                    )}
                  </td>
                  <td className="number" data-label="Goes back">
                    {formatMoney(by_line[line.id] ?? 0)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {isReady ? (
            <button type="button" className="link-button" onClick={() => setChoice(chooseAll(lines, left_cents))}>
              Everything that is left
            </button>
          ) : (
            <a href={all_href}>Everything that is left</a>
          )}
        </div>
        <div className="card">
          <div className="fields">
            <Field
              name="dollars"
              label="Or an amount in dollars"
              inputMode="decimal"
              is_optional
              value={choice.dollars}
              onInput={({ currentTarget }) =>
                setChoice(({ quantities }) => ({ quantities, dollars: currentTarget.value.trim() }))
              }
              hint={`At most ${formatMoney(left_cents)}, for what belongs to no line`}
              autoComplete="off"
            />
            {paid_back && <PaidBackFields {...paid_back} />}
            <SelectField name="reason" label="Reason" options={reasons} defaultValue={reason} />
            <TextAreaField
              name="reason_text"
              label="More about the reason"
              hint="The buyer reads it in the mail"
              is_optional
              maxLength={500}
              rows={2}
              defaultValue={reason_text}
            />
          </div>
        </div>
        <p className="small">{describeConsequence(props, needsApproval)}</p>
      </div>
      <section className="summary" aria-label="Refund">
        <dl className="totals">
          <div>
            <dt>Left of the payment</dt>
            <dd>{formatMoney(left_cents)}</dd>
          </div>
          <div className="total">
            <dt>Goes back</dt>
            <dd>
              <output>{formatMoney(problem === undefined ? amount : 0)}</output>
            </dd>
          </div>
        </dl>
        {problem !== undefined && (
          <p className="notice danger" role="alert">
            {problem}
          </p>
        )}
        <input type="hidden" name="sum" value={amount} />
        {!isReady && (
          <button className={isPayable ? "button quiet" : "button"} formMethod="get" formAction={sum_href}>
            Work out the sum
          </button>
        )}
        {(isReady || isPayable) && (
          <SubmitButton {...props} must_ask={needsApproval} amount={isPayable ? amount : undefined} />
        )}
      </section>
    </form>
  );
}

function describeConsequence({ must_ask, paid_back, method }: RefundFormProps, needsApproval: boolean): string {
  if (paid_back)
    return "The payment provider gives nothing back, and the buyer is notified by email. When all of it is paid back and nothing has shipped, the order is canceled. This cannot be undone.";
  if (needsApproval && !must_ask)
    return "Another finance administrator or an owner must approve it within seven days. Until then nothing is refunded, and the buyer is not notified.";
  return must_ask
    ? "A finance administrator or an owner must approve it within seven days. Until then nothing is refunded, and the buyer is not notified."
    : `It goes to ${method ?? "the original payment method"}, and the buyer is notified by email. This cannot be undone.`;
}

/** `amount` is undefined while nothing can be refunded. */
function SubmitButton({ must_ask, paid_back, amount }: RefundFormProps & { amount: number | undefined }) {
  const sum = amount === undefined ? "" : formatMoney(amount);
  return (
    <button className={must_ask || paid_back ? "button" : "button danger"} disabled={amount === undefined}>
      {paid_back ? `Note ${sum} as paid back` : `${must_ask ? "Ask to refund" : "Refund"} ${sum}`}
    </button>
  );
}

const PaidBackFields = ({ reference, paid_on, today, errors }: PaidBackDetails) => (
  <>
    <Field
      name="reference"
      label="Reference"
      hint="What the bank statement or the cheque says"
      maxLength={140}
      defaultValue={reference}
      error={errors.reference}
      required
    />
    <Field
      name="paid_on"
      type="date"
      label="Paid back on"
      defaultValue={paid_on}
      max={today}
      error={errors.paid_on}
      required
    />
  </>
);
