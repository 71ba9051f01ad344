-- Written by `npm run db:keep`. Those of an older release stay in the database, for the workers that call them.
CREATE OR REPLACE FUNCTION rows_6438_41870e5dea536c98(text, integer, bigint, bigint) RETURNS json LANGUAGE plpgsql AS $kept$
#variable_conflict use_column
DECLARE answer json;
BEGIN
WITH kept AS (
with own as materialized (select json_build_array(null, case when (not (s.revoked_at is not null
  or s.expires_at <= now()
  or s.last_seen_at <= now() - interval '12 hours'
  or coalesce(s.actor_epoch <> a.session_epoch, false)) and not coalesce(s.user_epoch <> u.session_epoch, false) and u.is_active and u.agreed_at is not null
  and (s.actor_id is null or coalesce(a.is_active and 'admin' = any(a.roles), false)))
  and s.kind = 'cookie'
  and true
  and true then json_build_array(
  set_config('caller.user_id', u.id::text, true),
  set_config('caller.org_id', u.org_id::text, true),
  set_config('caller.session_id', s.id::text, true)) end) as preloaded, 
  s.id as session_id, s.kind, s.user_id, s.parent_id, s.actor_id as impersonator_id,
  u.org_id, u.roles, u.is_active,
  (s.revoked_at is not null
  or s.expires_at <= now()
  or s.last_seen_at <= now() - interval '12 hours'
  or coalesce(s.actor_epoch <> a.session_epoch, false)) as is_over,
  coalesce(s.user_epoch <> u.session_epoch, false) as is_over_for_user,
  s.last_seen_at < now() - interval '1 minute' as is_stale,
  u.agreed_at is not null as has_agreed,
  coalesce(a.is_active and 'admin' = any(a.roles), false) as is_actor_admin
  from sessions s
    left join users u on u.id = s.user_id
    left join organizations o on o.id = u.org_id
    left join users a on a.id = s.actor_id where s.token_hash = decode($1, 'hex')) select own.*, case when own.preloaded ->> 1 is not null
      then (select coalesce(json_agg(part), '[]') from (
    with total as materialized (select count(*)::int as n from audit_log a where a.org_id = (select current_setting('caller.org_id')::uuid) and (a.action || '') in ('createUser', 'updateUser', 'inactivateUser', 'reactivateUser', 'finishSetUp', 'updateProfile', 'finishPasswordReset', 'confirmEmailChange', 'stopEmailChange', 'signOutEverywhere', 'endUserSessions', 'endUserSession', 'exchangeCode', 'startImpersonation', 'endImpersonation', 'createOrganization', 'updateOrganization', 'followCustomer', 'deletePaymentMethod', 'claimAttempt', 'cancelPayment', 'orderByLink', 'cancelOrder', 'refundOrder', 'giveSubscription', 'updateSubscription', 'registerDevice', 'removeDevice', 'downloadFile') and (a.actor_id = (select current_setting('caller.user_id')::uuid) or a.id in (
  select begun.id from audit_log begun
  where begun.subject_type = 'user' and begun.subject_id = ((select current_setting('caller.user_id')::uuid))::text and begun.action = 'startImpersonation')
        or (select 'org' = any(u.roles) from users u where u.id = (select current_setting('caller.user_id')::uuid))))
    select (select n from total) as count, 
      coalesce((select json_agg(shown order by "a".sort_key desc, "a".id desc) from (
        select "a".*, "a"."created_at" as sort_key from audit_log a
        where a.org_id = (select current_setting('caller.org_id')::uuid) and (a.action || '') in ('createUser', 'updateUser', 'inactivateUser', 'reactivateUser', 'finishSetUp', 'updateProfile', 'finishPasswordReset', 'confirmEmailChange', 'stopEmailChange', 'signOutEverywhere', 'endUserSessions', 'endUserSession', 'exchangeCode', 'startImpersonation', 'endImpersonation', 'createOrganization', 'updateOrganization', 'followCustomer', 'deletePaymentMethod', 'claimAttempt', 'cancelPayment', 'orderByLink', 'cancelOrder', 'refundOrder', 'giveSubscription', 'updateSubscription', 'registerDevice', 'removeDevice', 'downloadFile') and (a.actor_id = (select current_setting('caller.user_id')::uuid) or a.id in (
  select begun.id from audit_log begun
  where begun.subject_type = 'user' and begun.subject_id = ((select current_setting('caller.user_id')::uuid))::text and begun.action = 'startImpersonation')
        or (select 'org' = any(u.roles) from users u where u.id = (select current_setting('caller.user_id')::uuid))) and (select n from total) > $2
        order by sort_key desc, "a".id desc
        limit $3 offset $4
      ) "a" cross join lateral (select 
  a.id, a.action, to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  case
    when a.impersonator_id is not null then (
      select json_build_object('id', null, 'name', i.first_name || ' from ' || io.name)
      from users i join organizations io on io.id = i.org_id
      where i.id = a.impersonator_id
    )
    when a.actor_kind = 'system' then json_build_object('id', null, 'name', 'CrunchBox')
    when p.id is null then json_build_object('id', null, 'name', 'Somebody')
    when p.org_id <> a.org_id and (select po.is_house from organizations po where po.id = p.org_id) then (
      select json_build_object('id', null, 'name', p.first_name || ' from ' || po.name)
      from organizations po
      where po.id = p.org_id
    )
    else json_build_object('id', p.id, 'name', p.first_name || ' ' || p.last_name)
  end as actor,
  case when a.impersonator_id is not null and p.id is not null
    then json_build_object('id', p.id, 'name', p.first_name || ' ' || p.last_name)
  end as on_behalf_of,
  json_build_object('type', a.subject_type, 'id', a.subject_id, 'name', case a.subject_type
    when 'user' then (
      select su.first_name || ' ' || su.last_name from users su where su.id = a.subject_id::uuid
    )
    when 'order' then (
      select o.order_number from orders o where o.id = a.subject_id::uuid and o.org_id = a.org_id
    )
    when 'device' then (
      select d.serial from devices d where d.id = a.subject_id::uuid and d.org_id = a.org_id
    )
    when 'cart' then (
      select c.cart_no from carts c where c.id = a.subject_id::uuid and c.org_id = a.org_id
    )
    when 'subscription' then (
      select pr.name from subscriptions s join products pr on pr.id = s.product_id
      where s.id = a.subject_id::uuid and s.org_id = a.org_id
    )
    when 'software_version' then (
      select sw.title || ' ' || v.version from software_versions v join software sw on sw.id = v.software_id
      where v.id = a.subject_id::uuid
    )
  end) as subject,
  case when a.data <> '{}' then json_build_object('roles', a.data -> 'roles', 'added', a.data -> 'added',
    'removed', a.data -> 'removed', 'fields', a.data -> 'fields', 'reason', a.data ->> 'reason') end as facts from (select) as at_hand 
  left join users p on p.id = case
    when a.actor_kind <> 'visitor' then a.actor_id
    when a.subject_type = 'user' then a.subject_id::uuid
  end limit 1) shown), '[]') as data) part) end as part_0 from own
) SELECT coalesce(json_agg(kept), '[]') INTO answer FROM kept;
RETURN answer;
END $kept$;

