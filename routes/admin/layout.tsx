import type { ReactNode } from "react";
import { AppShell } from "../../worker/ui/app-shell.tsx";
import type { PublicSettings } from "../../worker/http/page.ts";
import type { Viewer } from "../../worker/http/viewer.ts";

type AdminLayoutProps = { viewer: Viewer; settings: PublicSettings; children: ReactNode };

export function AdminLayout({ viewer, settings, children }: AdminLayoutProps) {
  return (
    <AppShell viewer={viewer} store_href={settings.main_web_url} admin_href={settings.admin_web_url} area="Admin">
      {children}
    </AppShell>
  );
}
