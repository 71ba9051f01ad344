import { Field } from "../../islands/ui/field.tsx";
import { buildFieldProps } from "../../worker/ui/forms/fields-of.ts";
import { LinesForm } from "../../worker/ui/forms/lines-form.tsx";
import { SaveBar } from "../../worker/ui/forms/save-bar.tsx";
import {
  Dashboard,
  DecisionBar,
  FormFoot,
  FormGroup,
  FormLayout,
  FormRow,
  ObjectLayout,
  PictureAndText,
  TriageLayout,
} from "../../worker/ui/layouts/layouts.tsx";
import { Picture } from "../../worker/ui/figures/picture.tsx";
import { Plot } from "../../worker/ui/figures/plot.tsx";
import { Timeline } from "../../worker/ui/figures/timeline.tsx";
import { SettingsFrame } from "../../worker/ui/frame/settings-frame.tsx";
import { Totals } from "../../worker/ui/parts/totals.tsx";
import { useStylesheet } from "../../worker/ui/island.tsx";
import { Part } from "./components.tsx";
import { noon, person } from "./example-data.ts";

const queue = [
  { id: "1", name: "Ana Weiss, Field & Sons", age: "3 days", href: "#1" },
  { id: "2", name: "Ben Castellanos, Acme Robotics", age: "4 hours", href: "#2" },
];

export function Layouts() {
  // the page also shows console-only components
  useStylesheet("admin");
  return (
    <>
      <Part title="Dashboard">
        <Dashboard
          needs={[
            { what: "2 invoices unpaid", number: "$12,490.00", link: ["Pay", "#pay"] },
            { what: "Flowpoint Pro ends in 9 days", link: ["Renew", "#renew"] },
          ]}
        >
          <Plot
            title="Orders"
            points={[
              { label: "Week 46", value: 3 },
              { label: "Week 47", value: 5 },
            ]}
          />
          <p>Devices 42 (4 sites)</p>
        </Dashboard>
        <Dashboard needs={[]}>
          <p>Devices 42 (4 sites)</p>
        </Dashboard>
      </Part>
      <Part title="Object">
        <ObjectLayout aside={<Timeline events={[{ at: noon, what: "Placed", by: "Ben Castellanos" }]} />}>
          <p>What it is: lines, totals, packages, documents, addresses.</p>
        </ObjectLayout>
      </Part>
      <Part title="Sums of an order">
        <Totals
          rows={[
            ["Subtotal", 4352_00],
            ["Shipping", 15_00],
            ["Tax", 359_04],
          ]}
          total={["Total", 4726_04]}
        />
      </Part>
      <Part title="Lines to check">
        <LinesForm
          action="/design/form"
          label="SKU and quantity"
          placeholder="CGX-SP100, 4"
          text=""
          is_again={false}
          hint={{ first: "One product per line.", again: "Correct them and check again." }}
          next={["We look each SKU up.", "You confirm what is added."]}
        />
      </Part>
      <Part title="Form">
        <FormLayout>
          <FormGroup title="Person" text="Who gets the invitation.">
            <Field name="first_name" label="First name" defaultValue="Ana" />
          </FormGroup>
          <FormGroup title="Role">
            <button className="button">Invite Ana to Acme Robotics</button>
          </FormGroup>
          {[undefined, { values: { city: ["Austin"] }, errors: {} }].map((typed, index) => (
            <form key={index} method="post" action="/design/form" className="form-layout">
              <FormGroup title={typed ? "Address, sent back" : "Address, with a save bar"}>
                <Field
                  {...buildFieldProps(typed, { city: "Berlin" }).field("city")}
                  id={`city-${index}`}
                  label="City"
                  hint="A save bar stays in view and says what is unsaved."
                />
              </FormGroup>
              <SaveBar label="Save the address" discard="#form" typed={typed} current={{ city: "Berlin" }} />
            </form>
          ))}
        </FormLayout>
      </Part>
      <Part title="Form in a card, beside the settings">
        <SettingsFrame viewer={person} section="Profile">
          <FormLayout>
            <FormGroup title="Name and phone" text="What colleagues and we see of you.">
              <form className="form-grid" method="post" action="/design/form" noValidate>
                <FormRow>
                  <Field id="row-first" name="first" label="First name" defaultValue="Ana" />
                  <Field id="row-last" name="last" label="Last name" defaultValue="Weiss" />
                </FormRow>
                <Field id="row-phone" name="phone" label="Phone" type="tel" is_optional />
                <FormFoot>
                  <button className="button">Save name and phone</button>
                </FormFoot>
              </form>
            </FormGroup>
          </FormLayout>
        </SettingsFrame>
      </Part>
      <Part title="Card with a head">
        <div className="card">
          <div className="card-head">
            <b>UPS Standard 1Z70310</b>
            <a href="#note">Delivery note</a>
          </div>
        </div>
      </Part>
      <Part title="Triage">
        <TriageLayout queue={queue} current="1">
          <h3>Ana Weiss</h3>
          <p>Asks for an account at Field & Sons; the serial CGX-100-71000 is theirs.</p>
          <DecisionBar what="requests">
            <button className="button">Approve Ana Weiss</button>
            <button className="button quiet">Reject Ana Weiss</button>
          </DecisionBar>
        </TriageLayout>
      </Part>
      <Part title="Picture and text">
        <PictureAndText picture={<Picture src="/products/spectra-100.svg" alt="A spectrometer" />}>
          <button className="button">Download for Windows</button>
          <p>Spectra firmware 1.5.0, the build for CGX-100-71000, 4.2 MB.</p>
        </PictureAndText>
      </Part>
    </>
  );
}
