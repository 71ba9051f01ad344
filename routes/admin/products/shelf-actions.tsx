import type { ReactNode } from "react";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { AdminProduct, ProductAction, ProductBlockers } from "../../../worker/domain/catalog/index.ts";
import { IfAllowed } from "../../../worker/ui/access.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import type { TypedInput } from "../../../worker/http/flash.ts";
import { obstacleText } from "./labels.ts";
import { Publication, PublishQuestion } from "./publishing.tsx";

type ActionsProps = { product: AdminProduct; obstacles: ProductBlockers };
type MainActionProps = ActionsProps & { missing: readonly string[] };

export function MainAction({ product, obstacles, missing }: MainActionProps) {
  const { id, is_active, is_published, is_archived } = product;
  const canPublish = obstacles.publishProduct.length === 0;
  const isInStore = is_published && is_active && !is_archived;
  return (
    <>
      {isInStore && (
        <a className="button quiet" href={hrefOf(pages.product, { product_id: id })}>
          View in the store
        </a>
      )}{" "}
      <IfAllowed access="products:act">
        <a className={canPublish ? "button quiet" : "button"} href={hrefOf(pages.editProduct, { product_id: id })}>
          Edit
        </a>{" "}
        {canPublish && <PublishQuestion product={product} missing={missing} />}
      </IfAllowed>
    </>
  );
}

type ShelfActionsProps = ActionsProps & { typed: TypedInput | undefined; now: number };

export function ShelfActions({ product, obstacles, typed, now }: ShelfActionsProps) {
  const { id, name, is_active, is_archived, is_published } = product;
  return (
    <section>
      <h2>In the store</h2>
      <ul className="card shelf-actions">
        {!is_published && (
          <GuardedAction of="Publish" action="publishProduct" obstacles={obstacles}>
            {is_active
              ? "Ready: visible in the store as soon as you publish it."
              : "Ready, but it is not active: publish it, and edit it to be active."}
          </GuardedAction>
        )}
        {!is_published && !is_archived && (
          <li>
            <Publication product={product} typed={typed} now={now} />
          </li>
        )}
        {is_published && (
          <GuardedAction of="Take it out of the store" action="unpublishProduct" obstacles={obstacles}>
            <ConfirmForm
              id="unpublish"
              label="Take it out of the store"
              title={`Take ${name} out of the store?`}
              action={hrefOf(pages.unpublishProduct, { product_id: id })}
              confirm="Yes, take it out"
              is_dangerous
            >
              <p>
                Customers can no longer see or buy it. Existing purchases are unchanged, and you can publish it again.
              </p>
            </ConfirmForm>
          </GuardedAction>
        )}
        {is_archived ? (
          <li>
            <form method="post" action={hrefOf(pages.unarchiveProduct, { product_id: id })}>
              <button className="button quiet">Unarchive</button>
            </form>
            <small>
              {is_published ? "It is in the store again then." : "It waits to be published then."}
              {product.net_suite_id !== null && " An inactive item of the accounting system archives it again."}
            </small>
          </li>
        ) : (
          <li>
            <ConfirmForm
              id="archive"
              label="Archive it"
              title={`Archive ${name}?`}
              action={hrefOf(pages.archiveProduct, { product_id: id })}
              confirm="Yes, archive it"
              is_dangerous
            >
              <p>
                It is removed from the store and from product lists. Existing purchases are unchanged, and you can
                unarchive it.
              </p>
            </ConfirmForm>
          </li>
        )}
      </ul>
    </section>
  );
}

type GuardedActionProps = { of: string; action: ProductAction; obstacles: ProductBlockers; children: ReactNode };

function GuardedAction({ of, action, obstacles, children }: GuardedActionProps) {
  const reasons = obstacles[action];
  if (reasons.length === 0) return <li>{children}</li>;
  return (
    <li>
      <b>{of}: not now</b>
      {reasons.map((errcode) => (
        <small key={errcode}>{obstacleText(errcode)}</small>
      ))}
    </li>
  );
}
