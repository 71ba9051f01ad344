import type { ReactNode } from "react";
import { Field } from "../../islands/ui/field.tsx";
import { Notice } from "../../islands/ui/notice.tsx";
import { CheckboxList } from "../../islands/ui/fields/checkbox-list.tsx";
import { SelectField } from "../../islands/ui/fields/select-field.tsx";
import { TextAreaField } from "../../islands/ui/fields/text-area-field.tsx";
import { Badge } from "../../worker/ui/parts/badge.tsx";
import { ConfirmForm } from "../../worker/ui/forms/confirm-form.tsx";
import { FindField } from "../../worker/ui/forms/find-field.tsx";
import { ConflictComparison } from "../../worker/ui/forms/version-fields.tsx";
import { PrintButton, CopyButton } from "../../worker/ui/parts/script-buttons.tsx";
import { Facts } from "../../worker/ui/parts/facts.tsx";
import { Tabs } from "../../worker/ui/parts/tabs.tsx";

const tones = ["neutral", "info", "success", "warning", "danger"] as const;

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} id={title.toLowerCase().replaceAll(/[^a-z]+/g, "-")}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function Controls() {
  return (
    <Part title="Buttons, links and tabs">
      <div className="actions">
        <button className="button">Approve 12 requests</button>
        <button className="button quiet">Export</button>
        <button className="button danger">Delete 3 devices</button>
        <button className="button quiet">Use it for Spectral Analysis of Everything That Shines</button>
        <button className="button" disabled>
          Not now
        </button>
        <button className="button quiet" disabled>
          Not now
        </button>
        <button className="button" aria-busy="true">
          Saving
        </button>
        <a className="button quiet" href="#link">
          A link as a button
        </a>
        <button className="link-button">A button as a link</button>
        <PrintButton />
      </div>
      <p className="small">
        SHA-256 <code className="hash">{"0123456789abcdef".repeat(4)}</code>{" "}
        <CopyButton what="SHA-256 of flowpoint.msi" />
      </p>
      <Tabs
        label="Saved views"
        current="#unpaid"
        tabs={[
          { label: "All", href: "#all", count: 1280 },
          { label: "Unpaid", href: "#unpaid", count: 2 },
          { label: "To receive", href: "#receive", count: 0 },
          { label: "History", href: "#history" },
        ]}
      />
    </Part>
  );
}

export function Fields() {
  return (
    <Part title="Fields">
      <div className="form-layout">
        <Field name="plain" label="Name" defaultValue="Spectra 100" />
        <Field name="hinted" label="Purchase-order number (optional)" hint="Stands on the invoice." />
        <Field name="wrong" label="Postal code" defaultValue="0000" error="Check its postal code, city and state." />
        <Field name="off" label="Country" defaultValue="United States" disabled />
        <Field name="day" label="From" type="date" defaultValue="2026-11-20" />
        <SelectField
          name="state"
          label="State"
          options={[
            ["", "All"],
            ["TX", "Texas"],
          ]}
          error="Choose the state."
        />
        <TextAreaField name="notes" label="Notes" defaultValue="The gate is at the back." is_optional />
        <CheckboxList
          name="roles"
          label="Roles"
          options={[
            ["user", "User"],
            ["buyer", "Buyer"],
          ]}
          chosen={["buyer"]}
          hint="Any number of them."
        />
        <FindFields />
        <label className="check">
          <input type="checkbox" defaultChecked />
          The same address for the invoice
        </label>
      </div>
    </Part>
  );
}

const [acme, field, fieldLtd] = [
  { id: "acme", name: "Acme Robotics" },
  { id: "field", name: "Field & Sons" },
  { id: "field-ltd", name: "Fields of Light, a very long name of an organization that wraps Ltd" },
] as const;
const noSearch = { search_text: "", is_search: false, chosen: undefined, found: [], has_more: false };
const nouns = ["organization", "organizations"] as const;

/** States: nothing selected; one selected, with other matches; several selected; no match. */
const FindFields = () => (
  <>
    <FindField
      name="find-first"
      label="Organization"
      what={nouns}
      result={noSearch}
      error="Organization is required."
    />
    <FindField
      name="find-found"
      label="Organization"
      is_optional
      what={nouns}
      result={{ ...noSearch, search_text: "field", found: [field, fieldLtd], has_more: true }}
      offered={[{ ...acme, why: "Theirs now" }]}
      chosen="acme"
      none={{ name: "Any organization" }}
    />
    <FindField
      name="find-many"
      label="Organizations"
      is_optional
      is_many
      what={nouns}
      result={{ ...noSearch, search_text: "field", found: [field] }}
      offered={[acme, fieldLtd]}
      chosen={["acme", "field-ltd"]}
    />
    <FindField name="find-none" label="Organization" what={nouns} result={{ ...noSearch, search_text: "nowhere" }} />
  </>
);

export function Marks() {
  return (
    <Part title="Badges, notices and facts">
      <div className="actions">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </div>
      <Notice tone="info">A plan starts when its first payment is complete.</Notice>
      <Notice tone="success">
        Your order was placed. <a href="#order">See the order</a>
      </Notice>
      <Notice tone="warning">The payment has not arrived yet.</Notice>
      <Notice tone="danger">Your bank declined the payment of $4,890.00.</Notice>
      <Facts
        facts={[
          ["Order", "O00000910"],
          ["Ship to", "Acme Robotics, 1 Infinite Loop, Austin, TX 73301, United States"],
          ["Company", "W".repeat(40)],
        ]}
      />
    </Part>
  );
}

export function Dialogs() {
  return (
    <Part title="Dialog">
      <ConfirmForm
        id="ask"
        label="Cancel the order"
        title="Cancel order O00000910?"
        action="#cancel"
        confirm="Cancel the order"
        is_dangerous
      >
        <p>$15,395.16 goes back to Visa 4242. This cannot be undone.</p>
      </ConfirmForm>
    </Part>
  );
}

export function ConflictPart() {
  return (
    <Part title="What others changed">
      <ConflictComparison
        href="#form"
        by="Changed by Dana Nilsson on 20 Nov 2026."
        rows={[
          { label: "Industry", read: "Optics", now: "Robotics", typed: "Photonics", is_theirs: false },
          { label: "Notes", read: "", now: `Calls on ${"W".repeat(40)}`, typed: "", is_theirs: true },
        ]}
      />
      <ConflictComparison href="#form" rows={[]} />
    </Part>
  );
}
