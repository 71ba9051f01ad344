import { formatMoney } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { DeviceProduct, ProductUpdates } from "../../../worker/domain/devices/index.ts";
import type { WaitingRequests } from "../../../worker/domain/sales/index.ts";
import type { DeviceBuild } from "../../../worker/domain/software/index.ts";
import type { Order } from "../../../worker/domain/fulfilment/index.ts";
import { Thumbnail } from "../../../worker/ui/figures/picture.tsx";
import { Tag } from "../../../worker/ui/parts/badge.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import type { LayoutViewer } from "../../../worker/ui/frame/layout-data.ts";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { OrderStateBadge } from "../../../worker/ui/parts/status-badges.tsx";
import { type RoleHelper, RoleWish } from "../../../worker/ui/parts/role-wish.tsx";
import { formatCount, forDevicesText, waitingApprovalsHref } from "./needs.ts";
import { can } from "../../../worker/contract/people/permissions.ts";

const productsMax = 6;

type FleetProps = {
  products: readonly DeviceProduct[];
  updates: readonly ProductUpdates[];
  viewer: LayoutViewer;
  helpers: readonly RoleHelper[];
};

export function Fleet({ products, updates, viewer, helpers }: FleetProps) {
  const deviceCount = products.reduce((sum, { count }) => sum + count, 0);
  const topProducts = products.toSorted((a, b) => b.count - a.count).slice(0, productsMax);
  return (
    <section className="wide">
      <div className="title">
        <h2>Devices</h2>
        <p>{formatCount(deviceCount)}</p>
        <a href={pages.devices}>All devices</a>
      </div>
      {deviceCount === 0 ? (
        <NoDevices viewer={viewer} helpers={helpers} />
      ) : (
        <ul className="tiles">
          {topProducts.map(({ id, name, main_image, count }) => (
            <li key={id}>
              <Thumbnail src={main_image} size={64} />
              <a href={hrefOf(pages.devices, {}, { product_id: id })}>{name}</a>
              <b>{formatCount(count)}</b>
              <Updates count={updates.find(({ product_id }) => product_id === id)?.count ?? 0} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const NoDevices = ({ viewer, helpers }: Pick<FleetProps, "viewer" | "helpers">) =>
  can(viewer, "manage_devices") ? (
    <p className="card small">
      No device is registered yet. <a href={pages.addDevices}>Add devices</a>
    </p>
  ) : (
    <div className="notice info">
      <p>No device is registered yet.</p>
      <RoleWish viewer={viewer} permission="manage_devices" helpers={helpers} />
    </div>
  );

const Updates = ({ count }: { count: number }) =>
  count > 0 && <Tag>{count === 1 ? "1 update" : `${formatCount(count)} updates`}</Tag>;

const columns: readonly Column<Order>[] = [
  { label: "Order", cell: ({ order_number }) => order_number },
  { label: "Status", cell: (order) => <OrderStateBadge order={order} /> },
  { label: "Total", cell: ({ total }) => formatMoney(total), is_number: true },
];

const reorderColumn: Column<Order> = {
  label: "Reorder",
  cell: ({ id, order_number }) => (
    <a href={hrefOf(pages.orderAgain, { order_id: id })}>
      Order again<span className="unseen"> {order_number}</span>
    </a>
  ),
};

/** A card that is alone in its row takes the whole row. */
const rowClass = (isAlone: boolean) => (isAlone ? "wide" : undefined);

type LastOrdersProps = { orders: Order[]; viewer: LayoutViewer; is_alone: boolean };

export function LastOrders({ orders, viewer, is_alone }: LastOrdersProps) {
  return (
    <section className={rowClass(is_alone)}>
      <div className="title">
        <h2>Recent orders</h2>
        <a href={pages.orders}>All orders</a>
      </div>
      <Table
        columns={can(viewer, "buy") ? [...columns, reorderColumn] : columns}
        rows={orders}
        id={({ id }) => id}
        href={({ id }) => hrefOf(pages.order, { order_id: id })}
      />
    </section>
  );
}

/** A single request is listed among the needs instead. */
export function Approvals({ waiting: { count, oldest } }: { waiting: WaitingRequests }) {
  return (
    <section>
      <div className="title">
        <h2>Waiting for your approval</h2>
        <p>{formatCount(count)}</p>
        <a href={waitingApprovalsHref}>See all</a>
      </div>
      <ul className="counted">
        {oldest.map(({ id, asked_by, total, created_at }) => (
          <li key={id}>
            <a href={hrefOf(pages.approvalRequest, { request_id: id })}>
              {formatMoney(total)} for {asked_by}
            </a>
            <small>
              Asked on <DateText at={created_at} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function News({ builds, is_alone }: { builds: readonly DeviceBuild[]; is_alone: boolean }) {
  return (
    <section className={rowClass(is_alone)}>
      <div className="title">
        <h2>New software for your devices</h2>
        <a href={pages.downloads}>All downloads</a>
      </div>
      <ul className="counted">
        {builds.map(({ name, title, version, published_at, devices }) => (
          <li key={name}>
            <a href={hrefOf(pages.softwareVersions, { name })}>
              {title} {version}
            </a>
            <small>
              <DateText at={published_at} />, {forDevicesText(devices)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
