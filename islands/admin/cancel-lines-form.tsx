import { useState } from "react";
import {
  type CancelableLine,
  cancelAll,
  type CancelChoice,
  sumCancellation,
} from "../../worker/contract/buying/cancel-choice.ts";
import { readRefundChoice } from "../../worker/contract/buying/refund-choice.ts";
import { formatMoney } from "../lib/money.ts";
import { useEarlyInput } from "./use-early-input.ts";

type CancelLinesFormProps = {
  order_number: string;
  lines: CancelableLine[];
  left_cents: number;
  is_whole: boolean;
  /** US cents above which a second person must agree; null for no limit. */
  free_cents: number | null;
  chosen: CancelChoice;
  method: string | null;
  /** The viewer may only request refunds, which another administrator approves. */
  must_ask: boolean;
  /** Idempotency key. */
  form_key: string;
  /** Address of this page, which calculates the sum without script. */
  href: string;
  all_href: string;
};

/** The sum follows the input; without script a button calculates the sum. */
export default function CancelLinesForm(props: CancelLinesFormProps) {
  const { order_number, lines, free_cents, method, form_key, href, all_href } = props;
  const [choice, setChoice] = useState(props.chosen);
  const { form, is_ready: isReady } = useEarlyInput((typed) => setChoice(readRefundChoice(typed).quantities));
  const { by_line, amount, problem, pieces, is_whole } = sumCancellation(props, choice);
  const canCancel = pieces > 0 && problem === undefined;
  const needsApproval = amount > 0 && (props.must_ask || (free_cents !== null && amount > free_cents));
  const sum = formatMoney(amount);
  const piecesLabel = pieces === 1 ? "1 piece" : `${pieces} pieces`;
  return (
    <form ref={form} method="post" action={href} noValidate className="with-summary refund-form">
      {/* Enter presses the form's first button (HTML, form submission), which must not cancel */}
      {isReady && <button hidden formMethod="dialog" aria-label="Nothing" />}
      <input type="hidden" name="key" value={form_key} />
      <div className="steps">
        <div className="card">
          <table className="refund-table">
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col" className="number">
                  Ordered
                </th>
                <th scope="col" className="number">
                  Not shipped
                </th>
                <th scope="col">Cancel</th>
                <th scope="col" className="number">
                  Goes back
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.id}>
                  <th scope="row">{line.name}</th>
                  <td className="number" data-label="Ordered">
                    {line.quantity}
                  </td>
                  <td className="number" data-label="Not shipped">
                    {line.owed}
                  </td>
                  <td data-label="Cancel">
                    {line.owed === 0 ? (
                      "Nothing"
                    ) : (
                      <input
                        name={`quantity.${line.id}`}
                        aria-label={`Cancel of ${line.name}`}
                        inputMode="numeric"
                        value={choice[line.id] ?? ""}
                        onInput={({ currentTarget }) =>
                          setChoice((quantities) => ({ ...quantities, [line.id]: currentTarget.value.trim() }))
                        }
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
            <button type="button" className="link-button" onClick={() => setChoice(cancelAll(lines))}>
              Everything that has not shipped
            </button>
          ) : (
            <a href={all_href}>Everything that has not shipped</a>
          )}
        </div>
        <p className="small">
          {is_whole
            ? "Nothing is left of the order, so it is canceled, and its shipping goes back, too. Amounts include tax."
            : "Shipping stays paid. Amounts include tax."}
        </p>
      </div>
      <section className="summary" aria-label="Cancellation">
        <dl className="totals">
          <div>
            <dt>Canceled</dt>
            <dd>{piecesLabel}</dd>
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
          <button className={canCancel ? "button quiet" : "button"} formMethod="get">
            Work out the sum
          </button>
        )}
        {(isReady || canCancel) && (
          <button
            type="button"
            className={needsApproval ? "button" : "button danger"}
            disabled={!canCancel}
            popoverTarget="confirm-cancel-lines"
          >
            {needsApproval ? "Ask to cancel" : "Cancel"} {canCancel ? piecesLabel : "lines"}
          </button>
        )}
        <dialog
          id="confirm-cancel-lines"
          popover="auto"
          className="dialog question"
          aria-labelledby="confirm-cancel-lines-title"
        >
          <h2 id="confirm-cancel-lines-title">
            Cancel {piecesLabel} of {order_number}?
          </h2>
          <div className="scroll">
            <p>
              {needsApproval
                ? `Another finance administrator or an owner must approve the refund of ${sum} within seven days. Until then nothing is canceled, and the buyer is not notified.`
                : `${amount > 0 ? `${sum} go back to ${method ?? "the original payment method"}. ` : ""}What is canceled does not ship, and the buyer is notified by email. This cannot be undone.`}
            </p>
          </div>
          <div className="actions">
            <button
              type="button"
              className="button quiet"
              popoverTarget="confirm-cancel-lines"
              popoverTargetAction="hide"
            >
              Leave it
            </button>
            <button className={needsApproval ? "button" : "button danger"}>
              {needsApproval ? "Ask to cancel" : "Yes, cancel"} {piecesLabel}
            </button>
          </div>
        </dialog>
      </section>
    </form>
  );
}
