import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { Subscription } from "../../../worker/domain/payments/index.ts";
import type { Software } from "../../../worker/domain/software/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";

type UnlockedProps = { plan: Subscription; software: readonly Software[] };

export function UnlockedSoftware({ plan, software }: UnlockedProps) {
  if (software.length === 0) return null;
  return (
    <section>
      <h2>What it unlocks</h2>
      <ul className="summary-lines card">
        {software.map(({ id, name, title, allowed, reason, latest_version_allowed: allowedVersion }) => (
          <li key={id}>
            <span>
              <a href={hrefOf(pages.softwareVersions, { name })}>{title}</a>
              {!allowed && reason && (
                <small>
                  <LockReason plan={plan} message={reason.message} />
                </small>
              )}
            </span>
            {allowedVersion && <b>{allowed ? allowedVersion.version : `Yours up to ${allowedVersion.version}`}</b>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A trial unlocks nothing before its first payment. */
function LockReason({ plan, message }: { plan: Subscription; message: string }) {
  if (plan.status === "trialing" && plan.next_charge)
    return (
      <>
        Unlocks on <DateText at={plan.next_charge.at} /> with the first payment.
      </>
    );
  if (plan.status === "incomplete") return <>Unlocks when the first payment is complete.</>;
  return <>{message}</>;
}
