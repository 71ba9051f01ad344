import { Facts } from "../../worker/ui/facts.tsx";
import { page, showNotFound } from "../../worker/http/page.ts";
import type { Viewer } from "../../worker/http/viewer.ts";
import { pages } from "../../worker/contract/pages.ts";
import { ConsoleLayout } from "../../worker/ui/console-layout.tsx";
import { type Frame, loadFrame } from "../store/frame.ts";

export const adminHome = page<{ viewer: Viewer; frame: Frame }>({
  path: pages.admin,
  access: "admin",
  sign_in_client: "crunchbox-admin",
  load: async (input) => (input.viewer ? { viewer: input.viewer, frame: await loadFrame(input) } : showNotFound()),
  head: () => ({ title: "Admin · CrunchBox", no_store: true }),
  view: ({ viewer, frame }) => (
    <ConsoleLayout frame={frame} area="Overview">
      <h1>Admin</h1>
      <p className="subtitle">Account requests and users are administered through the API.</p>
      <Facts
        facts={[
          ["Name", `${viewer.first_name} ${viewer.last_name}`],
          ["Organization", viewer.organization.name],
          ["Email", viewer.email],
        ]}
      />
      <p className="links">
        <a href={pages.docs}>API reference</a>
        <a href={pages.profile}>Profile and email</a>
      </p>
    </ConsoleLayout>
  ),
});
