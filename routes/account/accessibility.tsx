import { pages } from "../../worker/contract/pages.ts";
import { page } from "../../worker/http/page.ts";
import { DateText } from "../../worker/ui/date.tsx";
import { PageHeader } from "../../worker/ui/layouts/page-header.tsx";
import { appLayout } from "../layouts.tsx";
import { LegalLayout } from "../store/legal/legal-layout.tsx";

/** Last manual comparison of the pages with this statement; update it whenever the statement changes. */
const reviewedAt = "2026-11-30T12:00:00Z";

export const accessibility = page({
  path: pages.accessibility,
  cache: "release",
  access: "visitor-or-session",
  layout: appLayout,
  load: () => Promise.resolve({}),
  head: () => ({
    title: "Accessibility · CrunchBox",
    description:
      "How CrunchBox meets the Web Content Accessibility Guidelines, what it does not meet, and who to tell.",
  }),
  view: (_loaded, { settings }) => (
    <>
      <PageHeader
        title="Accessibility"
        subtitle={
          <>
            Last reviewed on <DateText at={reviewedAt} />
          </>
        }
      />
      <LegalLayout here={pages.accessibility}>
        <div className="prose">
          <p>
            Everybody should be able to buy, pay, download and manage an organization here. CrunchBox follows the Web
            Content Accessibility Guidelines 2.2 (WCAG) at levels A and AA, except for what is listed below.
          </p>
          <h2>What you can rely on</h2>
          <ul>
            <li>Everything works with the keyboard alone, and the focus is always visible.</li>
            <li>Lists and forms work without script, except for those named below.</li>
            <li>Pages fit a window of 320 px and a zoom of 400 %, without scrolling sideways.</li>
            <li>Text and controls have enough contrast in the light and in the dark scheme.</li>
            <li>Nothing moves if your system asks for less motion.</li>
            <li>An error names the field and says how to fix it, and keeps what you typed.</li>
            <li>Every plot has a table with the same numbers.</li>
            <li>
              Signing in asks for nothing that must be solved or remembered: passwords and codes can be pasted, and a
              passkey needs neither.
            </li>
          </ul>
          <h2>How we check it</h2>
          <p>
            Automated tests open the screens and their states in the light and in the dark scheme, in a wide window and
            on a phone, and look for violations. Others use the pages by keyboard, without script, enlarged, and in a
            window of 320 px.
          </p>
          <h2>What is not met, or not known</h2>
          <ul>
            <li>
              Signing in, requesting an account, setting and recovering a password, changing the email address, passkeys
              and the checkout need script, and say so without it. So do suggestions and shortcuts.
            </li>
            <li>
              The pages on which a card is entered or a bank asks for a confirmation belong to our payment provider and
              to your bank.
            </li>
            <li>
              Nobody who uses a screen reader each day has tried every screen yet. Names, roles, states and headings are
              checked by programs alone.
            </li>
            <li>Documents of carriers, such as customs papers and labels, come from them and are not tagged.</li>
            <li>Release notes and descriptions of plugins are written by their makers, in their order of headings.</li>
          </ul>
          <h2>Tell us</h2>
          <p>
            If something keeps you from what you want to do, write to{" "}
            <a href={`mailto:${settings.support_email}`}>{settings.support_email}</a>. Name the page and what you use.
            We will do it for you in the meantime.
          </p>
        </div>
      </LegalLayout>
    </>
  ),
});