CREATE OR REPLACE FUNCTION rows_2743_511dbd7287fbc7dc(text, integer, bigint, bigint) RETURNS json LANGUAGE plpgsql AS $kept$
#variable_conflict use_column
DECLARE answer json;
BEGIN
WITH kept AS (
with own as materialized (select json_build_array(null, case when (not (s.revoked_at is not null
  or s.expires_at <= now()
  or s.last_seen_at <= now() - interval '12 hours'
  or coalesce(s.actor_epoch <> a.session_epoch, false)) and not coalesce(s.user_epoch <> u.session_epoch, false) and u.is_active and u.agreed_at is not null
  and (s.actor_id is null or coalesce(a.is_active and 'admin' = any(a.roles), false)))
  and s.kind = 'cookie'
  and true
  and true then json_build_array(
  set_config('caller.user_id', u.id::text, true),
  set_config('caller.org_id', u.org_id::text, true),
  set_config('caller.session_id', s.id::text, true)) end) as preloaded, 
  s.id as session_id, s.kind, s.user_id, s.parent_id, s.actor_id as impersonator_id,
  u.org_id, u.roles, u.is_active,
  (s.revoked_at is not null
  or s.expires_at <= now()
  or s.last_seen_at <= now() - interval '12 hours'
  or coalesce(s.actor_epoch <> a.session_epoch, false)) as is_over,
  coalesce(s.user_epoch <> u.session_epoch, false) as is_over_for_user,
  s.last_seen_at < now() - interval '1 minute' as is_stale,
  u.agreed_at is not null as has_agreed,
  coalesce(a.is_active and 'admin' = any(a.roles), false) as is_actor_admin
  from sessions s
    left join users u on u.id = s.user_id
    left join organizations o on o.id = u.org_id
    left join users a on a.id = s.actor_id where s.token_hash = decode($1, 'hex')) select own.*, case when own.preloaded ->> 1 is not null
      then (select coalesce(json_agg(part), '[]') from (
    with total as materialized (select count(*)::int as n from downloads d where d.org_id = (select current_setting('caller.org_id')::uuid))
    select (select n from total) as count, 
      coalesce((select json_agg(shown order by "d".sort_key desc, "d".id desc) from (
        select "d".*, "d"."created_at" as sort_key from downloads d
        where d.org_id = (select current_setting('caller.org_id')::uuid) and (select n from total) > $2
        order by sort_key desc, "d".id desc
        limit $3 offset $4
      ) "d" cross join lateral (select d.id, to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, d.bytes::float as bytes, v.bytes::float as size,
      json_build_object('id', v.id, 'version', v.version) as version,
      json_build_object('id', s.id, 'kind', s.kind, 'name', s.name, 'title', s.title) as software,
      (
        select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'email', u.email)
        from users u
        where u.id = d.user_id
      ) as user from (select) as at_hand join software_versions v on v.id = d.version_id join software s on s.id = d.software_id limit 1) shown), '[]') as data) part) end as part_0 from own
) SELECT coalesce(json_agg(kept), '[]') INTO answer FROM kept;
RETURN answer;
END $kept$;

