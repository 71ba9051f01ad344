import type { ReactNode } from "react";
import { AppShell } from "../../worker/ui/app-shell.tsx";
import type { PublicSettings } from "../../worker/http/page.ts";
import type { Viewer } from "../../worker/http/viewer.ts";

type PortalLayoutProps = { viewer: Viewer; settings: PublicSettings; children: ReactNode };

export function PortalLayout({ viewer, settings, children }: PortalLayoutProps) {
  return (
    <AppShell viewer={viewer} store_href={settings.main_web_url} admin_href={settings.admin_web_url} area="Account">
      {children}
    </AppShell>
  );
}
