import { pages } from "../../../worker/contract/pages.ts";
import type { LayoutViewer } from "../../../worker/ui/frame/layout-data.ts";
import { type RoleHelper, RoleWish } from "../../../worker/ui/parts/role-wish.tsx";
import { can } from "../../../worker/contract/people/permissions.ts";

type Step = { label: string; href: string; why: string };

const addStep = {
  label: "Add a device",
  href: pages.addDevices,
  why: "Enter the serial number on its label to get its software.",
};
const inviteStep = {
  label: "Invite colleagues",
  href: pages.people,
  why: "Give each of them the role they need: buyer, manager or user.",
};

export function FirstSteps({ viewer, helpers }: { viewer: LayoutViewer; helpers: readonly RoleHelper[] }) {
  const steps: Step[] = [
    ...(can(viewer, "manage_devices") ? [addStep] : []),
    ...(can(viewer, "manage_people") ? [inviteStep] : []),
    { label: "See the products", href: pages.products, why: "Devices, plans and software, at your prices." },
  ];
  return (
    <section>
      <h2>First steps</h2>
      <ol className="first-steps">
        {steps.map(({ label, href, why }) => (
          <li key={href}>
            <a href={href}>{label}</a>
            <small>{why}</small>
          </li>
        ))}
      </ol>
      {!can(viewer, "buy") && (
        <div className="notice info">
          <RoleWish viewer={viewer} permission="buy" helpers={helpers} task="add devices and order" />
        </div>
      )}
    </section>
  );
}