CREATE OR REPLACE FUNCTION rows_2941_704270134dade1c5(text, integer, bigint, bigint) RETURNS json LANGUAGE plpgsql AS $kept$
#variable_conflict use_column
DECLARE answer json;
BEGIN
WITH kept AS (
with own as materialized (select json_build_array(null, case when (not (s.revoked_at is not null
  or s.expires_at <= now()
  or s.last_seen_at <= now() - interval '12 hours'
  or coalesce(s.actor_epoch <> a.session_epoch, false)) and not coalesce(s.user_epoch <> u.session_epoch, false) and u.is_active and u.agreed_at is not null
  and (s.actor_id is null or coalesce(a.is_active and 'admin' = any(a.roles), false)))
  and s.kind = 'cookie'
  and u.roles && '{org,buyer}'::text[]
  and true then json_build_array(
  set_config('caller.user_id', u.id::text, true),
  set_config('caller.org_id', u.org_id::text, true),
  set_config('caller.session_id', s.id::text, true)) end) as preloaded, 
  s.id as session_id, s.kind, s.user_id, s.parent_id, s.actor_id as impersonator_id,
  u.org_id, u.roles, u.is_active,
  (s.revoked_at is not null
  or s.expires_at <= now()
  or s.last_seen_at <= now() - interval '12 hours'
  or coalesce(s.actor_epoch <> a.session_epoch, false)) as is_over,
  coalesce(s.user_epoch <> u.session_epoch, false) as is_over_for_user,
  s.last_seen_at < now() - interval '1 minute' as is_stale,
  u.agreed_at is not null as has_agreed,
  coalesce(a.is_active and 'admin' = any(a.roles), false) as is_actor_admin
  from sessions s
    left join users u on u.id = s.user_id
    left join organizations o on o.id = u.org_id
    left join users a on a.id = s.actor_id where s.token_hash = decode($1, 'hex')) select own.*, case when own.preloaded ->> 1 is not null
      then (select coalesce(json_agg(part), '[]') from (
    with total as materialized (select count(*)::int as n from invoices i where i.org_id = (select current_setting('caller.org_id')::uuid))
    select (select n from total) as count, 
      coalesce((select json_agg(shown order by "i".sort_key desc, "i".id desc) from (
        select "i".*, "i"."created_at" as sort_key from invoices i
        where i.org_id = (select current_setting('caller.org_id')::uuid) and (select n from total) > $2
        order by sort_key desc, "i".id desc
        limit $3 offset $4
      ) "i" cross join lateral (select 
  i.id, i.reference_id, i.reference_type, i.org_id, i.amount, i.products, i.payment_status,
  i.stripe_payment_id, i.stripe_invoice_id,
  i.stripe_invoice_url,
  i.stripe_invoice_no,
  i.tracking_number,
  i.tracking_url,
  i.cart_no,
  i.po_number,
  i.note,
  to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  to_char(i.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at, (i.payment_status in ('pending', 'declined') and not exists (
  select 1 from orders o where i.reference_type = 'order' and o.id = i.reference_id and o.status = 'canceled'
) and not exists (
  select 1 from subscriptions s
  where i.reference_type = 'subscription' and s.id = i.reference_id and s.status in ('incomplete_expired', 'canceled')
)) as is_open) shown), '[]') as data) part) end as part_0 from own
) SELECT coalesce(json_agg(kept), '[]') INTO answer FROM kept;
RETURN answer;
END $kept$;

CREATE OR REPLACE FUNCTION rows_2362_a6c689baddb825e7(text, integer, bigint, bigint) RETURNS json LANGUAGE plpgsql AS $kept$
#variable_conflict use_column
DECLARE answer json;
BEGIN
WITH kept AS (
with own as materialized (select json_build_array(null, case when (not (s.revoked_at is not null
  or s.expires_at <= now()
  or s.last_seen_at <= now() - interval '12 hours'
  or coalesce(s.actor_epoch <> a.session_epoch, false)) and not coalesce(s.user_epoch <> u.session_epoch, false) and u.is_active and u.agreed_at is not null
  and (s.actor_id is null or coalesce(a.is_active and 'admin' = any(a.roles), false)))
  and s.kind = 'cookie'
  and true
  and true then json_build_array(
  set_config('caller.user_id', u.id::text, true),
  set_config('caller.org_id', u.org_id::text, true),
  set_config('caller.session_id', s.id::text, true)) end) as preloaded, 
  s.id as session_id, s.kind, s.user_id, s.parent_id, s.actor_id as impersonator_id,
  u.org_id, u.roles, u.is_active,
  (s.revoked_at is not null
  or s.expires_at <= now()
  or s.last_seen_at <= now() - interval '12 hours'
  or coalesce(s.actor_epoch <> a.session_epoch, false)) as is_over,
  coalesce(s.user_epoch <> u.session_epoch, false) as is_over_for_user,
  s.last_seen_at < now() - interval '1 minute' as is_stale,
  u.agreed_at is not null as has_agreed,
  coalesce(a.is_active and 'admin' = any(a.roles), false) as is_actor_admin
  from sessions s
    left join users u on u.id = s.user_id
    left join organizations o on o.id = u.org_id
    left join users a on a.id = s.actor_id where s.token_hash = decode($1, 'hex')) select own.*, case when own.preloaded ->> 1 is not null
      then (select coalesce(json_agg(part), '[]') from (
    with total as materialized (select count(*)::int as n from notifications n where n.user_id = (select current_setting('caller.user_id')::uuid))
    select (select n from total) as count, 
      coalesce((select json_agg(shown order by "n".sort_key desc nulls last, "n".id desc) from (
        select "n".*, (n.read_at is null) as sort_key from notifications n
        where n.user_id = (select current_setting('caller.user_id')::uuid) and (select n from total) > $2
        order by sort_key desc nulls last, "n".id desc
        limit $3 offset $4
      ) "n" cross join lateral (select n.id, n.user_id, n.type, n.payload,
  to_char(n.read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as read_at, to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at) shown), '[]') as data) part) end as part_0 from own
) SELECT coalesce(json_agg(kept), '[]') INTO answer FROM kept;
RETURN answer;
END $kept$;

CREATE OR REPLACE FUNCTION rows_2752_fc9468afa7e6b51c(text, integer, bigint, bigint) RETURNS json LANGUAGE plpgsql AS $kept$
#variable_conflict use_column
DECLARE answer json;
BEGIN
WITH kept AS (
with own as materialized (select json_build_array(null, case when (not (s.revoked_at is not null
  or s.expires_at <= now()
  or s.last_seen_at <= now() - interval '12 hours'
  or coalesce(s.actor_epoch <> a.session_epoch, false)) and not coalesce(s.user_epoch <> u.session_epoch, false) and u.is_active and u.agreed_at is not null
  and (s.actor_id is null or coalesce(a.is_active and 'admin' = any(a.roles), false)))
  and s.kind = 'cookie'
  and true
  and true then json_build_array(
  set_config('caller.user_id', u.id::text, true),
  set_config('caller.org_id', u.org_id::text, true),
  set_config('caller.session_id', s.id::text, true)) end) as preloaded, 
  s.id as session_id, s.kind, s.user_id, s.parent_id, s.actor_id as impersonator_id,
  u.org_id, u.roles, u.is_active,
  (s.revoked_at is not null
  or s.expires_at <= now()
  or s.last_seen_at <= now() - interval '12 hours'
  or coalesce(s.actor_epoch <> a.session_epoch, false)) as is_over,
  coalesce(s.user_epoch <> u.session_epoch, false) as is_over_for_user,
  s.last_seen_at < now() - interval '1 minute' as is_stale,
  u.agreed_at is not null as has_agreed,
  coalesce(a.is_active and 'admin' = any(a.roles), false) as is_actor_admin
  from sessions s
    left join users u on u.id = s.user_id
    left join organizations o on o.id = u.org_id
    left join users a on a.id = s.actor_id where s.token_hash = decode($1, 'hex')) select own.*, case when own.preloaded ->> 1 is not null
      then (select coalesce(json_agg(part), '[]') from (
    with total as materialized (select count(*)::int as n from orders o where o.org_id = (select current_setting('caller.org_id')::uuid))
    select (select n from total) as count, 
      coalesce((select json_agg(shown order by "o".sort_key desc, "o".id desc) from (
        select "o".*, "o"."created_at" as sort_key from orders o
        where o.org_id = (select current_setting('caller.org_id')::uuid) and (select n from total) > $2
        order by sort_key desc, "o".id desc
        limit $3 offset $4
      ) "o" cross join lateral (select 
  o.id,
  o.order_number,
  o.user_id,
  o.org_id,
  o.stripe_id,
  o.stripe_bill_link,
  o.total::float as total,
  json_build_object('shipping', o.shipping, 'tax', o.tax) as total_details,
  o.status,
  o.payment_status,
  o.shipping_data,
  o.po_number,
  o.note,
  o.terms_version,
  to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(o.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at, 
  (
    select json_build_object('count', count(*), 'first_name', (array_agg(l.name order by l.position))[1])
    from order_lines l
    where l.order_id = o.id
  ) as items) shown), '[]') as data) part) end as part_0 from own
) SELECT coalesce(json_agg(kept), '[]') INTO answer FROM kept;
RETURN answer;
END $kept$;

CREATE OR REPLACE FUNCTION rows_3150_9dbb9c54f98e6bbd(text, integer, bigint, bigint) RETURNS json LANGUAGE plpgsql AS $kept$
#variable_conflict use_column
DECLARE answer json;
BEGIN
WITH kept AS (
with own as materialized (select json_build_array(null, case when (not (s.revoked_at is not null
  or s.expires_at <= now()
  or s.last_seen_at <= now() - interval '12 hours'
  or coalesce(s.actor_epoch <> a.session_epoch, false)) and not coalesce(s.user_epoch <> u.session_epoch, false) and u.is_active and u.agreed_at is not null
  and (s.actor_id is null or coalesce(a.is_active and 'admin' = any(a.roles), false)))
  and s.kind = 'cookie'
  and true
  and true then json_build_array(
  set_config('caller.user_id', u.id::text, true),
  set_config('caller.org_id', u.org_id::text, true),
  set_config('caller.session_id', s.id::text, true)) end) as preloaded, 
  s.id as session_id, s.kind, s.user_id, s.parent_id, s.actor_id as impersonator_id,
  u.org_id, u.roles, u.is_active,
  (s.revoked_at is not null
  or s.expires_at <= now()
  or s.last_seen_at <= now() - interval '12 hours'
  or coalesce(s.actor_epoch <> a.session_epoch, false)) as is_over,
  coalesce(s.user_epoch <> u.session_epoch, false) as is_over_for_user,
  s.last_seen_at < now() - interval '1 minute' as is_stale,
  u.agreed_at is not null as has_agreed,
  coalesce(a.is_active and 'admin' = any(a.roles), false) as is_actor_admin
  from sessions s
    left join users u on u.id = s.user_id
    left join organizations o on o.id = u.org_id
    left join users a on a.id = s.actor_id where s.token_hash = decode($1, 'hex')) select own.*, case when own.preloaded ->> 1 is not null
      then (select coalesce(json_agg(part), '[]') from (
    with total as materialized (select count(*)::int as n from devices d where d.org_id = (select current_setting('caller.org_id')::uuid) and not d.is_deleted)
    select (select n from total) as count, 
      coalesce((select json_agg(shown order by "d".sort_key desc, "d".id desc) from (
        select "d".*, "d"."created_at" as sort_key from devices d
        where d.org_id = (select current_setting('caller.org_id')::uuid) and not d.is_deleted and (select n from total) > $2
        order by sort_key desc, "d".id desc
        limit $3 offset $4
      ) "d" cross join lateral (select d.id, d.org_id, d.serial, d.product_id, d.is_deleted, to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "created_at", to_char(d.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at", json_build_object('id', p.id, 'name', p.name, 'sku', p.sku, 'main_image', p.main_image,
    'short_description', p.short_description) as "product", (
  select json_build_object('title', s.title, 'version', v.version, 'published_at', to_char(v.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from software s
    join software_versions v on v.software_id = s.id and v.is_published and not v.is_deleted
  where s.kind = 'software' and not s.is_deleted and (select d.product_id = any(s.fits_product_ids))
  order by 
  string_to_array(substring(v.version from '^[0-9.]+'), '.')::numeric[] desc,
  v.version like '%-%',
  v.published_at desc
  limit 1
) as "newest_build" from (select) as at_hand join products p on p.id = d.product_id limit 1) shown), '[]') as data) part) end as part_0 from own
) SELECT coalesce(json_agg(kept), '[]') INTO answer FROM kept;
RETURN answer;
END $kept$;

CREATE OR REPLACE FUNCTION rows_3837_29413fa763235870(text, integer, bigint, bigint) RETURNS json LANGUAGE plpgsql AS $kept$
#variable_conflict use_column
DECLARE answer json;
BEGIN
WITH kept AS (
with own as materialized (select json_build_array(null, case when (not (s.revoked_at is not null
  or s.expires_at <= now()
  or s.last_seen_at <= now() - interval '12 hours'
  or coalesce(s.actor_epoch <> a.session_epoch, false)) and not coalesce(s.user_epoch <> u.session_epoch, false) and u.is_active and u.agreed_at is not null
  and (s.actor_id is null or coalesce(a.is_active and 'admin' = any(a.roles), false)))
  and s.kind = 'cookie'
  and true
  and true then json_build_array(
  set_config('caller.user_id', u.id::text, true),
  set_config('caller.org_id', u.org_id::text, true),
  set_config('caller.session_id', s.id::text, true)) end) as preloaded, 
  s.id as session_id, s.kind, s.user_id, s.parent_id, s.actor_id as impersonator_id,
  u.org_id, u.roles, u.is_active,
  (s.revoked_at is not null
  or s.expires_at <= now()
  or s.last_seen_at <= now() - interval '12 hours'
  or coalesce(s.actor_epoch <> a.session_epoch, false)) as is_over,
  coalesce(s.user_epoch <> u.session_epoch, false) as is_over_for_user,
  s.last_seen_at < now() - interval '1 minute' as is_stale,
  u.agreed_at is not null as has_agreed,
  coalesce(a.is_active and 'admin' = any(a.roles), false) as is_actor_admin
  from sessions s
    left join users u on u.id = s.user_id
    left join organizations o on o.id = u.org_id
    left join users a on a.id = s.actor_id where s.token_hash = decode($1, 'hex')) select own.*, case when own.preloaded ->> 1 is not null
      then (select coalesce(json_agg(part), '[]') from (
    with total as materialized (select count(*)::int as n from subscriptions s where s.org_id = (select current_setting('caller.org_id')::uuid))
    select (select n from total) as count, 
      coalesce((select json_agg(shown order by "s".sort_key desc, "s".id desc) from (
        select "s".*, "s"."created_at" as sort_key from subscriptions s
        where s.org_id = (select current_setting('caller.org_id')::uuid) and (select n from total) > $2
        order by sort_key desc, "s".id desc
        limit $3 offset $4
      ) "s" cross join lateral (select 
  s.id,
  s.org_id,
  s.user_id,
  s.status,
  s.stripe_id,
  (
  select json_build_object(
    'invoice_id', i.id, 'amount', i.amount, 'url', i.stripe_invoice_url,
    'next_attempt_at', to_char(i.next_attempt_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )
  from invoices i
  where i.reference_type = 'subscription'
    and i.reference_id = s.id
    and i.billing_reason = 'subscription_cycle'
    and i.needs_action_at is not null
    and s.status in ('active', 'past_due')
  order by i.period_start desc
  limit 1
) as needs_action,
  (
  s.status in ('active', 'past_due')
  and s.start_at <= now()
  and (s.cancel_at is null or s.cancel_at > now())
  and (s.stripe_id is null or exists (
    select 1
    from invoices i
    where i.reference_type = 'subscription'
      and i.reference_id = s.id
      and i.payment_status in ('paid', 'partially_refunded', 'refund_failed')
  ))) as is_available,
  json_build_object(
    'id', p.id,
    'name', p.name,
    'description', p.short_description,
    'amount', s.amount,
    'currency', 'USD',
    'interval', s.interval,
    'interval_count', s.interval_count,
    'main_image', p.main_image
  ) as product,
  to_char(s.start_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as start_at,
  to_char(s.cancel_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as cancel_at,
  to_char(s.current_period_end at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as current_period_end,
  to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  to_char(s.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at from (select) as at_hand join products p on p.id = s.product_id limit 1) shown), '[]') as data) part) end as part_0 from own
) SELECT coalesce(json_agg(kept), '[]') INTO answer FROM kept;
RETURN answer;
END $kept$;

CREATE OR REPLACE FUNCTION rows_3245_ff0a442257b815a7(text, integer, bigint, bigint) RETURNS json LANGUAGE plpgsql AS $kept$
#variable_conflict use_column
DECLARE answer json;
BEGIN
WITH kept AS (
with own as materialized (select json_build_array(null, case when (not (s.revoked_at is not null
  or s.expires_at <= now()
  or s.last_seen_at <= now() - interval '12 hours'
  or coalesce(s.actor_epoch <> a.session_epoch, false)) and not coalesce(s.user_epoch <> u.session_epoch, false) and u.is_active and u.agreed_at is not null
  and (s.actor_id is null or coalesce(a.is_active and 'admin' = any(a.roles), false)))
  and s.kind = 'cookie'
  and 'org' = any(u.roles)
  and true then json_build_array(
  set_config('caller.user_id', u.id::text, true),
  set_config('caller.org_id', u.org_id::text, true),
  set_config('caller.session_id', s.id::text, true)) end) as preloaded, 
  s.id as session_id, s.kind, s.user_id, s.parent_id, s.actor_id as impersonator_id,
  u.org_id, u.roles, u.is_active,
  (s.revoked_at is not null
  or s.expires_at <= now()
  or s.last_seen_at <= now() - interval '12 hours'
  or coalesce(s.actor_epoch <> a.session_epoch, false)) as is_over,
  coalesce(s.user_epoch <> u.session_epoch, false) as is_over_for_user,
  s.last_seen_at < now() - interval '1 minute' as is_stale,
  u.agreed_at is not null as has_agreed,
  coalesce(a.is_active and 'admin' = any(a.roles), false) as is_actor_admin
  from sessions s
    left join users u on u.id = s.user_id
    left join organizations o on o.id = u.org_id
    left join users a on a.id = s.actor_id where s.token_hash = decode($1, 'hex')) select own.*, case when own.preloaded ->> 1 is not null
      then (select coalesce(json_agg(part), '[]') from (
    with total as materialized (select count(*)::int as n from users u where u.org_id = (select current_setting('caller.org_id')::uuid))
    select (select n from total) as count, 
      coalesce((select json_agg(shown order by "u".sort_key desc, "u".id desc) from (
        select "u".*, "u"."created_at" as sort_key from users u
        where u.org_id = (select current_setting('caller.org_id')::uuid) and (select n from total) > $2
        order by sort_key desc, "u".id desc
        limit $3 offset $4
      ) "u" cross join lateral (select (json_build_object(
  'id', u.id, 'org_id', u.org_id, 'email', u.email, 'first_name', u.first_name,
  'last_name', u.last_name, 'phone', u.phone,
  'roles', u.roles,
  'is_email_verified', u.is_email_verified,
  'email_return', case
    when u.returned_email = u.email
      then json_build_object('reason', u.email_returned, 'returned_at', to_char(u.email_returned_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  end,
  'is_active', u.is_active,
  'notification_settings', u.notification_settings,
  'created_at', to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'updated_at', to_char(u.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'organization', json_build_object('id', o.id, 'name', o.name, 'billing_email', o.billing_email))::jsonb || jsonb_build_object(
  'is_set_up', u.agreed_at is not null,
  'last_seen_at', (
    select to_char(max(s.last_seen_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from sessions s where s.user_id = u.id and s.actor_id is null))) as "user" from (select) as at_hand join organizations o on o.id = u.org_id limit 1) shown), '[]') as data) part) end as part_0 from own
) SELECT coalesce(json_agg(kept), '[]') INTO answer FROM kept;
RETURN answer;
END $kept$;

CREATE OR REPLACE FUNCTION rows_1978_76779976366ebf71(text) RETURNS json LANGUAGE plpgsql AS $kept$
#variable_conflict use_column
DECLARE answer json;
BEGIN
WITH kept AS (
select json_build_object(
  'created_at', to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'expires_at', to_char(s.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'user', json_build_object(
  'id', u.id, 'org_id', u.org_id, 'email', u.email, 'first_name', u.first_name,
  'last_name', u.last_name, 'phone', u.phone,
  'roles', u.roles,
  'is_email_verified', u.is_email_verified,
  'email_return', case
    when u.returned_email = u.email
      then json_build_object('reason', u.email_returned, 'returned_at', to_char(u.email_returned_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  end,
  'is_active', u.is_active,
  'notification_settings', u.notification_settings,
  'created_at', to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'updated_at', to_char(u.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'organization', json_build_object('id', o.id, 'name', o.name, 'billing_email', o.billing_email)),
  'price_level_name', o.price_level_name,
  'impersonator', case
    when a.id is not null
      then json_build_object(
        'id', a.id, 'first_name', a.first_name, 'last_name', a.last_name, 'reason', s.reason)
  end) as preloaded, 
  s.id as session_id, s.kind, s.user_id, s.parent_id, s.actor_id as impersonator_id,
  u.org_id, u.roles, u.is_active,
  (s.revoked_at is not null
  or s.expires_at <= now()
  or s.last_seen_at <= now() - interval '12 hours'
  or coalesce(s.actor_epoch <> a.session_epoch, false)) as is_over,
  coalesce(s.user_epoch <> u.session_epoch, false) as is_over_for_user,
  s.last_seen_at < now() - interval '1 minute' as is_stale,
  u.agreed_at is not null as has_agreed,
  coalesce(a.is_active and 'admin' = any(a.roles), false) as is_actor_admin
  from sessions s
    left join users u on u.id = s.user_id
    left join organizations o on o.id = u.org_id
    left join users a on a.id = s.actor_id where s.token_hash = decode($1, 'hex')
) SELECT coalesce(json_agg(kept), '[]') INTO answer FROM kept;
RETURN answer;
END $kept$;

CREATE OR REPLACE FUNCTION rows_1379_e3bf0b411f9a5b21(text) RETURNS json LANGUAGE plpgsql AS $kept$
#variable_conflict use_column
DECLARE answer json;
BEGIN
WITH kept AS (
select (
  select to_json(shown) from (select 
  c.id,
  c.user_id,
  c.cart_no,
  c.products,
  c.tax_amount::float as tax_amount,
  c.tax_rate,
  c.is_complete,
  c.address,
  json_build_object(
    'stripe_payment_method_id', c.stripe_payment_method_id
  ) as stripe_payment_method,
  c.shipping_rate_id,
  c.seen_shipping as shipping,
  c.previous_shipping,
  c.po_number,
  c.note,
  to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(c.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at from carts c where c.user_id = u.id and not c.is_complete) shown) as preloaded, 
  s.id as session_id, s.kind, s.user_id, s.parent_id, s.actor_id as impersonator_id,
  u.org_id, u.roles, u.is_active,
  (s.revoked_at is not null
  or s.expires_at <= now()
  or s.last_seen_at <= now() - interval '12 hours'
  or coalesce(s.actor_epoch <> a.session_epoch, false)) as is_over,
  coalesce(s.user_epoch <> u.session_epoch, false) as is_over_for_user,
  s.last_seen_at < now() - interval '1 minute' as is_stale,
  u.agreed_at is not null as has_agreed,
  coalesce(a.is_active and 'admin' = any(a.roles), false) as is_actor_admin
  from sessions s
    left join users u on u.id = s.user_id
    left join organizations o on o.id = u.org_id
    left join users a on a.id = s.actor_id where s.token_hash = decode($1, 'hex')
) SELECT coalesce(json_agg(kept), '[]') INTO answer FROM kept;
RETURN answer;
END $kept$;

CREATE OR REPLACE FUNCTION rows_916_91725d64f8d3b3c3(text) RETURNS json LANGUAGE plpgsql AS $kept$
#variable_conflict use_column
DECLARE answer json;
BEGIN
WITH kept AS (
select json_build_object('level', coalesce(o.price_level_name, 'Base Price'),
  'has_cart', exists (select 1 from carts c where c.user_id = u.id and not c.is_complete)) as preloaded, 
  s.id as session_id, s.kind, s.user_id, s.parent_id, s.actor_id as impersonator_id,
  u.org_id, u.roles, u.is_active,
  (s.revoked_at is not null
  or s.expires_at <= now()
  or s.last_seen_at <= now() - interval '12 hours'
  or coalesce(s.actor_epoch <> a.session_epoch, false)) as is_over,
  coalesce(s.user_epoch <> u.session_epoch, false) as is_over_for_user,
  s.last_seen_at < now() - interval '1 minute' as is_stale,
  u.agreed_at is not null as has_agreed,
  coalesce(a.is_active and 'admin' = any(a.roles), false) as is_actor_admin
  from sessions s
    left join users u on u.id = s.user_id
    left join organizations o on o.id = u.org_id
    left join users a on a.id = s.actor_id where s.token_hash = decode($1, 'hex')
) SELECT coalesce(json_agg(kept), '[]') INTO answer FROM kept;
RETURN answer;
END $kept$;

CREATE OR REPLACE FUNCTION rows_1530_a0bb13861345b818(text, integer, text, uuid, text, text, integer, integer, text, integer, uuid, uuid) RETURNS json LANGUAGE plpgsql AS $kept$
#variable_conflict use_column
DECLARE answer json;
BEGIN
WITH kept AS (

    update carts c
    set
      products = c.products || jsonb_build_object(p.id, (coalesce((c.products ->> $1::text)::int, 0) + $2::int)),
      seen_prices = c.seen_prices || jsonb_build_object(p.id, (p.price_levels ->> ($3::text))::bigint),
      
  version = c.version + 1,
  updated_at = greatest(now(), c.updated_at + interval '1 millisecond'),
  tax_amount = null,
  tax_rate = null
    from products p
    where p.id = $4
      and p.is_active and p.is_published and not p.is_archived and (p.price_levels ->> ($5::text))::bigint is not null and (coalesce((c.products ->> $6::text)::int, 0) + $7::int) <= $8
  and (p.subscription_term is null or ((coalesce((c.products ->> $9::text)::int, 0) + $10::int) = 1 and not 
    exists (
      select 1
      from subscriptions s
      where s.org_id = $11
        and s.product_id = p.id
        and s.status in ('incomplete', 'active', 'past_due')
    )))
      and c.user_id = $12 and not c.is_complete and c.attempt_id is null
      and true
    returning 
  c.id,
  c.user_id,
  c.cart_no,
  c.products,
  c.tax_amount::float as tax_amount,
  c.tax_rate,
  c.is_complete,
  c.address,
  json_build_object(
    'stripe_payment_method_id', c.stripe_payment_method_id
  ) as stripe_payment_method,
  c.shipping_rate_id,
  c.seen_shipping as shipping,
  c.previous_shipping,
  c.po_number,
  c.note,
  to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(c.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
) SELECT coalesce(json_agg(kept), '[]') INTO answer FROM kept;
RETURN answer;
END $kept$;

CREATE OR REPLACE FUNCTION rows_892_7bfcfc722dc341a8(text) RETURNS json LANGUAGE plpgsql AS $kept$
#variable_conflict use_column
DECLARE answer json;
BEGIN
WITH kept AS (
select json_build_object(
  'price_level_name', coalesce(o.price_level_name, 'Base Price'),
  'version', (select version from catalog_versions)) as preloaded, 
  s.id as session_id, s.kind, s.user_id, s.parent_id, s.actor_id as impersonator_id,
  u.org_id, u.roles, u.is_active,
  (s.revoked_at is not null
  or s.expires_at <= now()
  or s.last_seen_at <= now() - interval '12 hours'
  or coalesce(s.actor_epoch <> a.session_epoch, false)) as is_over,
  coalesce(s.user_epoch <> u.session_epoch, false) as is_over_for_user,
  s.last_seen_at < now() - interval '1 minute' as is_stale,
  u.agreed_at is not null as has_agreed,
  coalesce(a.is_active and 'admin' = any(a.roles), false) as is_actor_admin
  from sessions s
    left join users u on u.id = s.user_id
    left join organizations o on o.id = u.org_id
    left join users a on a.id = s.actor_id where s.token_hash = decode($1, 'hex')
) SELECT coalesce(json_agg(kept), '[]') INTO answer FROM kept;
RETURN answer;
END $kept$;
