import { Facts } from "../../islands/ui/facts.tsx";
import { page, showNotFound, type Viewer } from "../../worker/http/page.ts";
import { StoreLayout } from "./layout.tsx";

export const storeHome = page<{ viewer: Viewer }>({
  path: "/store",
  access: "session",
  load: async ({ viewer }) => (viewer ? { viewer } : showNotFound()),
  head: () => ({ title: "Store · CrunchBox", no_store: true }),
  view: ({ viewer }, { settings }) => (
    <StoreLayout viewer={viewer} settings={settings}>
      <h1>Store</h1>
      <p className="subtitle">You are signed in for {viewer.organization.name}.</p>
      <Facts
        facts={[
          ["Name", `${viewer.first_name} ${viewer.last_name}`],
          ["Organization", viewer.organization.name],
          ["Email", viewer.email],
        ]}
      />
      <p className="links">
        <a href="/portal">Your account</a>
        <a href="/flowpoint">Open Flowpoint</a>
        <a href="/license-agreement">License agreement</a>
      </p>
    </StoreLayout>
  ),
});
