import { sql } from "drizzle-orm";

/** Renewals are billed to the address of the checkout that bought the plan. */
export const invoiceBillTo = sql`(
  select json_build_object(
    'name', payer.name,
    'email', payer.billing_email,
    'address', coalesce(
      nullif(cart.address -> 'billing', 'null'), nullif(payer.address, 'null'), nullif(i.tax_address, 'null')
    )
  )
  from organizations payer
    left join orders bought on i.reference_type = 'order' and bought.id = i.reference_id
    left join subscriptions plan on i.reference_type = 'subscription' and plan.id = i.reference_id
    left join checkout_attempts attempt on attempt.id = coalesce(bought.attempt_id, plan.attempt_id)
    left join carts cart on cart.id = attempt.cart_id
  where payer.id = i.org_id
)`;
