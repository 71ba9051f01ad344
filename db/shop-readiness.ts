/** Plain SQL without parameters, shared by the worker and `npm run doctor`. */
export const shopReadiness = `
  exists (
    select 1 from products
    where is_active and is_published and not is_archived and subscription_term is null
      and price_levels ? 'Base Price'
  ) as product,
  exists (
    select 1 from products
    where is_active and is_published and not is_archived and subscription_term is not null
      and price_levels ? 'Base Price'
  ) as plan,
  exists (select 1 from shipping_rates where is_active) as shipping_rate,
  exists (select 1 from license_agreements where valid_from <= now()) as license,
  (select count(distinct kind) = 4 from legal_texts where valid_from <= now()) as legal_texts,
  exists (select 1 from organizations where not is_house) as organization`;
