import { useContext } from "react";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import {
  type CurrentHealth,
  getCurrentHealth,
  type HealthSlot,
  listHealthSlots,
  listRouteHealth,
  quantile,
  type RouteHealth,
  slowestMs,
} from "../../../worker/domain/platform/index.ts";
import { page } from "../../../worker/http/page.ts";
import { ageText, timeText, TimeZone } from "../../../worker/ui/date.tsx";
import { Plot } from "../../../worker/ui/figures/plot.tsx";
import { Dashboard, type AttentionItem } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { durationText } from "./durations.ts";

const numberText = (count: number) => count.toLocaleString("en-US");
const msText = (ms: number) => (ms >= slowestMs ? "over 2,500 ms" : `${numberText(Math.round(ms))} ms`);
const secondsText = (seconds: number) => (seconds === 0 ? "0 s" : durationText(seconds * 1000));
const perRequest = (sum: number, requests: number) => (requests === 0 ? 0 : sum / requests);

export const healthPage = page({
  path: pages.health,
  access: "integrations:read",
  layout: consoleLayout,
  section: "Integrations",
  async load({ ctx }) {
    const [slots, routes, current] = await Promise.all([
      listHealthSlots(ctx),
      listRouteHealth(ctx),
      getCurrentHealth(ctx),
    ]);
    return { slots, routes, current };
  },
  head: () => ({ title: "Health · CrunchBox", no_store: true }),
  view: ({ slots, routes, current }) => (
    <>
      <PageHeader
        trail={[["Integrations", pages.integrations]]}
        title="Health"
        subtitle="The last 24 hours in half hours. The numbers are up to ten seconds old."
      />
      <p className="links">
        <a href={pages.status}>Public status page</a>
        <a href={pages.clientErrors}>Browser errors</a>
      </p>
      <Dashboard needs={alarmNeeds(current)}>
        <Plots slots={slots} current={current} />
      </Dashboard>
      <section>
        <h2 id="routes">Routes</h2>
        {routes.length === 0 ? (
          <EmptyState drawing="things">No requests in the last 24 hours.</EmptyState>
        ) : (
          <Table rows={routes} id={({ route }) => route} columns={routeColumns} />
        )}
      </section>
    </>
  ),
});

/** ops/runbooks.md explains each alarm under its name. */
const alarmNeeds = ({ alarms }: CurrentHealth): AttentionItem[] =>
  alarms.map(({ name, value, raised_at }) => ({
    what: `Alarm ${name} since ${ageText(raised_at)}`,
    number: numberText(value),
    link: ["See what it is about", alarmHrefs[name] ?? pages.integrations],
  }));

const alarmHrefs: Record<string, string> = {
  "requests-fail": "#routes",
  "requests-slow": "#routes",
  "sign-ins-fail": hrefOf(pages.audit, {}, { action: "refuseSignIn" }),
  "checkouts-fell": pages.adminOrders,
  "mails-wait": pages.outbox,
  "mails-given-up": hrefOf(pages.outbox, {}, { state: "given-up" }),
  "texts-not-delivered": hrefOf(pages.outbox, {}, { state: "given-up", channel: "phone" }),
  "webhooks-wait": pages.webhooks,
  "webhooks-given-up": hrefOf(pages.webhooks, {}, { state: "given-up" }),
  "invoices-to-review": hrefOf(pages.adminInvoices, {}, { needs_review: "true" }),
  "books-differ": pages.discrepancies,
};

type PlotsProps = { slots: readonly HealthSlot[]; current: CurrentHealth };

function Plots({ slots, current }: PlotsProps) {
  const zone = useContext(TimeZone);
  const toPoints = (value: (slot: HealthSlot) => number) =>
    slots.map((slot) => ({ label: timeText(slot.start, zone), value: value(slot) }));
  const { mails_due, callbacks_due, queue_s, texts_delivered, texts_undelivered, texts_unreported } = current;
  const textCount = texts_delivered + texts_undelivered + texts_unreported;
  return (
    <>
      <section>
        <h2>Requests</h2>
        <Plot title="Requests" last_words={thisHalfHour} points={toPoints(({ requests }) => requests)} />
        <Plot title="Failed with 5xx" last_words={thisHalfHour} points={toPoints(({ errors }) => errors)} />
        <a href="#routes">Routes</a>
      </section>
      <section>
        <h2>Time</h2>
        <Plot
          title="95 % answered within"
          last_words={thisHalfHour}
          format={msText}
          points={toPoints(({ buckets }) => quantile(buckets, 0.95))}
        />
        <Plot
          title="Database time of a request"
          last_words={thisHalfHour}
          format={msText}
          points={toPoints(({ database_ms, requests }) => perRequest(database_ms, requests))}
        />
        <a href="#routes">Routes</a>
      </section>
      <section>
        <h2>Sign-ins</h2>
        <Plot
          title="Failed sign-ins"
          last_words={thisHalfHour}
          points={toPoints(({ sign_in_failures }) => sign_in_failures)}
        />
        <a href={hrefOf(pages.audit, {}, { action: "refuseSignIn" })}>Failed sign-ins in the audit log</a>
      </section>
      <section>
        <h2>Checkouts</h2>
        <Plot title="Checkouts" last_words={thisHalfHour} points={toPoints(({ checkouts }) => checkouts)} />
        <Plot
          title="Refused or failed"
          last_words={thisHalfHour}
          points={toPoints(({ checkout_failures }) => checkout_failures)}
        />
        <a href={pages.adminOrders}>Orders</a>
      </section>
      <section>
        <h2>Queue</h2>
        <Plot
          title="Longest wait of a message"
          last_words={thisHalfHour}
          format={secondsText}
          points={toPoints(({ mail_wait_s }) => mail_wait_s)}
        />
        <p className="small">
          {mails_due + callbacks_due === 0
            ? "Nothing is due."
            : `Due now: ${numberText(mails_due)} messages, ${numberText(callbacks_due)} webhooks. The oldest since ${secondsText(queue_s)}.`}
        </p>
        {textCount > 0 && (
          <p className="small">
            {`Text messages: ${numberText(texts_delivered)} delivered, ${numberText(texts_undelivered)} not delivered, ${numberText(texts_unreported)} without a report.`}
          </p>
        )}
        <p className="links">
          <a href={pages.outbox}>Unsent messages</a>
          <a href={pages.webhooks}>Unprocessed webhooks</a>
        </p>
      </section>
    </>
  );
}

const thisHalfHour = "this half hour";

const routeColumns: readonly Column<RouteHealth>[] = [
  { label: "Route", cell: ({ route }) => (route === "none" ? "Unknown paths" : route) },
  { label: "Requests", cell: ({ requests }) => numberText(requests), is_number: true },
  {
    label: "Failed (5xx)",
    cell: ({ errors }) => (errors === 0 ? "None" : <b>{`${numberText(errors)} failed`}</b>),
    on_phones: "state",
  },
  { label: "Refused (4xx)", cell: ({ refused }) => numberText(refused), is_number: true, on_phones: "hidden" },
  {
    label: "95 % within",
    cell: ({ buckets }) => msText(quantile(buckets, 0.95)),
    on_phones: "note",
  },
  {
    label: "Database",
    cell: ({ database_ms, requests }) => msText(perRequest(database_ms, requests)),
    is_number: true,
    on_phones: "hidden",
  },
  {
    label: "Statements",
    cell: ({ statements, requests }) =>
      perRequest(statements, requests).toLocaleString("en-US", { maximumFractionDigits: 1 }),
    is_number: true,
    on_phones: "hidden",
    is_extra: true,
  },
];
