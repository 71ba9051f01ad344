CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE COLLATION names (provider = icu, locale = 'und-u-kn-true-ks-level1');--> statement-breakpoint
CREATE SEQUENCE cart_numbers START 1001;--> statement-breakpoint
CREATE SEQUENCE order_numbers START 1001;--> statement-breakpoint
CREATE SEQUENCE quote_numbers START 1001;--> statement-breakpoint
CREATE SEQUENCE stripe_seq START 1;--> statement-breakpoint
-- Sort key of a version: compared by bytes it has the order of compareBuild of the package semver, which is the precedence
-- of https://semver.org/#spec-item-11 and then build metadata. A release has ~ in place of a pre-release, which sorts after
-- all of them; + sorts before 0, 1 and ~. A text that is no version sorts first.
CREATE FUNCTION version_sort_key(version text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
DECLARE
	parts constant text[] := regexp_match(
		version, '^([0-9]+\.[0-9]+\.[0-9]+)(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$');
BEGIN
	RETURN coalesce(
		public.identifiers_sort_key(parts[1])
			|| coalesce(public.identifiers_sort_key(parts[2]), '~')
			|| coalesce('+' || public.identifiers_sort_key(parts[3]), ''),
		'');
END $$
;--> statement-breakpoint
CREATE TABLE account_requests (
	id uuid DEFAULT uuidv7() NOT NULL,
	email text NOT NULL,
	first_name text NOT NULL,
	last_name text NOT NULL,
	org_name text NOT NULL,
	serial text,
	status text DEFAULT 'pending'::text NOT NULL,
	user_id uuid,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT account_requests_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE alarms (
	name text NOT NULL,
	value integer NOT NULL,
	raised_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	told_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT alarms_pkey PRIMARY KEY (name)
);--> statement-breakpoint
CREATE TABLE approval_requests (
	id uuid DEFAULT uuidv7() NOT NULL,
	org_id uuid NOT NULL,
	user_id uuid NOT NULL,
	cart_id uuid NOT NULL,
	status text DEFAULT 'pending'::text NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	total bigint NOT NULL,
	purchase jsonb NOT NULL,
	note text,
	po_number text,
	rules jsonb NOT NULL,
	approvals jsonb DEFAULT '[]'::jsonb NOT NULL,
	attempt_id uuid,
	reason text,
	remind_at timestamp(3) with time zone,
	escalate_at timestamp(3) with time zone,
	expires_at timestamp(3) with time zone NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT approval_requests_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE approval_rules (
	id uuid DEFAULT uuidv7() NOT NULL,
	org_id uuid NOT NULL,
	name text NOT NULL,
	is_active boolean DEFAULT true NOT NULL,
	min_total bigint,
	monthly_budget bigint,
	user_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	categories text[] DEFAULT '{}'::text[] NOT NULL,
	approver_ids uuid[] NOT NULL,
	mode text DEFAULT 'any'::text NOT NULL,
	escalate_after_hours integer,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT approval_rules_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE assignments (
	id uuid DEFAULT uuidv7() NOT NULL,
	subject_type text NOT NULL,
	subject_id uuid NOT NULL,
	org_id uuid,
	assignee_id uuid,
	due_on date,
	assigned_by uuid NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT assignments_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE audiences (
	id uuid DEFAULT uuidv7() NOT NULL,
	name text NOT NULL,
	audience jsonb NOT NULL,
	created_by uuid,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT audiences_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE audit_head (
	is_only boolean DEFAULT true NOT NULL,
	seq bigint NOT NULL,
	hash text NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT audit_head_pkey PRIMARY KEY (is_only)
);--> statement-breakpoint
CREATE TABLE audit_log (
	id uuid DEFAULT uuidv7() NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	actor_kind text NOT NULL,
	actor_id uuid,
	impersonator_id uuid,
	action text NOT NULL,
	subject_type text NOT NULL,
	subject_id text NOT NULL,
	org_id uuid,
	data jsonb,
	request_id text,
	seq bigint,
	data_hash text,
	previous_hash text,
	hash text,
	CONSTRAINT audit_log_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE backup_codes (
	user_id uuid NOT NULL,
	code_hash text NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	used_at timestamp(3) with time zone,
	sealed_by text,
	CONSTRAINT backup_codes_user_id_code_hash_pk PRIMARY KEY (user_id, code_hash)
);--> statement-breakpoint
CREATE TABLE book_differences (
	id uuid DEFAULT uuidv7() NOT NULL,
	kind text NOT NULL,
	reference_type text NOT NULL,
	reference_id text NOT NULL,
	expected bigint NOT NULL,
	found bigint NOT NULL,
	cause text NOT NULL,
	org_id uuid,
	invoice_id uuid,
	first_seen_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	last_seen_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	last_seen_run uuid NOT NULL,
	opened_again_at timestamp(3) with time zone,
	closed_at timestamp(3) with time zone,
	closed_by uuid,
	note text,
	CONSTRAINT book_differences_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE book_records (
	side text NOT NULL,
	object_id text NOT NULL,
	kind text NOT NULL,
	amount bigint NOT NULL,
	currency text NOT NULL,
	charge_id text,
	payment_intent text,
	customer text,
	external_id text,
	invoice_id uuid,
	subscription_id uuid,
	run_id uuid NOT NULL,
	CONSTRAINT book_records_side_object_id_kind_pk PRIMARY KEY (side, object_id, kind)
);--> statement-breakpoint
CREATE TABLE book_runs (
	run_id uuid NOT NULL,
	totals jsonb NOT NULL,
	open_differences bigint NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT book_runs_pkey PRIMARY KEY (run_id)
);--> statement-breakpoint
CREATE TABLE broadcast_recipients (
	id uuid DEFAULT uuidv7() NOT NULL,
	broadcast_id uuid NOT NULL,
	user_id uuid,
	email text NOT NULL,
	in_app boolean NOT NULL,
	mail text NOT NULL,
	phone text NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	told_at timestamp(3) with time zone,
	CONSTRAINT broadcast_recipients_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE broadcasts (
	id uuid DEFAULT uuidv7() NOT NULL,
	type text NOT NULL,
	payload jsonb NOT NULL,
	user_id uuid,
	org_id uuid,
	roles text[],
	channels text[] NOT NULL,
	created_by uuid,
	sent_by uuid,
	sent_at timestamp(3) with time zone,
	people integer DEFAULT 0 NOT NULL,
	organizations integer DEFAULT 0 NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	audience jsonb,
	send_at timestamp(3) with time zone,
	scheduled_by uuid,
	missed_at timestamp(3) with time zone,
	missed_reason text,
	CONSTRAINT broadcasts_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE call_slots (
	partner text NOT NULL,
	slot integer NOT NULL,
	holder uuid NOT NULL,
	lease_until timestamp(3) with time zone NOT NULL,
	CONSTRAINT call_slots_partner_slot_pk PRIMARY KEY (partner, slot)
);--> statement-breakpoint
CREATE TABLE carts (
	id uuid DEFAULT uuidv7() NOT NULL,
	user_id uuid NOT NULL,
	org_id uuid NOT NULL,
	cart_no text DEFAULT 'C'::text || lpad(nextval('cart_numbers'::regclass)::text, 8, '0'::text) NOT NULL,
	products jsonb DEFAULT '{}'::jsonb NOT NULL,
	seen_prices jsonb DEFAULT '{}'::jsonb NOT NULL,
	address jsonb DEFAULT '{"billing": null, "shipping": null}'::jsonb NOT NULL,
	stripe_payment_method_id text,
	shipping_rate_id uuid,
	tax_amount bigint,
	tax_rate double precision,
	attempt_id uuid,
	is_complete boolean DEFAULT false NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	tax_calculation jsonb,
	po_number text,
	note text,
	seen_shipping jsonb,
	previous_shipping jsonb,
	quoted jsonb,
	set_aside jsonb,
	payment_method text,
	CONSTRAINT carts_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE catalog_versions (
	is_only boolean DEFAULT true NOT NULL,
	version bigint DEFAULT 0 NOT NULL,
	CONSTRAINT catalog_versions_pkey PRIMARY KEY (is_only)
);--> statement-breakpoint
CREATE TABLE checkout_attempts (
	id uuid DEFAULT uuidv7() NOT NULL,
	cart_id uuid NOT NULL,
	cart_version integer NOT NULL,
	user_id uuid NOT NULL,
	org_id uuid NOT NULL,
	status text DEFAULT 'claimed'::text NOT NULL,
	payment_method_id text NOT NULL,
	customer_id text NOT NULL,
	failure text,
	action_url text,
	next_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	lease_until timestamp(3) with time zone DEFAULT now() NOT NULL,
	tries integer DEFAULT 0 NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	payment_method jsonb,
	canceled_at timestamp(3) with time zone,
	terms_version text,
	CONSTRAINT checkout_attempts_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE client_errors (
	id uuid DEFAULT uuidv7() NOT NULL,
	fingerprint text NOT NULL,
	level text NOT NULL,
	type text NOT NULL,
	message text NOT NULL,
	release text,
	page text,
	browser text NOT NULL,
	stack text,
	count bigint DEFAULT 1 NOT NULL,
	first_seen_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	last_seen_at timestamp(3) with time zone NOT NULL,
	request_id text,
	CONSTRAINT client_errors_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE customer_updates (
	org_id uuid NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	tries integer DEFAULT 0 NOT NULL,
	next_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	lease_until timestamp(3) with time zone DEFAULT now() NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT customer_updates_pkey PRIMARY KEY (org_id)
);--> statement-breakpoint
CREATE TABLE devices (
	id uuid DEFAULT uuidv7() NOT NULL,
	org_id uuid NOT NULL,
	product_id uuid NOT NULL,
	serial text NOT NULL,
	is_deleted boolean DEFAULT false NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	verified_by text,
	name text,
	site text,
	tags text[] DEFAULT '{}'::text[] NOT NULL,
	installed_version text,
	installed_at timestamp(3) with time zone,
	CONSTRAINT devices_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE digest_entries (
	id uuid DEFAULT uuidv7() NOT NULL,
	user_id uuid NOT NULL,
	type text NOT NULL,
	payload jsonb NOT NULL,
	event text,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	sent_at timestamp(3) with time zone,
	CONSTRAINT digest_entries_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE downloads (
	id uuid NOT NULL,
	org_id uuid NOT NULL,
	user_id uuid NOT NULL,
	impersonator_id uuid,
	software_id uuid NOT NULL,
	version_id uuid NOT NULL,
	bytes bigint DEFAULT 0 NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT downloads_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE former_sellers (
	until timestamp(3) with time zone DEFAULT now() NOT NULL,
	seller text NOT NULL,
	CONSTRAINT former_sellers_pkey PRIMARY KEY (until)
);--> statement-breakpoint
CREATE TABLE hand_off_codes (
	code_hash bytea NOT NULL,
	user_id uuid NOT NULL,
	client text NOT NULL,
	redirect_uri text NOT NULL,
	code_challenge text,
	user_epoch integer NOT NULL,
	from_session_id uuid NOT NULL,
	session_id uuid,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	expires_at timestamp(3) with time zone NOT NULL,
	used_at timestamp(3) with time zone,
	CONSTRAINT hand_off_codes_pkey PRIMARY KEY (code_hash)
);--> statement-breakpoint
CREATE TABLE image_objects (
	address text NOT NULL,
	stored_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	removing_at timestamp(3) with time zone,
	removed_at timestamp(3) with time zone,
	CONSTRAINT image_objects_pkey PRIMARY KEY (address)
);--> statement-breakpoint
CREATE TABLE industries (
	id uuid DEFAULT uuidv7() NOT NULL,
	name text NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT industries_pkey PRIMARY KEY (id),
	CONSTRAINT industries_name UNIQUE (name)
);--> statement-breakpoint
CREATE TABLE invoice_actions (
	id uuid DEFAULT uuidv7() NOT NULL,
	key text NOT NULL,
	invoice_id uuid NOT NULL,
	org_id uuid NOT NULL,
	kind text NOT NULL,
	reference text,
	paid_on date,
	actor_id uuid NOT NULL,
	impersonator_id uuid,
	status text DEFAULT 'asked'::text NOT NULL,
	refusal text,
	next_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	payment_method_id text,
	CONSTRAINT invoice_actions_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE invoices (
	id uuid DEFAULT uuidv7() NOT NULL,
	reference_id uuid NOT NULL,
	reference_type text NOT NULL,
	period_start timestamp(3) with time zone DEFAULT '1970-01-01 00:00:00+00'::timestamp with time zone NOT NULL,
	billing_reason text DEFAULT 'manual'::text NOT NULL,
	org_id uuid NOT NULL,
	amount bigint NOT NULL,
	shipping bigint DEFAULT 0 NOT NULL,
	tax bigint DEFAULT 0 NOT NULL,
	products jsonb DEFAULT '[]'::jsonb NOT NULL,
	payment_status text DEFAULT 'pending'::text NOT NULL,
	needs_review boolean DEFAULT false NOT NULL,
	has_failed boolean DEFAULT false NOT NULL,
	is_disputed boolean DEFAULT false NOT NULL,
	stripe_payment_id text,
	stripe_invoice_id text,
	stripe_invoice_url text,
	stripe_invoice_no text,
	tracking_number text,
	tracking_url text,
	cart_no text,
	net_suite_id bigint,
	is_net_suite_sync_needed boolean DEFAULT false NOT NULL,
	applied_seq bigint DEFAULT 0 NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	next_attempt_at timestamp(3) with time zone,
	tax_address jsonb,
	tax_calculation_id text,
	refunds jsonb DEFAULT '[]'::jsonb NOT NULL,
	needs_action_at timestamp(3) with time zone,
	reminded_at timestamp(3) with time zone,
	checked_at timestamp(3) with time zone,
	po_number text,
	note text,
	refund_seq bigint DEFAULT 0 NOT NULL,
	closed_as text,
	closed_at timestamp(3) with time zone,
	is_processing boolean DEFAULT false NOT NULL,
	tries jsonb DEFAULT '[]'::jsonb NOT NULL,
	disputes jsonb DEFAULT '[]'::jsonb NOT NULL,
	reminder_sent_at timestamp(3) with time zone,
	due_on date,
	remind_on date,
	credited_amount bigint DEFAULT 0 NOT NULL,
	applied_balance bigint DEFAULT 0 NOT NULL,
	reviewed_amount bigint,
	CONSTRAINT invoices_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE known_browsers (
	token_hash bytea NOT NULL,
	user_id uuid NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	last_used_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT known_browsers_pkey PRIMARY KEY (token_hash)
);--> statement-breakpoint
CREATE TABLE ledger_parts (
	entry_id uuid NOT NULL,
	product_id uuid,
	amount_cents bigint NOT NULL,
	CONSTRAINT ledger_parts_entry_product_unique UNIQUE NULLS NOT DISTINCT (entry_id, product_id)
);--> statement-breakpoint
CREATE TABLE legal_texts (
	kind text NOT NULL,
	version text NOT NULL,
	title text NOT NULL,
	html text NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	valid_from timestamp(3) with time zone DEFAULT now() NOT NULL,
	created_by uuid,
	CONSTRAINT legal_texts_kind_version_pk PRIMARY KEY (kind, version)
);--> statement-breakpoint
CREATE TABLE license_agreements (
	version text NOT NULL,
	html text NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	valid_from timestamp(3) with time zone DEFAULT now() NOT NULL,
	created_by uuid,
	CONSTRAINT license_agreements_pkey PRIMARY KEY (version)
);--> statement-breakpoint
CREATE TABLE license_consents (
	id uuid DEFAULT uuidv7() NOT NULL,
	user_id uuid NOT NULL,
	version text NOT NULL,
	agreed_at timestamp(3) with time zone NOT NULL,
	CONSTRAINT license_consents_pkey PRIMARY KEY (id),
	CONSTRAINT license_consents_of_user UNIQUE (user_id, version)
);--> statement-breakpoint
CREATE TABLE made_serials (
	id uuid DEFAULT uuidv7() NOT NULL,
	product_id uuid NOT NULL,
	serial text NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT made_serials_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE mail_texts (
	id text NOT NULL,
	subject text NOT NULL,
	preheader text NOT NULL,
	title text NOT NULL,
	body text NOT NULL,
	action text NOT NULL,
	footnote text NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT mail_texts_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE note_files (
	id uuid DEFAULT uuidv7() NOT NULL,
	note_id uuid NOT NULL,
	key uuid NOT NULL,
	name text NOT NULL,
	content_type text NOT NULL,
	bytes integer NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT note_files_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE note_mentions (
	note_id uuid NOT NULL,
	user_id uuid NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	read_at timestamp(3) with time zone,
	CONSTRAINT note_mentions_note_id_user_id_pk PRIMARY KEY (note_id, user_id)
);--> statement-breakpoint
CREATE TABLE notes (
	id uuid DEFAULT uuidv7() NOT NULL,
	subject_type text NOT NULL,
	subject_id uuid NOT NULL,
	org_id uuid,
	author_id uuid NOT NULL,
	text text NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	edited_at timestamp(3) with time zone,
	CONSTRAINT notes_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE notifications (
	id uuid DEFAULT uuidv7() NOT NULL,
	user_id uuid NOT NULL,
	type text NOT NULL,
	payload jsonb NOT NULL,
	read_at timestamp(3) with time zone,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	event text,
	CONSTRAINT notifications_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE order_lines (
	id uuid DEFAULT uuidv7() NOT NULL,
	order_id uuid NOT NULL,
	product_id uuid NOT NULL,
	"position" integer NOT NULL,
	quantity integer NOT NULL,
	name text NOT NULL,
	price bigint NOT NULL,
	tax_amount bigint DEFAULT 0 NOT NULL,
	main_image text,
	short_description text,
	detailed_description jsonb DEFAULT '[]'::jsonb NOT NULL,
	serial_number text[] DEFAULT '{}'::text[] NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	shipped_quantity integer DEFAULT 0 NOT NULL,
	canceled_quantity integer DEFAULT 0 NOT NULL,
	CONSTRAINT order_lines_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE orders (
	id uuid DEFAULT uuidv7() NOT NULL,
	order_number text DEFAULT 'O'::text || lpad(nextval('order_numbers'::regclass)::text, 8, '0'::text) NOT NULL,
	user_id uuid NOT NULL,
	org_id uuid NOT NULL,
	attempt_id uuid,
	cart_no text,
	stripe_id text,
	stripe_bill_link text,
	total bigint NOT NULL,
	shipping bigint DEFAULT 0 NOT NULL,
	tax bigint DEFAULT 0 NOT NULL,
	tax_calculation_id text,
	status text DEFAULT 'new'::text NOT NULL,
	payment_status text DEFAULT 'pending'::text NOT NULL,
	shipping_data jsonb NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	po_number text,
	note text,
	terms_version text,
	status_at jsonb DEFAULT '{}'::jsonb NOT NULL,
	is_test boolean DEFAULT false NOT NULL,
	price_level_name text,
	freight_service text,
	ships_by date,
	arrives_from date,
	arrives_by date,
	payment_terms_days integer,
	CONSTRAINT orders_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE organizations (
	id uuid DEFAULT uuidv7() NOT NULL,
	name text NOT NULL,
	billing_email text,
	address jsonb,
	industry text,
	net_suite_id text,
	notes text,
	price_level_name text,
	address_books jsonb DEFAULT '[]'::jsonb NOT NULL,
	contact jsonb,
	contacts jsonb DEFAULT '[]'::jsonb NOT NULL,
	is_house boolean DEFAULT false NOT NULL,
	synchronized_at timestamp(3) with time zone,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	stripe_customer_id text,
	tax_exempt text DEFAULT 'none'::text NOT NULL,
	is_approval_by_mail_allowed boolean DEFAULT true NOT NULL,
	payment_terms_days integer,
	credit_limit bigint,
	is_po_number_required boolean DEFAULT false NOT NULL,
	require_second_factor_from date,
	remind_second_factor_on date,
	CONSTRAINT organizations_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE outbox (
	id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
	channel text NOT NULL,
	type text NOT NULL,
	recipient text NOT NULL,
	user_id uuid,
	payload jsonb NOT NULL,
	code_id uuid,
	attempts integer DEFAULT 0 NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	next_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	lease_until timestamp(3) with time zone DEFAULT now() NOT NULL,
	sent_at timestamp(3) with time zone,
	failed_at timestamp(3) with time zone,
	last_error text,
	last_status integer,
	batch_id bigint,
	link_minutes integer,
	resent_at timestamp(3) with time zone,
	event text,
	returned_at timestamp(3) with time zone,
	reported_at timestamp(3) with time zone,
	texts jsonb,
	unclear_at timestamp(3) with time zone,
	CONSTRAINT outbox_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE package_lines (
	id uuid DEFAULT uuidv7() NOT NULL,
	package_id uuid NOT NULL,
	line_id uuid NOT NULL,
	quantity integer NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT package_lines_pkey PRIMARY KEY (id),
	CONSTRAINT package_lines_quantity CHECK (quantity > 0)
);--> statement-breakpoint
CREATE TABLE package_serials (
	id uuid DEFAULT uuidv7() NOT NULL,
	package_id uuid NOT NULL,
	line_id uuid NOT NULL,
	serial text NOT NULL,
	device_id uuid,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT package_serials_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE packages (
	id uuid DEFAULT uuidv7() NOT NULL,
	order_id uuid NOT NULL,
	status text NOT NULL,
	tracking_id text,
	tracking_link text,
	freight_carrier text,
	freight_service text,
	parcel jsonb,
	has_label boolean DEFAULT false NOT NULL,
	note text,
	lease_until timestamp(3) with time zone DEFAULT now() NOT NULL,
	delivered_at timestamp(3) with time zone,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	has_customs_invoice boolean DEFAULT false NOT NULL,
	events jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT packages_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE partners (
	name text NOT NULL,
	answered_at timestamp(3) with time zone,
	failing_since timestamp(3) with time zone,
	reason text,
	failed_at timestamp(3) with time zone,
	CONSTRAINT partners_pkey PRIMARY KEY (name)
);--> statement-breakpoint
CREATE TABLE passkeys (
	id uuid DEFAULT uuidv7() NOT NULL,
	user_id uuid NOT NULL,
	credential_id bytea NOT NULL,
	public_key bytea NOT NULL,
	counter bigint NOT NULL,
	transports text[] DEFAULT '{}'::text[] NOT NULL,
	name text NOT NULL,
	is_synced boolean NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	last_used_at timestamp(3) with time zone,
	CONSTRAINT passkeys_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE payment_ledger (
	id uuid DEFAULT uuidv7() NOT NULL,
	invoice_id uuid NOT NULL,
	org_id uuid NOT NULL,
	stripe_object_id text NOT NULL,
	kind text NOT NULL,
	amount_cents bigint NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	booked_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT payment_ledger_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE phone_codes (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	user_id uuid NOT NULL,
	number text NOT NULL,
	attempts smallint DEFAULT 0 NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	expires_at timestamp(3) with time zone NOT NULL,
	used_at timestamp(3) with time zone,
	code_hash text,
	CONSTRAINT phone_codes_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE phone_opt_outs (
	number text NOT NULL,
	opted_out_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT phone_opt_outs_pkey PRIMARY KEY (number)
);--> statement-breakpoint
CREATE TABLE plan_switches (
	id uuid DEFAULT uuidv7() NOT NULL,
	subscription_id uuid NOT NULL,
	org_id uuid NOT NULL,
	product_id uuid NOT NULL,
	"interval" text NOT NULL,
	amount bigint NOT NULL,
	tax bigint NOT NULL,
	credit bigint NOT NULL,
	due bigint NOT NULL,
	prorated_at timestamp(3) with time zone NOT NULL,
	actor_id uuid NOT NULL,
	status text DEFAULT 'previewed'::text NOT NULL,
	refusal text,
	next_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	begins_at timestamp(3) with time zone,
	confirm_url text,
	CONSTRAINT plan_switches_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE price_changes (
	id uuid DEFAULT uuidv7() NOT NULL,
	product_id uuid NOT NULL,
	level text NOT NULL,
	price bigint,
	source text NOT NULL,
	actor_id uuid,
	changed_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	level_id uuid,
	CONSTRAINT price_changes_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE price_levels (
	id uuid DEFAULT uuidv7() NOT NULL,
	name text NOT NULL,
	is_base boolean DEFAULT false NOT NULL,
	synchronized_at timestamp(3) with time zone,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT price_levels_pkey PRIMARY KEY (id),
	CONSTRAINT price_levels_name UNIQUE (name)
);--> statement-breakpoint
CREATE TABLE product_images (
	id uuid DEFAULT uuidv7() NOT NULL,
	product_id uuid NOT NULL,
	address text NOT NULL,
	hash text NOT NULL,
	content_type text NOT NULL,
	width integer NOT NULL,
	height integer NOT NULL,
	bytes integer NOT NULL,
	alt_text text DEFAULT ''::text NOT NULL,
	created_by uuid,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT product_images_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE product_imports (
	id uuid DEFAULT uuidv7() NOT NULL,
	lines jsonb NOT NULL,
	created_count integer NOT NULL,
	changed_count integer NOT NULL,
	unchanged_count integer NOT NULL,
	refused_count integer NOT NULL,
	created_by uuid,
	confirmed_at timestamp(3) with time zone,
	confirmed_by uuid,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT product_imports_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE products (
	id uuid DEFAULT uuidv7() NOT NULL,
	name text NOT NULL,
	patterns text[] DEFAULT '{}'::text[] NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	net_suite_id text,
	sku text,
	type text DEFAULT 'hardware'::text NOT NULL,
	category text,
	is_active boolean DEFAULT true NOT NULL,
	is_archived boolean DEFAULT false NOT NULL,
	is_published boolean DEFAULT false NOT NULL,
	price_levels jsonb DEFAULT '{}'::jsonb NOT NULL,
	subscription_term text,
	main_image text,
	other_images text[] DEFAULT '{}'::text[] NOT NULL,
	short_description text,
	long_description text,
	detailed_description jsonb DEFAULT '[]'::jsonb NOT NULL,
	author text,
	key_features text[] DEFAULT '{}'::text[] NOT NULL,
	notes text,
	compatibility text[] DEFAULT '{}'::text[] NOT NULL,
	devices text[] DEFAULT '{}'::text[] NOT NULL,
	software_use_cases text[] DEFAULT '{}'::text[] NOT NULL,
	platforms text[] DEFAULT '{}'::text[] NOT NULL,
	requirements text,
	certifications text,
	format text,
	availability text,
	downloads jsonb DEFAULT '[]'::jsonb NOT NULL,
	links jsonb DEFAULT '[]'::jsonb NOT NULL,
	synchronized_at timestamp(3) with time zone,
	family text,
	"position" integer DEFAULT 1000000 NOT NULL,
	tax_code text,
	seen_in_net_suite_at timestamp(3) with time zone,
	is_retired boolean DEFAULT false NOT NULL,
	image_texts jsonb DEFAULT '{}'::jsonb NOT NULL,
	publish_at timestamp(3) with time zone,
	weight_grams integer,
	country_of_origin text,
	hs_code text,
	customs_value integer,
	lead_days integer,
	CONSTRAINT products_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE quote_messages (
	id uuid DEFAULT uuidv7() NOT NULL,
	quote_id uuid NOT NULL,
	user_id uuid NOT NULL,
	is_from_shop boolean NOT NULL,
	text text NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT quote_messages_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE quote_versions (
	id uuid DEFAULT uuidv7() NOT NULL,
	quote_id uuid NOT NULL,
	version integer NOT NULL,
	lines jsonb NOT NULL,
	pieces jsonb NOT NULL,
	subtotal bigint NOT NULL,
	discount_percent double precision,
	discount bigint NOT NULL,
	shipping bigint NOT NULL,
	total bigint NOT NULL,
	text text,
	valid_until date NOT NULL,
	sent_by uuid NOT NULL,
	sent_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT quote_versions_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE quotes (
	id uuid DEFAULT uuidv7() NOT NULL,
	quote_number text DEFAULT 'Q'::text || lpad(nextval('quote_numbers'::regclass)::text, 8, '0'::text) NOT NULL,
	org_id uuid NOT NULL,
	user_id uuid NOT NULL,
	started_by uuid,
	status text DEFAULT 'requested'::text NOT NULL,
	note text,
	requested jsonb NOT NULL,
	address jsonb DEFAULT '{"billing": null, "shipping": null}'::jsonb NOT NULL,
	shipping_rate_id uuid,
	asked_for text,
	draft jsonb NOT NULL,
	version integer DEFAULT 0 NOT NULL,
	total bigint NOT NULL,
	expires_at timestamp(3) with time zone,
	reason text,
	cart_id uuid,
	accepted_by uuid,
	accepted_at timestamp(3) with time zone,
	order_by timestamp(3) with time zone,
	order_id uuid,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT quotes_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE rate_counters (
	key text NOT NULL,
	n integer NOT NULL,
	resets_at timestamp(3) with time zone NOT NULL,
	CONSTRAINT rate_counters_pkey PRIMARY KEY (key)
);--> statement-breakpoint
CREATE TABLE readiness_checks (
	name text NOT NULL,
	checked_at timestamp(3) with time zone NOT NULL,
	done_at timestamp(3) with time zone,
	note text,
	CONSTRAINT readiness_checks_pkey PRIMARY KEY (name)
);--> statement-breakpoint
CREATE TABLE refresh_tokens (
	token_hash bytea NOT NULL,
	session_id uuid NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	used_at timestamp(3) with time zone,
	CONSTRAINT refresh_tokens_pkey PRIMARY KEY (token_hash)
);--> statement-breakpoint
CREATE TABLE refund_approvals (
	id uuid DEFAULT uuidv7() NOT NULL,
	key text NOT NULL,
	org_id uuid NOT NULL,
	order_id uuid NOT NULL,
	invoice_id uuid NOT NULL,
	action text NOT NULL,
	request jsonb NOT NULL,
	failed_refund_id text,
	amount bigint NOT NULL,
	state text DEFAULT 'waiting'::text NOT NULL,
	asked_by uuid NOT NULL,
	decided_by uuid,
	decided_at timestamp(3) with time zone,
	note text,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	asked_for text NOT NULL,
	CONSTRAINT refund_approvals_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE refund_instructions (
	failed_refund_id text NOT NULL,
	order_id uuid NOT NULL,
	org_id uuid NOT NULL,
	message text NOT NULL,
	created_by uuid NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT refund_instructions_pkey PRIMARY KEY (failed_refund_id)
);--> statement-breakpoint
CREATE TABLE refund_lines (
	id uuid DEFAULT uuidv7() NOT NULL,
	refund_id uuid NOT NULL,
	line_id uuid,
	quantity integer NOT NULL,
	amount bigint NOT NULL,
	tax bigint NOT NULL,
	CONSTRAINT refund_lines_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE refunds (
	id uuid DEFAULT uuidv7() NOT NULL,
	key text NOT NULL,
	asked_for text NOT NULL,
	org_id uuid NOT NULL,
	order_id uuid,
	invoice_id uuid NOT NULL,
	amount bigint NOT NULL,
	balance_amount bigint DEFAULT 0 NOT NULL,
	action text NOT NULL,
	actor_id uuid NOT NULL,
	impersonator_id uuid,
	status text DEFAULT 'asked'::text NOT NULL,
	stripe_refund_id text,
	next_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	given_amount bigint,
	reason text,
	reason_text text,
	failed_refund_id text,
	reference text,
	paid_on date,
	CONSTRAINT refunds_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE registry_pages (
	address text NOT NULL,
	etag text NOT NULL,
	records integer NOT NULL,
	next integer,
	read_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT registry_pages_pkey PRIMARY KEY (address)
);--> statement-breakpoint
CREATE TABLE request_minutes (
	minute timestamp(3) with time zone NOT NULL,
	route text NOT NULL,
	status smallint NOT NULL,
	requests bigint DEFAULT 0 NOT NULL,
	ms bigint DEFAULT 0 NOT NULL,
	database_ms bigint DEFAULT 0 NOT NULL,
	statements bigint DEFAULT 0 NOT NULL,
	up_to_50 bigint DEFAULT 0 NOT NULL,
	up_to_100 bigint DEFAULT 0 NOT NULL,
	up_to_250 bigint DEFAULT 0 NOT NULL,
	up_to_500 bigint DEFAULT 0 NOT NULL,
	up_to_1000 bigint DEFAULT 0 NOT NULL,
	up_to_2500 bigint DEFAULT 0 NOT NULL,
	slower bigint DEFAULT 0 NOT NULL,
	CONSTRAINT request_minutes_minute_route_status_pk PRIMARY KEY (minute, route, status)
);--> statement-breakpoint
CREATE TABLE saved_views (
	id uuid DEFAULT uuidv7() NOT NULL,
	user_id uuid NOT NULL,
	list text NOT NULL,
	name text NOT NULL,
	query text NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT saved_views_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE scheduled_prices (
	id uuid DEFAULT uuidv7() NOT NULL,
	product_id uuid NOT NULL,
	level text NOT NULL,
	price bigint,
	starts_at timestamp(3) with time zone NOT NULL,
	created_by uuid,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT scheduled_prices_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE second_factor_recoveries (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	user_id uuid NOT NULL,
	begun_by uuid,
	begun_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	due_at timestamp(3) with time zone NOT NULL,
	mailed_at timestamp(3) with time zone,
	expires_at timestamp(3) with time zone,
	tries integer DEFAULT 0 NOT NULL,
	stopped_at timestamp(3) with time zone,
	used_at timestamp(3) with time zone,
	CONSTRAINT second_factor_recoveries_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE second_factor_tries (
	user_id uuid NOT NULL,
	wrong integer NOT NULL,
	since timestamp(3) with time zone NOT NULL,
	CONSTRAINT second_factor_tries_pkey PRIMARY KEY (user_id)
);--> statement-breakpoint
CREATE TABLE security_events (
	id uuid DEFAULT uuidv7() NOT NULL,
	user_id uuid NOT NULL,
	kind text NOT NULL,
	country text,
	city text,
	user_agent text,
	is_new_browser boolean DEFAULT false NOT NULL,
	is_new_country boolean DEFAULT false NOT NULL,
	data jsonb DEFAULT '{}'::jsonb NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	reported_at timestamp(3) with time zone,
	CONSTRAINT security_events_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE sessions (
	id uuid DEFAULT uuidv7() NOT NULL,
	token_hash bytea NOT NULL,
	kind text NOT NULL,
	user_id uuid NOT NULL,
	user_epoch integer DEFAULT 0 NOT NULL,
	actor_id uuid,
	actor_epoch integer,
	parent_id uuid,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	last_seen_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	expires_at timestamp(3) with time zone NOT NULL,
	revoked_at timestamp(3) with time zone,
	user_agent text,
	reason text,
	former_token_hash bytea,
	exchanged_at timestamp(3) with time zone,
	refresh_expires_at timestamp(3) with time zone,
	authenticated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT sessions_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE shipping_rates (
	id uuid DEFAULT uuidv7() NOT NULL,
	country text,
	option text NOT NULL,
	price bigint NOT NULL,
	days_min integer,
	days_max integer,
	free_from bigint,
	is_active boolean DEFAULT true NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	service text,
	CONSTRAINT shipping_rates_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE shop_settings (
	is_only boolean DEFAULT true NOT NULL,
	time_zone text DEFAULT 'UTC'::text NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	refund_limit bigint,
	holidays text[] DEFAULT '{}'::text[] NOT NULL,
	seller text,
	CONSTRAINT shop_settings_pkey PRIMARY KEY (is_only),
	CONSTRAINT shop_settings_is_only CHECK (is_only)
);--> statement-breakpoint
CREATE TABLE sign_in_challenges (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	purpose text NOT NULL,
	token_hash bytea NOT NULL,
	browser_hash bytea NOT NULL,
	user_id uuid,
	user_epoch integer,
	webauthn_challenge bytea,
	wrong_codes integer DEFAULT 0 NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	expires_at timestamp(3) with time zone NOT NULL,
	used_at timestamp(3) with time zone,
	CONSTRAINT sign_in_challenges_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE sign_in_codes (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	user_id uuid NOT NULL,
	attempts smallint DEFAULT 0 NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	expires_at timestamp(3) with time zone NOT NULL,
	used_at timestamp(3) with time zone,
	CONSTRAINT sign_in_codes_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE software (
	id uuid DEFAULT uuidv7() NOT NULL,
	kind text NOT NULL,
	name text NOT NULL,
	title text NOT NULL,
	description text DEFAULT ''::text NOT NULL,
	author text NOT NULL,
	author_url text,
	product_id uuid,
	is_default boolean DEFAULT false NOT NULL,
	fits_product_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	is_deleted boolean DEFAULT false NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	category text,
	repository text,
	has_availability boolean DEFAULT true NOT NULL,
	CONSTRAINT software_pkey PRIMARY KEY (id),
	CONSTRAINT software_name_pattern CHECK (name ~ '^[A-Za-z0-9_-]{1,64}$'::text),
	CONSTRAINT software_product_of_plugin CHECK (product_id IS NULL OR kind = 'plugin'::text AND NOT is_default)
);--> statement-breakpoint
CREATE TABLE software_version_dependencies (
	version_id uuid NOT NULL,
	dependency_version_id uuid NOT NULL,
	CONSTRAINT software_version_dependencies_version_id_dependency_version_id_ PRIMARY KEY (version_id, dependency_version_id)
);--> statement-breakpoint
CREATE TABLE software_versions (
	id uuid DEFAULT uuidv7() NOT NULL,
	software_id uuid NOT NULL,
	version text NOT NULL,
	developer_description text DEFAULT ''::text NOT NULL,
	public_description text DEFAULT ''::text NOT NULL,
	compatible_app_version text,
	file_name text NOT NULL,
	bytes bigint NOT NULL,
	sha256 text NOT NULL,
	is_published boolean DEFAULT false NOT NULL,
	published_at timestamp(3) with time zone,
	published_by uuid,
	is_deleted boolean DEFAULT false NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	version_key text COLLATE "C" GENERATED ALWAYS AS (version_sort_key(version)) STORED,
	stage text,
	stage_org_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	stage_percent integer DEFAULT 0 NOT NULL,
	staged_at timestamp(3) with time zone,
	withdrawn_at timestamp(3) with time zone,
	withdrawn_by uuid,
	withdrawal_reason text,
	replacement_id uuid,
	CONSTRAINT software_versions_pkey PRIMARY KEY (id),
	CONSTRAINT software_versions_published CHECK (is_published = (published_at IS NOT NULL)),
	CONSTRAINT software_versions_sha256 CHECK (sha256 ~ '^[0-9a-f]{64}$'::text)
);--> statement-breakpoint
CREATE TABLE stripe_events (
	id text NOT NULL,
	type text NOT NULL,
	object_id text NOT NULL,
	created bigint NOT NULL,
	status text DEFAULT 'received'::text NOT NULL,
	tries integer DEFAULT 0 NOT NULL,
	next_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	lease_until timestamp(3) with time zone DEFAULT now() NOT NULL,
	received_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	processed_at timestamp(3) with time zone,
	CONSTRAINT stripe_events_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE subscriptions (
	id uuid DEFAULT uuidv7() NOT NULL,
	product_id uuid NOT NULL,
	org_id uuid NOT NULL,
	user_id uuid,
	attempt_id uuid,
	stripe_id text,
	status text DEFAULT 'incomplete'::text NOT NULL,
	amount bigint NOT NULL,
	tax bigint DEFAULT 0 NOT NULL,
	"interval" text NOT NULL,
	interval_count integer DEFAULT 1 NOT NULL,
	start_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	cancel_at timestamp(3) with time zone,
	current_period_end timestamp(3) with time zone,
	applied_seq bigint DEFAULT 0 NOT NULL,
	created_by uuid,
	updated_by uuid,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	cancels_at_period_end boolean DEFAULT false NOT NULL,
	payment_method jsonb,
	CONSTRAINT subscriptions_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE task_failures (
	run_id uuid NOT NULL,
	record_id text NOT NULL,
	reason text NOT NULL,
	at timestamp(3) with time zone DEFAULT now() NOT NULL,
	retried_at timestamp(3) with time zone,
	CONSTRAINT task_failures_run_id_record_id_pk PRIMARY KEY (run_id, record_id)
);--> statement-breakpoint
CREATE TABLE task_runs (
	id uuid DEFAULT uuidv7() NOT NULL,
	task text NOT NULL,
	trigger text NOT NULL,
	started_by uuid,
	status text DEFAULT 'processing'::text NOT NULL,
	started_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	finished_at timestamp(3) with time zone,
	found integer DEFAULT 0 NOT NULL,
	processed integer DEFAULT 0 NOT NULL,
	failed integer DEFAULT 0 NOT NULL,
	expected integer,
	error text,
	CONSTRAINT task_runs_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE tasks (
	name text NOT NULL,
	status text DEFAULT 'completed'::text NOT NULL,
	lease_until timestamp(3) with time zone DEFAULT now() NOT NULL,
	fence integer DEFAULT 0 NOT NULL,
	cursor jsonb,
	found integer DEFAULT 0 NOT NULL,
	processed integer DEFAULT 0 NOT NULL,
	error text,
	started_at timestamp(3) with time zone,
	finished_at timestamp(3) with time zone,
	last_success_at timestamp(3) with time zone,
	run_id uuid,
	pass_id uuid,
	takeovers integer DEFAULT 0 NOT NULL,
	CONSTRAINT tasks_pkey PRIMARY KEY (name)
);--> statement-breakpoint
CREATE TABLE tax_reports (
	id uuid DEFAULT uuidv7() NOT NULL,
	invoice_id uuid NOT NULL,
	kind text NOT NULL,
	reference text NOT NULL,
	amount bigint NOT NULL,
	calculation_id text,
	transaction_id text,
	status text DEFAULT 'waiting'::text NOT NULL,
	tries integer DEFAULT 0 NOT NULL,
	next_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	lease_until timestamp(3) with time zone DEFAULT now() NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	done_at timestamp(3) with time zone,
	CONSTRAINT tax_reports_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE timers (
	name text NOT NULL,
	at timestamp(3) with time zone NOT NULL,
	CONSTRAINT timers_pkey PRIMARY KEY (name)
);--> statement-breakpoint
CREATE TABLE told_customers (
	customer_id text NOT NULL,
	tries integer DEFAULT 1 NOT NULL,
	next_at timestamp(3) with time zone NOT NULL,
	lease_until timestamp(3) with time zone DEFAULT now() NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT told_customers_pkey PRIMARY KEY (customer_id)
);--> statement-breakpoint
CREATE TABLE totp_secrets (
	user_id uuid NOT NULL,
	sealed_secret bytea NOT NULL,
	last_step bigint,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	enabled_at timestamp(3) with time zone,
	sealed_by text,
	CONSTRAINT totp_secrets_pkey PRIMARY KEY (user_id)
);--> statement-breakpoint
CREATE TABLE trusted_browsers (
	id uuid DEFAULT uuidv7() NOT NULL,
	token_hash bytea NOT NULL,
	user_id uuid NOT NULL,
	user_agent text,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	last_used_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	expires_at timestamp(3) with time zone NOT NULL,
	CONSTRAINT trusted_browsers_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE user_phones (
	user_id uuid NOT NULL,
	number text NOT NULL,
	verified_at timestamp(3) with time zone NOT NULL,
	types text[] DEFAULT '{}'::text[] NOT NULL,
	CONSTRAINT user_phones_pkey PRIMARY KEY (user_id)
);--> statement-breakpoint
CREATE TABLE users (
	id uuid DEFAULT uuidv7() NOT NULL,
	org_id uuid NOT NULL,
	email text NOT NULL,
	first_name text NOT NULL,
	last_name text NOT NULL,
	phone text,
	roles text[] NOT NULL,
	password_hash text,
	is_email_verified boolean DEFAULT false NOT NULL,
	session_epoch integer DEFAULT 0 NOT NULL,
	is_active boolean DEFAULT true NOT NULL,
	agreed_version text,
	agreed_at timestamp(3) with time zone,
	notification_settings jsonb DEFAULT '{"is_subscribed": true}'::jsonb NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	email_returned text,
	email_returned_at timestamp(3) with time zone,
	returned_email text,
	preset text DEFAULT 'owner'::text NOT NULL,
	invited_by uuid,
	CONSTRAINT users_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE verification_codes (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	user_id uuid NOT NULL,
	scope text NOT NULL,
	new_email text,
	attempts smallint DEFAULT 0 NOT NULL,
	created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
	expires_at timestamp(3) with time zone NOT NULL,
	used_at timestamp(3) with time zone,
	token_hash bytea,
	token_expires_at timestamp(3) with time zone,
	claimed_until timestamp(3) with time zone,
	old_email text,
	CONSTRAINT verification_codes_pkey PRIMARY KEY (id)
);--> statement-breakpoint
-- Sealing updates each entry once: free room in its page keeps the update out of the indexes (HOT).
ALTER TABLE audit_log SET (fillfactor=70);--> statement-breakpoint
ALTER TABLE account_requests ADD CONSTRAINT account_requests_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);--> statement-breakpoint
ALTER TABLE approval_requests ADD CONSTRAINT approval_requests_attempt_id_checkout_attempts_id_fk FOREIGN KEY (attempt_id) REFERENCES checkout_attempts(id);--> statement-breakpoint
ALTER TABLE approval_requests ADD CONSTRAINT approval_requests_cart_id_carts_id_fk FOREIGN KEY (cart_id) REFERENCES carts(id);--> statement-breakpoint
ALTER TABLE approval_requests ADD CONSTRAINT approval_requests_org_id_organizations_id_fk FOREIGN KEY (org_id) REFERENCES organizations(id);--> statement-breakpoint
ALTER TABLE approval_rules ADD CONSTRAINT approval_rules_org_id_organizations_id_fk FOREIGN KEY (org_id) REFERENCES organizations(id);--> statement-breakpoint
ALTER TABLE assignments ADD CONSTRAINT assignments_assignee_id_users_id_fk FOREIGN KEY (assignee_id) REFERENCES users(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE backup_codes ADD CONSTRAINT backup_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE broadcast_recipients ADD CONSTRAINT broadcast_recipients_broadcast_id_broadcasts_id_fk FOREIGN KEY (broadcast_id) REFERENCES broadcasts(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE carts ADD CONSTRAINT carts_org_id_organizations_id_fk FOREIGN KEY (org_id) REFERENCES organizations(id);--> statement-breakpoint
ALTER TABLE carts ADD CONSTRAINT carts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);--> statement-breakpoint
ALTER TABLE checkout_attempts ADD CONSTRAINT checkout_attempts_cart_id_carts_id_fk FOREIGN KEY (cart_id) REFERENCES carts(id);--> statement-breakpoint
ALTER TABLE customer_updates ADD CONSTRAINT customer_updates_org_id_organizations_id_fk FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE devices ADD CONSTRAINT devices_org_id_organizations_id_fk FOREIGN KEY (org_id) REFERENCES organizations(id);--> statement-breakpoint
ALTER TABLE devices ADD CONSTRAINT devices_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id);--> statement-breakpoint
ALTER TABLE digest_entries ADD CONSTRAINT digest_entries_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE downloads ADD CONSTRAINT downloads_org_id_organizations_id_fk FOREIGN KEY (org_id) REFERENCES organizations(id);--> statement-breakpoint
ALTER TABLE downloads ADD CONSTRAINT downloads_software_id_software_id_fk FOREIGN KEY (software_id) REFERENCES software(id);--> statement-breakpoint
ALTER TABLE downloads ADD CONSTRAINT downloads_version_id_software_versions_id_fk FOREIGN KEY (version_id) REFERENCES software_versions(id);--> statement-breakpoint
ALTER TABLE invoice_actions ADD CONSTRAINT invoice_actions_invoice_id_invoices_id_fk FOREIGN KEY (invoice_id) REFERENCES invoices(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE invoices ADD CONSTRAINT invoices_org_id_organizations_id_fk FOREIGN KEY (org_id) REFERENCES organizations(id);--> statement-breakpoint
ALTER TABLE ledger_parts ADD CONSTRAINT ledger_parts_entry_id_payment_ledger_id_fk FOREIGN KEY (entry_id) REFERENCES payment_ledger(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE license_consents ADD CONSTRAINT license_consents_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE made_serials ADD CONSTRAINT made_serials_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id);--> statement-breakpoint
ALTER TABLE note_files ADD CONSTRAINT note_files_note_id_notes_id_fk FOREIGN KEY (note_id) REFERENCES notes(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE note_mentions ADD CONSTRAINT note_mentions_note_id_notes_id_fk FOREIGN KEY (note_id) REFERENCES notes(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE note_mentions ADD CONSTRAINT note_mentions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE notifications ADD CONSTRAINT notifications_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE order_lines ADD CONSTRAINT order_lines_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);--> statement-breakpoint
ALTER TABLE order_lines ADD CONSTRAINT order_lines_pieces_fit CHECK (0 <= shipped_quantity AND 0 <= canceled_quantity AND (shipped_quantity + canceled_quantity) <= quantity) NOT VALID;--> statement-breakpoint
ALTER TABLE order_lines ADD CONSTRAINT order_lines_serials_fit CHECK (cardinality(serial_number) <= quantity) NOT VALID;--> statement-breakpoint
ALTER TABLE orders ADD CONSTRAINT orders_attempt_id_checkout_attempts_id_fk FOREIGN KEY (attempt_id) REFERENCES checkout_attempts(id);--> statement-breakpoint
ALTER TABLE orders ADD CONSTRAINT orders_org_id_organizations_id_fk FOREIGN KEY (org_id) REFERENCES organizations(id);--> statement-breakpoint
ALTER TABLE orders ADD CONSTRAINT orders_test_is_free CHECK (NOT is_test OR total = 0 AND attempt_id IS NULL AND stripe_id IS NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE organizations ADD CONSTRAINT organizations_industry_industries_name_fk FOREIGN KEY (industry) REFERENCES industries(name) ON UPDATE CASCADE NOT VALID;--> statement-breakpoint
ALTER TABLE organizations ADD CONSTRAINT organizations_price_level_name_price_levels_name_fk FOREIGN KEY (price_level_name) REFERENCES price_levels(name) ON UPDATE CASCADE NOT VALID;--> statement-breakpoint
ALTER TABLE package_lines ADD CONSTRAINT package_lines_line_id_order_lines_id_fk FOREIGN KEY (line_id) REFERENCES order_lines(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE package_lines ADD CONSTRAINT package_lines_package_id_packages_id_fk FOREIGN KEY (package_id) REFERENCES packages(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE package_serials ADD CONSTRAINT package_serials_line_id_order_lines_id_fk FOREIGN KEY (line_id) REFERENCES order_lines(id);--> statement-breakpoint
ALTER TABLE package_serials ADD CONSTRAINT package_serials_package_id_packages_id_fk FOREIGN KEY (package_id) REFERENCES packages(id);--> statement-breakpoint
ALTER TABLE packages ADD CONSTRAINT packages_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);--> statement-breakpoint
ALTER TABLE passkeys ADD CONSTRAINT passkeys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE payment_ledger ADD CONSTRAINT payment_ledger_invoice_id_invoices_id_fk FOREIGN KEY (invoice_id) REFERENCES invoices(id);--> statement-breakpoint
ALTER TABLE phone_codes ADD CONSTRAINT phone_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE plan_switches ADD CONSTRAINT plan_switches_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id);--> statement-breakpoint
ALTER TABLE plan_switches ADD CONSTRAINT plan_switches_subscription_id_subscriptions_id_fk FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE price_changes ADD CONSTRAINT price_changes_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id);--> statement-breakpoint
ALTER TABLE product_images ADD CONSTRAINT product_images_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE quote_messages ADD CONSTRAINT quote_messages_quote_id_quotes_id_fk FOREIGN KEY (quote_id) REFERENCES quotes(id);--> statement-breakpoint
ALTER TABLE quote_versions ADD CONSTRAINT quote_versions_quote_id_quotes_id_fk FOREIGN KEY (quote_id) REFERENCES quotes(id);--> statement-breakpoint
ALTER TABLE quotes ADD CONSTRAINT quotes_cart_id_carts_id_fk FOREIGN KEY (cart_id) REFERENCES carts(id);--> statement-breakpoint
ALTER TABLE quotes ADD CONSTRAINT quotes_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);--> statement-breakpoint
ALTER TABLE quotes ADD CONSTRAINT quotes_org_id_organizations_id_fk FOREIGN KEY (org_id) REFERENCES organizations(id);--> statement-breakpoint
ALTER TABLE quotes ADD CONSTRAINT quotes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);--> statement-breakpoint
ALTER TABLE refresh_tokens ADD CONSTRAINT refresh_tokens_session_id_sessions_id_fk FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE refund_approvals ADD CONSTRAINT refund_approvals_invoice_id_invoices_id_fk FOREIGN KEY (invoice_id) REFERENCES invoices(id);--> statement-breakpoint
ALTER TABLE refund_approvals ADD CONSTRAINT refund_approvals_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);--> statement-breakpoint
ALTER TABLE refund_instructions ADD CONSTRAINT refund_instructions_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);--> statement-breakpoint
ALTER TABLE refund_lines ADD CONSTRAINT refund_lines_line_id_order_lines_id_fk FOREIGN KEY (line_id) REFERENCES order_lines(id);--> statement-breakpoint
ALTER TABLE refund_lines ADD CONSTRAINT refund_lines_refund_id_refunds_id_fk FOREIGN KEY (refund_id) REFERENCES refunds(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE refunds ADD CONSTRAINT refunds_invoice_id_invoices_id_fk FOREIGN KEY (invoice_id) REFERENCES invoices(id);--> statement-breakpoint
ALTER TABLE refunds ADD CONSTRAINT refunds_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);--> statement-breakpoint
ALTER TABLE saved_views ADD CONSTRAINT saved_views_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE scheduled_prices ADD CONSTRAINT scheduled_prices_level_price_levels_name_fk FOREIGN KEY (level) REFERENCES price_levels(name) ON UPDATE CASCADE;--> statement-breakpoint
ALTER TABLE scheduled_prices ADD CONSTRAINT scheduled_prices_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id);--> statement-breakpoint
ALTER TABLE second_factor_recoveries ADD CONSTRAINT second_factor_recoveries_begun_by_users_id_fk FOREIGN KEY (begun_by) REFERENCES users(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE second_factor_recoveries ADD CONSTRAINT second_factor_recoveries_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE second_factor_tries ADD CONSTRAINT second_factor_tries_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE shipping_rates ADD CONSTRAINT shipping_rates_days CHECK ((days_min IS NULL) = (days_max IS NULL) AND 0 <= days_min AND days_min <= days_max) NOT VALID;--> statement-breakpoint
ALTER TABLE sign_in_challenges ADD CONSTRAINT sign_in_challenges_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE sign_in_codes ADD CONSTRAINT sign_in_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE software ADD CONSTRAINT software_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id);--> statement-breakpoint
ALTER TABLE software ADD CONSTRAINT software_repository_of_software CHECK (kind = 'software'::text OR repository IS NULL AND category IS NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE software_version_dependencies ADD CONSTRAINT software_version_dependencies_dependency_version_id_software_ve FOREIGN KEY (dependency_version_id) REFERENCES software_versions(id);--> statement-breakpoint
ALTER TABLE software_version_dependencies ADD CONSTRAINT software_version_dependencies_version_id_software_versions_id_f FOREIGN KEY (version_id) REFERENCES software_versions(id);--> statement-breakpoint
ALTER TABLE software_versions ADD CONSTRAINT software_versions_replacement_id_software_versions_id_fk FOREIGN KEY (replacement_id) REFERENCES software_versions(id) NOT VALID;--> statement-breakpoint
ALTER TABLE software_versions ADD CONSTRAINT software_versions_software_id_software_id_fk FOREIGN KEY (software_id) REFERENCES software(id);--> statement-breakpoint
ALTER TABLE software_versions ADD CONSTRAINT software_versions_stage_percent CHECK (stage_percent >= 0 AND stage_percent <= 100) NOT VALID;--> statement-breakpoint
ALTER TABLE software_versions ADD CONSTRAINT software_versions_withdrawn CHECK (withdrawn_at IS NULL OR NOT is_published AND stage IS NULL AND withdrawal_reason IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_attempt_id_checkout_attempts_id_fk FOREIGN KEY (attempt_id) REFERENCES checkout_attempts(id);--> statement-breakpoint
ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_org_id_organizations_id_fk FOREIGN KEY (org_id) REFERENCES organizations(id);--> statement-breakpoint
ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id);--> statement-breakpoint
ALTER TABLE task_failures ADD CONSTRAINT task_failures_run_id_task_runs_id_fk FOREIGN KEY (run_id) REFERENCES task_runs(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE tax_reports ADD CONSTRAINT tax_reports_invoice_id_invoices_id_fk FOREIGN KEY (invoice_id) REFERENCES invoices(id);--> statement-breakpoint
ALTER TABLE totp_secrets ADD CONSTRAINT totp_secrets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE trusted_browsers ADD CONSTRAINT trusted_browsers_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE user_phones ADD CONSTRAINT user_phones_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE users ADD CONSTRAINT users_org_id_organizations_id_fk FOREIGN KEY (org_id) REFERENCES organizations(id);--> statement-breakpoint
ALTER TABLE verification_codes ADD CONSTRAINT verification_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
CREATE FUNCTION raise_catalog_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
	UPDATE catalog_versions SET version = version + 1;
	RETURN NULL;
END $$
;--> statement-breakpoint
-- Every letter and every pair of adjacent letters of a text, in lower case.
CREATE FUNCTION grams(body text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $$
DECLARE
	letters text[] := string_to_array(lower(body), NULL);
	found text[] := letters;
BEGIN
	FOR at IN 2 .. cardinality(letters) LOOP
		found[cardinality(letters) + at - 1] := letters[at - 1] || letters[at];
	END LOOP;
	RETURN found;
END $$
;--> statement-breakpoint
-- Ids of the rows whose text contains one or two letters, by the table's index of grams. The planner charges grams() for every
-- row that the index finds, although nothing computes it there; without these settings it reads the table and computes all.
CREATE FUNCTION ids_with_gram(index regclass, gram text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE ROWS 500
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $$
DECLARE
	statement text;
BEGIN
	SELECT format('SELECT id FROM %s WHERE %s @> array[$1]', indrelid::regclass, pg_get_expr(indexprs, indrelid))
		INTO STRICT statement FROM pg_index WHERE indexrelid = index;
	RETURN QUERY EXECUTE statement USING gram;
END $$
;--> statement-breakpoint
CREATE FUNCTION note_order_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
	NEW.status_at := NEW.status_at
		|| jsonb_build_object(NEW.status, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
	RETURN NEW;
END $$
;--> statement-breakpoint
CREATE FUNCTION keep_test_orders_apart()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
	RAISE EXCEPTION 'is_test of an order never changes';
END $$
;--> statement-breakpoint
-- At most `most` ids of the rows whose text contains a pattern, by the trigram index of that text. The planner would scan the
-- table when most rows match; the time of a search must not depend on its text.
CREATE FUNCTION ids_holding(index regclass, pattern text, most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE ROWS 100
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $$
DECLARE
	statement text;
BEGIN
	SELECT format('SELECT id FROM %s WHERE (%s) ILIKE $1%s LIMIT $2', indrelid::regclass, pg_get_indexdef(indexrelid, 1, false),
			' AND (' || pg_get_expr(indpred, indrelid) || ')')
		INTO STRICT statement FROM pg_index WHERE indexrelid = index;
	RETURN QUERY EXECUTE statement USING pattern, most;
END $$
;--> statement-breakpoint
-- `actors` names the user behind each price when one statement writes prices of several users.
CREATE FUNCTION note_price_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
	told jsonb := price_source();
	is_theirs boolean := told ->> 'source' = 'accounting';
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM hold_price_levels(array_agg(DISTINCT l.key), is_theirs)
		FROM new_rows n CROSS JOIN LATERAL jsonb_object_keys(n.price_levels) l(key)
		HAVING count(*) > 0;
		INSERT INTO price_changes (product_id, level, level_id, price, source, actor_id)
		SELECT n.id, l.key, level.id, l.value::bigint, told ->> 'source',
			coalesce(told -> 'actors' ->> (n.id || ' ' || l.key), told ->> 'actor_id')::uuid
		FROM new_rows n CROSS JOIN LATERAL jsonb_each_text(n.price_levels) l
			LEFT JOIN price_levels level ON level.name = l.key;
	ELSE
		PERFORM hold_price_levels(array_agg(DISTINCT l.key), is_theirs)
		FROM new_rows n JOIN old_rows o ON o.id = n.id AND o.price_levels IS DISTINCT FROM n.price_levels
			CROSS JOIN LATERAL jsonb_object_keys(n.price_levels) l(key)
		HAVING count(*) > 0;
		INSERT INTO price_changes (product_id, level, level_id, price, source, actor_id)
		SELECT n.id, l.level, level.id, l.price::bigint, told ->> 'source',
			coalesce(told -> 'actors' ->> (n.id || ' ' || l.level), told ->> 'actor_id')::uuid
		FROM new_rows n JOIN old_rows o ON o.id = n.id AND o.price_levels IS DISTINCT FROM n.price_levels
			CROSS JOIN LATERAL (
				SELECT coalesce(a.key, b.key) AS level, a.value AS price
				FROM jsonb_each_text(n.price_levels) a FULL JOIN jsonb_each_text(o.price_levels) b ON b.key = a.key
				WHERE a.value IS DISTINCT FROM b.value
			) l
			LEFT JOIN price_levels level ON level.name = l.level;
	END IF;
	RETURN NULL;
END $$
;--> statement-breakpoint
-- The hashed text of an entry: every column in order, each after its length in bytes, so that no two entries have the same
-- text. worker/domain/platform/audit/chain/ builds the same text.
CREATE FUNCTION audit_text(entry audit_log)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
	SELECT string_agg(coalesce(octet_length(part) || ':' || part, '-'), ',' ORDER BY place)
	FROM unnest(ARRAY[
		entry.seq::text,
		entry.id::text,
		to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
		entry.actor_kind,
		entry.actor_id::text,
		entry.impersonator_id::text,
		entry.action,
		entry.subject_type,
		entry.subject_id,
		entry.org_id::text,
		entry.data_hash,
		entry.request_id,
		entry.previous_hash
	]) WITH ORDINALITY AS parts(part, place)
$$
;--> statement-breakpoint
-- Runs at commit, so that the head's row is the last lock of a transaction and cannot deadlock. Runs as the owner, because the
-- worker's role can change neither entries nor the head.
CREATE FUNCTION seal_audit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
DECLARE
	head public.audit_head%ROWTYPE;
	entry public.audit_log%ROWTYPE := NEW;
BEGIN
	SELECT * INTO STRICT head FROM public.audit_head FOR UPDATE;
	entry.seq := head.seq + 1;
	entry.previous_hash := head.hash;
	entry.data_hash := encode(sha256(convert_to(entry.data::text, 'UTF8')), 'hex');
	entry.hash := encode(sha256(convert_to(public.audit_text(entry), 'UTF8')), 'hex');
	UPDATE public.audit_log
		SET seq = entry.seq, previous_hash = entry.previous_hash, data_hash = entry.data_hash, hash = entry.hash
		WHERE id = entry.id;
	IF FOUND THEN
		UPDATE public.audit_head SET seq = entry.seq, hash = entry.hash, updated_at = now();
	END IF;
	RETURN NULL;
END $$
;--> statement-breakpoint
-- Erases the content of entries about a user and of entries that contain the user's email address (GDPR, article 17). The
-- hashes stay, and a new entry lists the erased ones, so that the chain still verifies. Only the owner may call this.
CREATE FUNCTION erase_audit_of(person uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $$
DECLARE
	address text := (SELECT lower(email) FROM users WHERE id = person);
	erased bigint[];
BEGIN
	WITH gone AS (
		UPDATE audit_log SET data = '{"erased": true}'
		WHERE seq IS NOT NULL AND action <> 'eraseAudit' AND data <> '{"erased": true}'
			AND ((subject_type = 'user' AND subject_id = person::text) OR strpos(lower(data::text), address) > 0)
		RETURNING seq
	)
	SELECT array_agg(seq ORDER BY seq) INTO erased FROM gone;
	IF erased IS NOT NULL THEN
		INSERT INTO audit_log (actor_kind, action, subject_type, subject_id, data)
			VALUES ('system', 'eraseAudit', 'user', person::text, jsonb_build_object('entries', erased));
	END IF;
	RETURN coalesce(cardinality(erased), 0);
END $$
;--> statement-breakpoint
-- The diff of two rows for the audit log; worker/domain/platform/audit/changes.ts says which fields are left out. A function,
-- because its plan is cached per connection: inline, planning cost more than running.
CREATE FUNCTION audit_changes(before jsonb, after jsonb, left_out text[], length_max integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
DECLARE
	nothings constant jsonb[] := ARRAY['null', '[]', '{}', 'false'];
BEGIN
	RETURN (
		WITH fields AS (
			SELECT side, field || coalesce('.' || part.key, '') AS field, coalesce(part.value, each_field.value) AS value
			FROM (VALUES (1, coalesce(before, '{}')), (2, coalesce(after, '{}'))) sides (side, fields_of)
				CROSS JOIN LATERAL jsonb_each(fields_of) each_field (field, value)
				LEFT JOIN LATERAL jsonb_each(
					CASE jsonb_typeof(each_field.value) WHEN 'object' THEN each_field.value ELSE '{}' END
				) part ON true
			WHERE field <> ALL (left_out)
		),
		compared AS (
			SELECT field,
				coalesce(min(value::text) FILTER (WHERE side = 1), 'null')::jsonb AS was,
				coalesce(min(value::text) FILTER (WHERE side = 2), 'null')::jsonb AS is_now
			FROM fields GROUP BY field
		)
		SELECT jsonb_object_agg(field, (
			SELECT jsonb_agg(
				CASE WHEN length(value::text) > length_max
					THEN to_jsonb(left(value #>> '{}', length_max / 2) || '… (' || length(value #>> '{}') || ' characters)')
					ELSE value
				END ORDER BY place
			)
			FROM unnest(ARRAY[was, is_now]) WITH ORDINALITY values_of (value, place)
		))
		FROM compared
		WHERE was <> is_now AND NOT (was = ANY (nothings) AND is_now = ANY (nothings))
	);
END $$
;--> statement-breakpoint
-- Creates missing price levels and locks all of them until the transaction ends, so that none is deleted in between.
CREATE FUNCTION hold_price_levels(names text[], is_theirs boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $$
BEGIN
	LOOP
		PERFORM 1 FROM price_levels WHERE name = ANY(names) ORDER BY name FOR KEY SHARE;
		INSERT INTO price_levels (name, synchronized_at)
		SELECT DISTINCT ON (lower(btrim(n.name))) n.name, CASE WHEN is_theirs THEN now() END
		FROM unnest(names) n(name)
		WHERE btrim(n.name) <> ''
			AND NOT EXISTS (SELECT 1 FROM price_levels l WHERE lower(btrim(l.name)) = lower(btrim(n.name)))
		ORDER BY lower(btrim(n.name)), n.name
		ON CONFLICT DO NOTHING;
		EXIT WHEN NOT FOUND;
	END LOOP;
	IF is_theirs THEN
		UPDATE price_levels SET synchronized_at = now()
		WHERE name = ANY(names) AND synchronized_at IS NULL AND NOT is_base;
	END IF;
END $$
;--> statement-breakpoint
CREATE FUNCTION price_source()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $$
	SELECT coalesce(nullif(current_setting('crunchbox.price_source', true), ''), '{"source": "database"}')::jsonb
$$
;--> statement-breakpoint
CREATE FUNCTION take_price_level()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
	IF btrim(coalesce(NEW.price_level_name, '')) = '' THEN
		NEW.price_level_name := NULL;
	ELSIF TG_OP = 'INSERT' OR NEW.price_level_name IS DISTINCT FROM OLD.price_level_name THEN
		PERFORM hold_price_levels(ARRAY[NEW.price_level_name], price_source() ->> 'source' = 'accounting');
		SELECT l.name INTO NEW.price_level_name FROM price_levels l
		WHERE lower(btrim(l.name)) = lower(btrim(NEW.price_level_name));
	END IF;
	RETURN NEW;
END $$
;--> statement-breakpoint
-- PostgreSQL locks the level before the trigger runs, and each statement of the function sees everything committed by then.
CREATE FUNCTION refuse_used_price_level()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
	IF OLD.is_base
		OR EXISTS (SELECT 1 FROM organizations WHERE price_level_name = OLD.name)
		OR EXISTS (SELECT 1 FROM products WHERE jsonb_exists(price_levels, OLD.name))
		OR EXISTS (SELECT 1 FROM scheduled_prices WHERE level = OLD.name)
	THEN
		RAISE EXCEPTION 'price level % is in use', OLD.name USING ERRCODE = 'check_violation', CONSTRAINT = 'price_levels_unused';
	END IF;
	RETURN OLD;
END $$
;--> statement-breakpoint
-- Organizations are updated by their foreign key.
CREATE FUNCTION move_price_level()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
	UPDATE products SET
		price_levels = (price_levels - OLD.name) || jsonb_build_object(NEW.name, price_levels -> OLD.name),
		updated_at = greatest(now(), updated_at + interval '1 millisecond')
	WHERE jsonb_exists(price_levels, OLD.name);
	RETURN NULL;
END $$
;--> statement-breakpoint
-- The term of a plan is fixed while a subscription to the plan is live. PostgreSQL locks the product before the trigger runs,
-- and the function sees everything committed by then: starting a subscription locks the product FOR SHARE.
CREATE FUNCTION refuse_term_in_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
	IF EXISTS (
		SELECT 1 FROM subscriptions
		WHERE product_id = OLD.id AND status NOT IN ('canceled', 'incomplete_expired')
			AND (cancel_at IS NULL OR cancel_at > now())
	) THEN
		RAISE EXCEPTION 'product % has live subscriptions', OLD.id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'products_term_unused';
	END IF;
	RETURN NEW;
END $$
;--> statement-breakpoint
-- The single source of which rates a country has and what they cost: lists, carts, checkout and payment links call this.
-- A country with rates of its own, active or not, never falls back to the rates for all other countries.
CREATE FUNCTION shipping_offers(to_country text, goods bigint)
 RETURNS TABLE(id uuid, country text, option text, price bigint, full_price bigint, free_from bigint, days_min integer, days_max integer)
 LANGUAGE sql
 STABLE
AS $$
	SELECT r.id, r.country, r.option, CASE WHEN goods >= r.free_from THEN 0 ELSE r.price END, r.price, r.free_from,
		r.days_min, r.days_max
	FROM shipping_rates r
	WHERE r.is_active
		AND (
			r.country = to_country
			OR (r.country IS NULL AND NOT EXISTS (SELECT 1 FROM shipping_rates own WHERE own.country = to_country))
		)
$$
;--> statement-breakpoint
-- The total of a cart's goods at the prices last shown to the buyer, without plans.
CREATE FUNCTION cart_goods(quantities jsonb, prices jsonb)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $$
	SELECT coalesce(sum((quantities ->> p.id::text)::bigint * (prices ->> p.id::text)::bigint), 0)::bigint
	FROM products p
	WHERE p.id IN (SELECT key::uuid FROM jsonb_object_keys(quantities) key) AND p.subscription_term IS NULL
$$
;--> statement-breakpoint
-- The shipping cost of a cart; null if nothing ships or if its rate is not offered at its address.
CREATE FUNCTION cart_shipping(rate_id uuid, to_address jsonb, quantities jsonb, prices jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $$
	SELECT jsonb_build_object(
		'id', o.id, 'country', to_address -> 'shipping' ->> 'country', 'option', o.option, 'price', o.price,
		'full_price', o.full_price, 'free_from', o.free_from, 'days_min', o.days_min, 'days_max', o.days_max
	)
	FROM shipping_offers(to_address -> 'shipping' ->> 'country', cart_goods(quantities, prices)) o
	WHERE o.id = rate_id
		AND to_address -> 'shipping' ->> 'country' IS NOT NULL
		AND EXISTS (
			SELECT 1 FROM products p
			WHERE p.id IN (SELECT key::uuid FROM jsonb_object_keys(quantities) key) AND p.type = 'hardware'
		)
$$
;--> statement-breakpoint
CREATE FUNCTION note_cart_shipping()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
	shown jsonb := cart_shipping(new.shipping_rate_id, new.address, new.products, new.seen_prices, new.quoted);
BEGIN
	new.previous_shipping := CASE
		WHEN shown IS DISTINCT FROM old.seen_shipping
			AND new.quoted IS NOT DISTINCT FROM old.quoted
			AND new.shipping_rate_id IS NOT DISTINCT FROM old.shipping_rate_id
			AND new.address -> 'shipping' IS NOT DISTINCT FROM old.address -> 'shipping'
		THEN old.seen_shipping
	END;
	new.seen_shipping := shown;
	RETURN new;
END $$
;--> statement-breakpoint
-- Waits for a concurrent delete of the industry, then creates the industry again.
CREATE FUNCTION take_industry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
	wanted text := btrim(coalesce(NEW.industry, ''));
	spelled text;
BEGIN
	IF wanted = '' THEN
		NEW.industry := NULL;
	ELSIF TG_OP = 'INSERT' OR NEW.industry IS DISTINCT FROM OLD.industry THEN
		LOOP
			SELECT name INTO spelled FROM industries WHERE lower(btrim(name)) = lower(wanted) FOR KEY SHARE;
			EXIT WHEN spelled IS NOT NULL;
			INSERT INTO industries (name) VALUES (wanted) ON CONFLICT DO NOTHING;
		END LOOP;
		NEW.industry := spelled;
	END IF;
	RETURN NEW;
END $$
;--> statement-breakpoint
CREATE FUNCTION record_license_consent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
	INSERT INTO license_consents (user_id, version, agreed_at) VALUES (NEW.id, NEW.agreed_version, NEW.agreed_at)
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$
;--> statement-breakpoint
-- Sort key of numbers and texts between dots: a number is 0, the count of its digits and its digits, a text is 1 and itself.
-- Each ends with a space, which sorts before every character of a text. Null for null.
CREATE FUNCTION identifiers_sort_key(identifiers text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
	SELECT string_agg(
		CASE WHEN part ~ '^[0-9]+$'
			THEN '0' || lpad(length(ltrim(part, '0'))::text, 2, '0') || ltrim(part, '0')
			ELSE '1' || part
		END || ' ', '' ORDER BY place)
	FROM string_to_table(identifiers, '.') WITH ORDINALITY parts (part, place)
$$
;--> statement-breakpoint
-- Pieces of an order line that have still to ship: ordered, less shipped, canceled and refunded ones. Software is downloaded.
-- Pieces refunded by a cancellation are counted by canceled_quantity, also if that refund fails.
CREATE FUNCTION owed_pieces(line order_lines)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $$
	SELECT CASE
		WHEN EXISTS (SELECT 1 FROM products p WHERE p.id = line.product_id AND p.type = 'software') THEN 0
		ELSE greatest(0, line.quantity - line.shipped_quantity - line.canceled_quantity - coalesce((
			SELECT sum(back.quantity)::integer
			FROM refund_lines back JOIN refunds r ON r.id = back.refund_id
			WHERE back.line_id = line.id AND r.action <> 'cancelLines' AND r.status NOT IN ('failed', 'canceled')
				AND NOT EXISTS (
					SELECT 1 FROM refunds failed
					WHERE failed.stripe_refund_id = r.failed_refund_id AND failed.action = 'cancelLines'
				)
				AND (r.status = 'asked' OR coalesce(r.given_amount, r.amount) >= r.amount)
		), 0))
	END
$$
;--> statement-breakpoint
-- Counts the pieces of packages in their order lines. Its query sees what others committed while it waited for the line, so
-- that concurrent packages, cancellations and refunds never ship a piece twice, nor one that was given back.
CREATE FUNCTION count_packed_pieces()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
	owed integer;
BEGIN
	IF TG_OP <> 'INSERT' THEN
		UPDATE order_lines SET shipped_quantity = shipped_quantity - OLD.quantity WHERE id = OLD.line_id;
	END IF;
	IF TG_OP <> 'DELETE' THEN
		PERFORM 1 FROM order_lines WHERE id = NEW.line_id FOR UPDATE;
		SELECT owed_pieces(l) INTO owed
		FROM order_lines l JOIN packages p ON p.order_id = l.order_id
		WHERE l.id = NEW.line_id AND p.id = NEW.package_id;
		IF owed IS NULL OR owed < NEW.quantity THEN
			RAISE EXCEPTION 'a package holds more of a line than its order owes'
				USING ERRCODE = 'check_violation', CONSTRAINT = 'package_lines_owed';
		END IF;
		UPDATE order_lines SET shipped_quantity = shipped_quantity + NEW.quantity WHERE id = NEW.line_id;
	END IF;
	RETURN NULL;
END $$
;--> statement-breakpoint
-- Splits the entries of these invoices by product. A part payment pays each line in proportion; the payments of an invoice
-- come to its lines to the cent. A refund belongs to the lines that it names. The rest belongs to no product.
CREATE FUNCTION split_ledger(invoice_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
	DELETE FROM public.ledger_parts WHERE entry_id IN (SELECT id FROM public.payment_ledger WHERE invoice_id = ANY(invoice_ids));
	WITH entries AS (
		SELECT l.id, l.invoice_id, l.stripe_object_id, l.kind, l.amount_cents, i.amount, i.products,
			coalesce(sum(l.amount_cents) FILTER (WHERE l.kind IN ('charge', 'balance', 'balance_owed', 'paid_out_of_band'))
				OVER (PARTITION BY l.invoice_id ORDER BY l.booked_at, l.id), 0) AS paid
		FROM public.payment_ledger l
			JOIN public.invoices i ON i.id = l.invoice_id
		WHERE l.invoice_id = ANY(invoice_ids)
	),
	lines AS (
		SELECT e.id, p.id AS product_id,
			round(p.total * least(greatest(e.paid, 0), e.amount) / e.amount)
				- round(p.total * least(greatest(e.paid - e.amount_cents, 0), e.amount) / e.amount) AS cents
		FROM entries e
			CROSS JOIN LATERAL (
				SELECT line.id, line.price * line.quantity + coalesce(line.tax_amount, 0) AS total
				FROM jsonb_to_recordset(e.products) AS line (id uuid, price numeric, quantity int, tax_amount numeric)
			) p
		WHERE e.kind IN ('charge', 'balance', 'balance_owed', 'paid_out_of_band') AND e.amount > 0
		UNION ALL
		SELECT e.id, sold.product_id, round((back.amount + back.tax) * e.amount_cents / r.amount::numeric)
		FROM entries e
			JOIN public.refunds r ON r.stripe_refund_id = e.stripe_object_id AND r.invoice_id = e.invoice_id
			JOIN public.refund_lines back ON back.refund_id = r.id
			JOIN public.order_lines sold ON sold.id = back.line_id
		WHERE e.kind IN ('refund', 'refund_failed') AND r.amount > 0
	),
	parts AS (
		SELECT id, product_id, sum(cents) AS cents FROM lines WHERE product_id IS NOT NULL GROUP BY id, product_id
		UNION ALL
		SELECT e.id, NULL, e.amount_cents - coalesce(sum(l.cents), 0)
		FROM entries e LEFT JOIN lines l ON l.id = e.id AND l.product_id IS NOT NULL
		GROUP BY e.id, e.amount_cents
	)
	INSERT INTO public.ledger_parts (entry_id, product_id, amount_cents)
	SELECT id, product_id, cents FROM parts WHERE cents <> 0
	ON CONFLICT (entry_id, product_id) DO UPDATE SET amount_cents = excluded.amount_cents;
$$
;--> statement-breakpoint
CREATE FUNCTION split_new_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
BEGIN
	PERFORM public.split_ledger(array_agg(DISTINCT invoice_id)) FROM new_rows HAVING count(*) > 0;
	RETURN NULL;
END $$
;--> statement-breakpoint
-- The provider's id of a refund may be recorded after its entry in the ledger.
CREATE FUNCTION split_refunded_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
BEGIN
	IF EXISTS (SELECT FROM public.payment_ledger WHERE stripe_object_id = NEW.stripe_refund_id) THEN
		PERFORM public.split_ledger(ARRAY[NEW.invoice_id]);
	END IF;
	RETURN NULL;
END $$
;--> statement-breakpoint
CREATE FUNCTION keep_quote_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
	RAISE EXCEPTION 'a sent quote is followed by another version, never changed'
		USING ERRCODE = 'check_violation', CONSTRAINT = 'quote_versions_kept';
END $$
;--> statement-breakpoint
-- An approval that ends without an order gives an accepted quote back.
CREATE FUNCTION return_quote()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
	UPDATE quotes
	SET status = CASE WHEN expires_at > now() THEN 'sent' ELSE 'expired' END, cart_id = NULL, accepted_by = NULL,
		accepted_at = NULL, order_by = NULL, updated_at = greatest(now(), updated_at + interval '1 millisecond')
	WHERE cart_id = NEW.cart_id AND status = 'accepted';
	RETURN NULL;
END $$
;--> statement-breakpoint
-- The rates of a cart. A quote sets their price, for those that cost no more by themselves, and the cheapest.
CREATE FUNCTION cart_offers(to_country text, goods bigint, quoted jsonb)
 RETURNS TABLE(id uuid, country text, option text, price bigint, full_price bigint, free_from bigint, days_min integer, days_max integer)
 LANGUAGE sql
 STABLE
AS $$
	SELECT o.id, o.country, o.option, coalesce(q.price, o.price), coalesce(q.price, o.full_price),
		CASE WHEN q.price IS NULL THEN o.free_from END, o.days_min, o.days_max
	FROM (SELECT s.*, min(s.price) OVER () AS lowest FROM shipping_offers(to_country, goods) s) o,
		(SELECT (quoted ->> 'shipping')::bigint AS price) q
	WHERE q.price IS NULL OR o.price <= q.price OR o.price = o.lowest
$$
;--> statement-breakpoint
-- The shipping cost of a cart; null if nothing ships or if its rate is not offered at its address.
CREATE FUNCTION cart_shipping(rate_id uuid, to_address jsonb, quantities jsonb, prices jsonb, quoted jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $$
	SELECT jsonb_build_object(
		'id', o.id, 'country', to_address -> 'shipping' ->> 'country', 'option', o.option, 'price', o.price,
		'full_price', o.full_price, 'free_from', o.free_from, 'days_min', o.days_min, 'days_max', o.days_max
	)
	FROM cart_offers(to_address -> 'shipping' ->> 'country', cart_goods(quantities, prices), quoted) o
	WHERE o.id = rate_id
		AND to_address -> 'shipping' ->> 'country' IS NOT NULL
		AND EXISTS (
			SELECT 1 FROM products p
			WHERE p.id IN (SELECT key::uuid FROM jsonb_object_keys(quantities) key) AND p.type = 'hardware'
		)
$$
;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION erase_audit_of(uuid) FROM PUBLIC;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION seal_audit_entry() FROM PUBLIC;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION split_ledger(uuid[]) FROM PUBLIC;--> statement-breakpoint
CREATE INDEX account_requests_created_at ON account_requests USING btree (created_at, id, status);--> statement-breakpoint
CREATE INDEX account_requests_domain ON account_requests USING btree (split_part(lower(email), '@'::text, 2), created_at);--> statement-breakpoint
CREATE INDEX account_requests_email ON account_requests USING btree (email, id, status);--> statement-breakpoint
CREATE INDEX account_requests_first_name ON account_requests USING btree (first_name, id, status);--> statement-breakpoint
CREATE INDEX account_requests_grams ON account_requests USING gin (grams((((((((email || ' '::text) || first_name) || ' '::text) || last_name) || ' '::text) || org_name) || ' '::text) || COALESCE(serial, ''::text)));--> statement-breakpoint
CREATE INDEX account_requests_last_name ON account_requests USING btree (last_name, id, status);--> statement-breakpoint
CREATE INDEX account_requests_org_name ON account_requests USING btree (org_name, id, status);--> statement-breakpoint
CREATE UNIQUE INDEX account_requests_pending_email_unique ON account_requests USING btree (lower(email)) WHERE status = 'pending'::text;--> statement-breakpoint
CREATE INDEX account_requests_serial ON account_requests USING btree (upper(serial)) WHERE serial IS NOT NULL;--> statement-breakpoint
CREATE INDEX account_requests_status ON account_requests USING btree (status, id);--> statement-breakpoint
CREATE INDEX account_requests_status_created_at ON account_requests USING btree (status, created_at, id);--> statement-breakpoint
CREATE INDEX account_requests_text ON account_requests USING gin (((((((((email || ' '::text) || first_name) || ' '::text) || last_name) || ' '::text) || org_name) || ' '::text) || COALESCE(serial, ''::text)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX account_requests_updated_at ON account_requests USING btree (updated_at, id, status);--> statement-breakpoint
CREATE UNIQUE INDEX approval_requests_attempt_id_unique ON approval_requests USING btree (attempt_id);--> statement-breakpoint
CREATE UNIQUE INDEX approval_requests_cart_id_unique ON approval_requests USING btree (cart_id);--> statement-breakpoint
CREATE INDEX approval_requests_open ON approval_requests USING btree (expires_at) WHERE status = ANY (ARRAY['pending'::text, 'approved'::text]);--> statement-breakpoint
CREATE INDEX approval_requests_org_id ON approval_requests USING btree (org_id, created_at, id, status);--> statement-breakpoint
CREATE INDEX approval_requests_total ON approval_requests USING btree (total, id, org_id);--> statement-breakpoint
CREATE INDEX approval_requests_user_id ON approval_requests USING btree (user_id) WHERE status = 'pending'::text;--> statement-breakpoint
CREATE INDEX approval_rules_org_id ON approval_rules USING btree (org_id, created_at);--> statement-breakpoint
CREATE INDEX assignments_assignee_id ON assignments USING btree (assignee_id, due_on);--> statement-breakpoint
CREATE UNIQUE INDEX assignments_subject ON assignments USING btree (subject_type, subject_id);--> statement-breakpoint
CREATE UNIQUE INDEX audiences_lower_name ON audiences USING btree (lower(btrim(name)));--> statement-breakpoint
CREATE INDEX audit_log_action ON audit_log USING btree (action, created_at, id);--> statement-breakpoint
CREATE INDEX audit_log_actor ON audit_log USING btree (actor_id, created_at, id);--> statement-breakpoint
CREATE INDEX audit_log_created_at ON audit_log USING btree (created_at);--> statement-breakpoint
CREATE INDEX audit_log_impersonator ON audit_log USING btree (impersonator_id, created_at, id) WHERE impersonator_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX audit_log_org ON audit_log USING btree (org_id, created_at, id, action, actor_id);--> statement-breakpoint
CREATE INDEX audit_log_org_subject ON audit_log USING btree (org_id, subject_type, created_at, id);--> statement-breakpoint
CREATE INDEX audit_log_request_id ON audit_log USING btree (request_id);--> statement-breakpoint
CREATE INDEX audit_log_subject ON audit_log USING btree (subject_type, subject_id, created_at);--> statement-breakpoint
CREATE INDEX audit_log_subject_id ON audit_log USING btree (subject_id, created_at, id);--> statement-breakpoint
CREATE INDEX audit_log_time ON audit_log USING btree (created_at, id);--> statement-breakpoint
CREATE INDEX audit_log_time_action ON audit_log USING btree (created_at, id, action, subject_type);--> statement-breakpoint
CREATE INDEX book_differences_first_seen_at ON book_differences USING btree (first_seen_at, id, kind, closed_at);--> statement-breakpoint
CREATE INDEX book_differences_open ON book_differences USING btree (first_seen_at) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX book_differences_reference_text ON book_differences USING gin (reference_id gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX book_differences_reference_unique ON book_differences USING btree (kind, reference_type, reference_id);--> statement-breakpoint
CREATE INDEX book_records_charge_id ON book_records USING btree (charge_id) WHERE charge_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX book_records_external_id ON book_records USING btree (external_id) WHERE external_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX broadcast_recipients_created_at ON broadcast_recipients USING btree (broadcast_id, created_at, id);--> statement-breakpoint
CREATE INDEX broadcast_recipients_email ON broadcast_recipients USING btree (broadcast_id, email, id);--> statement-breakpoint
CREATE UNIQUE INDEX broadcast_recipients_user ON broadcast_recipients USING btree (broadcast_id, user_id) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX broadcast_recipients_waiting ON broadcast_recipients USING btree (broadcast_id, id) WHERE told_at IS NULL;--> statement-breakpoint
CREATE INDEX broadcasts_created_at ON broadcasts USING btree (created_at, id);--> statement-breakpoint
CREATE INDEX broadcasts_send_at ON broadcasts USING btree (send_at, id) WHERE sent_at IS NULL AND send_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX broadcasts_sent_at ON broadcasts USING btree (sent_at, id) WHERE sent_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX carts_cart_no_unique ON carts USING btree (cart_no);--> statement-breakpoint
CREATE UNIQUE INDEX carts_open_user_unique ON carts USING btree (user_id) WHERE NOT is_complete;--> statement-breakpoint
CREATE INDEX carts_user_id ON carts USING btree (user_id, created_at);--> statement-breakpoint
CREATE UNIQUE INDEX checkout_attempts_cart_version_unique ON checkout_attempts USING btree (cart_id, cart_version);--> statement-breakpoint
CREATE INDEX checkout_attempts_open ON checkout_attempts USING btree (next_at) WHERE status = ANY (ARRAY['claimed'::text, 'pending'::text]);--> statement-breakpoint
CREATE INDEX checkout_attempts_org_method ON checkout_attempts USING btree (org_id, payment_method_id, updated_at);--> statement-breakpoint
CREATE INDEX client_errors_count ON client_errors USING btree (count, id);--> statement-breakpoint
CREATE UNIQUE INDEX client_errors_fingerprint_unique ON client_errors USING btree (fingerprint);--> statement-breakpoint
CREATE INDEX client_errors_first_seen_at ON client_errors USING btree (first_seen_at, id);--> statement-breakpoint
CREATE INDEX client_errors_last_seen_at ON client_errors USING btree (last_seen_at, id);--> statement-breakpoint
CREATE INDEX customer_updates_next_at ON customer_updates USING btree (next_at);--> statement-breakpoint
CREATE INDEX devices_claims ON devices USING btree (org_id, created_at, upper(serial), is_deleted) WHERE verified_by IS NULL;--> statement-breakpoint
CREATE INDEX devices_created_at ON devices USING btree (org_id, created_at, id, product_id, serial) WHERE NOT is_deleted;--> statement-breakpoint
CREATE INDEX devices_removed ON devices USING btree (org_id, upper(serial)) WHERE is_deleted;--> statement-breakpoint
CREATE INDEX devices_serial ON devices USING btree (org_id, serial, id, product_id) WHERE NOT is_deleted;--> statement-breakpoint
CREATE INDEX devices_serial_text ON devices USING gin (serial gin_trgm_ops) WHERE NOT is_deleted;--> statement-breakpoint
CREATE UNIQUE INDEX devices_serial_unique ON devices USING btree (upper(serial)) WHERE NOT is_deleted;--> statement-breakpoint
CREATE INDEX devices_unverified ON devices USING btree (created_at, id) WHERE verified_by IS NULL AND NOT is_deleted;--> statement-breakpoint
CREATE INDEX devices_updated_at ON devices USING btree (org_id, updated_at, id, product_id, serial) WHERE NOT is_deleted;--> statement-breakpoint
CREATE UNIQUE INDEX digest_entries_event ON digest_entries USING btree (event, user_id) WHERE event IS NOT NULL;--> statement-breakpoint
CREATE INDEX digest_entries_waiting ON digest_entries USING btree (user_id) WHERE sent_at IS NULL;--> statement-breakpoint
CREATE INDEX downloads_org_created_at ON downloads USING btree (org_id, created_at, id, software_id);--> statement-breakpoint
CREATE INDEX downloads_software ON downloads USING btree (software_id, created_at, version_id, org_id);--> statement-breakpoint
CREATE INDEX hand_off_codes_expires_at ON hand_off_codes USING btree (expires_at);--> statement-breakpoint
CREATE UNIQUE INDEX industries_lower_name ON industries USING btree (lower(btrim(name)));--> statement-breakpoint
CREATE INDEX invoice_actions_asked ON invoice_actions USING btree (next_at) WHERE status = 'asked'::text;--> statement-breakpoint
CREATE UNIQUE INDEX invoice_actions_asked_unique ON invoice_actions USING btree (invoice_id) WHERE status = 'asked'::text;--> statement-breakpoint
CREATE INDEX invoice_actions_invoice_id ON invoice_actions USING btree (invoice_id);--> statement-breakpoint
CREATE UNIQUE INDEX invoice_actions_key_unique ON invoice_actions USING btree (key);--> statement-breakpoint
CREATE INDEX invoices_amount ON invoices USING btree (amount, id, org_id, payment_status, stripe_invoice_no);--> statement-breakpoint
CREATE INDEX invoices_amount_created_at ON invoices USING btree (amount, id, created_at, org_id, payment_status, stripe_invoice_no);--> statement-breakpoint
CREATE INDEX invoices_created_at ON invoices USING btree (created_at, id, org_id, payment_status, stripe_invoice_no);--> statement-breakpoint
CREATE INDEX invoices_lower_number ON invoices USING btree (lower(stripe_invoice_no)) WHERE stripe_invoice_no IS NOT NULL;--> statement-breakpoint
CREATE INDEX invoices_lower_po_number ON invoices USING btree (lower(po_number)) WHERE po_number IS NOT NULL;--> statement-breakpoint
CREATE INDEX invoices_net_suite_id ON invoices USING btree (net_suite_id) WHERE net_suite_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX invoices_not_exported ON invoices USING btree (amount, id, payment_status) WHERE net_suite_id IS NULL;--> statement-breakpoint
CREATE INDEX invoices_number_text ON invoices USING gin (COALESCE(stripe_invoice_no, ''::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX invoices_on_account ON invoices USING btree (org_id, due_on, id, amount) WHERE due_on IS NOT NULL AND closed_as IS NULL AND (payment_status = ANY (ARRAY['pending'::text, 'declined'::text]));--> statement-breakpoint
CREATE INDEX invoices_org_created_at ON invoices USING btree (org_id, created_at, id, payment_status, stripe_invoice_no);--> statement-breakpoint
CREATE INDEX invoices_payment_status ON invoices USING btree (payment_status, created_at, id, org_id, stripe_invoice_no);--> statement-breakpoint
CREATE INDEX invoices_payment_status_id ON invoices USING btree (payment_status, id, org_id, stripe_invoice_no);--> statement-breakpoint
CREATE INDEX invoices_po_number_text ON invoices USING gin (po_number gin_trgm_ops) WHERE po_number IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX invoices_reference_period_unique ON invoices USING btree (reference_type, reference_id, period_start);--> statement-breakpoint
CREATE INDEX invoices_remind_on ON invoices USING btree (remind_on) WHERE remind_on IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX invoices_stripe_invoice_id_unique ON invoices USING btree (stripe_invoice_id);--> statement-breakpoint
CREATE INDEX invoices_stripe_payment_id ON invoices USING btree (stripe_payment_id);--> statement-breakpoint
CREATE INDEX invoices_sync_needed ON invoices USING btree (id) WHERE is_net_suite_sync_needed;--> statement-breakpoint
CREATE INDEX invoices_tax_state ON invoices USING btree (COALESCE(tax_address ->> 'state'::text, ''::text), id);--> statement-breakpoint
CREATE INDEX invoices_to_review ON invoices USING btree (created_at, id) WHERE needs_review;--> statement-breakpoint
CREATE INDEX invoices_unsettled ON invoices USING btree (payment_status, amount) WHERE payment_status = ANY (ARRAY['pending'::text, 'declined'::text, 'disputed'::text, 'refund_failed'::text]);--> statement-breakpoint
CREATE INDEX invoices_updated_at ON invoices USING btree (updated_at, id, org_id, payment_status, stripe_invoice_no);--> statement-breakpoint
CREATE INDEX known_browsers_user_id ON known_browsers USING btree (user_id);--> statement-breakpoint
CREATE INDEX ledger_parts_product_id ON ledger_parts USING btree (product_id, entry_id, amount_cents);--> statement-breakpoint
CREATE INDEX license_consents_version ON license_consents USING btree (version, agreed_at, id);--> statement-breakpoint
CREATE INDEX made_serials_created_at ON made_serials USING btree (created_at, id);--> statement-breakpoint
CREATE INDEX made_serials_product_id ON made_serials USING btree (product_id, created_at, id);--> statement-breakpoint
CREATE UNIQUE INDEX made_serials_serial_unique ON made_serials USING btree (upper(serial));--> statement-breakpoint
CREATE INDEX made_serials_text ON made_serials USING gin (serial gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX note_files_key ON note_files USING btree (key);--> statement-breakpoint
CREATE INDEX note_files_note_id ON note_files USING btree (note_id, created_at);--> statement-breakpoint
CREATE INDEX note_mentions_user_id ON note_mentions USING btree (user_id, created_at);--> statement-breakpoint
CREATE INDEX notes_subject ON notes USING btree (subject_type, subject_id, created_at);--> statement-breakpoint
CREATE UNIQUE INDEX notifications_event ON notifications USING btree (event, user_id) WHERE event IS NOT NULL;--> statement-breakpoint
CREATE INDEX notifications_unread ON notifications USING btree (user_id) WHERE read_at IS NULL;--> statement-breakpoint
CREATE INDEX notifications_user_created_at ON notifications USING btree (user_id, created_at);--> statement-breakpoint
CREATE INDEX order_lines_order_id ON order_lines USING btree (order_id, "position");--> statement-breakpoint
CREATE INDEX order_lines_serials ON order_lines USING gin (serial_number);--> statement-breakpoint
CREATE INDEX order_lines_uploaded_images ON order_lines USING btree (main_image) WHERE main_image ~~ '/images/%'::text;--> statement-breakpoint
CREATE UNIQUE INDEX orders_attempt_id_unique ON orders USING btree (attempt_id);--> statement-breakpoint
CREATE INDEX orders_cart_no ON orders USING btree (cart_no) WHERE cart_no IS NOT NULL;--> statement-breakpoint
CREATE INDEX orders_created_at ON orders USING btree (created_at, id, org_id, status, payment_status, order_number);--> statement-breakpoint
CREATE INDEX orders_lower_po_number ON orders USING btree (lower(po_number)) WHERE po_number IS NOT NULL;--> statement-breakpoint
CREATE INDEX orders_number_text ON orders USING gin (order_number gin_trgm_ops);--> statement-breakpoint
CREATE INDEX orders_order_number ON orders USING btree (order_number, id, org_id, status, payment_status);--> statement-breakpoint
CREATE UNIQUE INDEX orders_order_number_unique ON orders USING btree (order_number);--> statement-breakpoint
CREATE INDEX orders_org_created_at ON orders USING btree (org_id, created_at, id, status, payment_status, order_number);--> statement-breakpoint
CREATE INDEX orders_payment_status ON orders USING btree (payment_status, created_at, id, org_id, status, order_number);--> statement-breakpoint
CREATE INDEX orders_po_number_text ON orders USING gin (po_number gin_trgm_ops) WHERE po_number IS NOT NULL;--> statement-breakpoint
CREATE INDEX orders_price_level_name ON orders USING btree (price_level_name, id);--> statement-breakpoint
CREATE INDEX orders_status ON orders USING btree (status, id, org_id, payment_status, order_number);--> statement-breakpoint
CREATE INDEX orders_stripe_id ON orders USING btree (stripe_id) WHERE stripe_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX orders_test ON orders USING btree (org_id) WHERE is_test;--> statement-breakpoint
CREATE INDEX orders_total ON orders USING btree (total, id, org_id, status, payment_status, order_number);--> statement-breakpoint
CREATE INDEX orders_total_created_at ON orders USING btree (total, id, created_at, org_id, status, payment_status, order_number);--> statement-breakpoint
CREATE INDEX orders_tracking ON orders USING gin ((shipping_data -> 'packages'::text) jsonb_path_ops);--> statement-breakpoint
CREATE INDEX orders_tracking_text ON orders USING gin (upper(jsonb_path_query_array(shipping_data, '$."packages"[*]."tracking_id"'::jsonpath)::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX orders_updated_at ON orders USING btree (updated_at, id, org_id, status, payment_status, order_number);--> statement-breakpoint
CREATE INDEX orders_user_created_at ON orders USING btree (user_id, created_at, id, org_id, status, payment_status, order_number);--> statement-breakpoint
CREATE INDEX organizations_by_name ON organizations USING btree (name COLLATE names, id, price_level_name, industry);--> statement-breakpoint
CREATE INDEX organizations_created_at ON organizations USING btree (created_at, id, price_level_name, industry);--> statement-breakpoint
CREATE INDEX organizations_grams ON organizations USING gin (grams((((name || ' '::text) || COALESCE(billing_email, ''::text)) || ' '::text) || COALESCE(notes, ''::text)));--> statement-breakpoint
CREATE INDEX organizations_name_text ON organizations USING gin (name gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX organizations_name_unique ON organizations USING btree (lower(btrim(name)));--> statement-breakpoint
CREATE UNIQUE INDEX organizations_net_suite_id_unique ON organizations USING btree (net_suite_id);--> statement-breakpoint
CREATE INDEX organizations_remind_second_factor ON organizations USING btree (remind_second_factor_on) WHERE remind_second_factor_on IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX organizations_stripe_customer_id_unique ON organizations USING btree (stripe_customer_id);--> statement-breakpoint
CREATE INDEX organizations_text ON organizations USING gin (((((name || ' '::text) || COALESCE(billing_email, ''::text)) || ' '::text) || COALESCE(notes, ''::text)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX organizations_updated_at ON organizations USING btree (updated_at, id, price_level_name, industry);--> statement-breakpoint
CREATE INDEX outbox_batches ON outbox USING btree (batch_id) WHERE sent_at IS NULL AND failed_at IS NULL;--> statement-breakpoint
CREATE INDEX outbox_created_at ON outbox USING btree (created_at);--> statement-breakpoint
CREATE UNIQUE INDEX outbox_event ON outbox USING btree (event, channel, user_id) WHERE event IS NOT NULL;--> statement-breakpoint
CREATE INDEX outbox_given_up ON outbox USING btree (failed_at) WHERE failed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX outbox_sent_at ON outbox USING btree (sent_at) WHERE sent_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX outbox_waiting ON outbox USING btree (next_at) WHERE sent_at IS NULL AND failed_at IS NULL;--> statement-breakpoint
CREATE INDEX package_lines_line_id ON package_lines USING btree (line_id);--> statement-breakpoint
CREATE UNIQUE INDEX package_lines_package_line_unique ON package_lines USING btree (package_id, line_id);--> statement-breakpoint
CREATE INDEX package_serials_line_id ON package_serials USING btree (line_id);--> statement-breakpoint
CREATE INDEX package_serials_package_id ON package_serials USING btree (package_id);--> statement-breakpoint
CREATE UNIQUE INDEX package_serials_serial_unique ON package_serials USING btree (upper(serial));--> statement-breakpoint
CREATE INDEX packages_order_id ON packages USING btree (order_id, id);--> statement-breakpoint
CREATE INDEX packages_tracking ON packages USING btree (upper(tracking_id)) WHERE tracking_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX packages_tracking_unique ON packages USING btree (order_id, upper(tracking_id)) WHERE status <> 'canceled'::text;--> statement-breakpoint
CREATE INDEX packages_under_way ON packages USING btree (id) WHERE status = ANY (ARRAY['asked'::text, 'made'::text, 'sent'::text, 'exception'::text]);--> statement-breakpoint
CREATE UNIQUE INDEX passkeys_credential_id_unique ON passkeys USING btree (credential_id);--> statement-breakpoint
CREATE INDEX passkeys_user_id ON passkeys USING btree (user_id, created_at);--> statement-breakpoint
CREATE INDEX payment_ledger_booked_at ON payment_ledger USING btree (booked_at, id, kind, org_id, invoice_id, amount_cents);--> statement-breakpoint
CREATE INDEX payment_ledger_invoice_id ON payment_ledger USING btree (invoice_id);--> statement-breakpoint
CREATE UNIQUE INDEX payment_ledger_object_kind_unique ON payment_ledger USING btree (stripe_object_id, kind);--> statement-breakpoint
CREATE INDEX payment_ledger_org_booked_at ON payment_ledger USING btree (org_id, booked_at, id, kind);--> statement-breakpoint
CREATE INDEX phone_codes_expires_at ON phone_codes USING btree (expires_at);--> statement-breakpoint
CREATE INDEX phone_codes_user_id ON phone_codes USING btree (user_id, created_at);--> statement-breakpoint
CREATE INDEX plan_switches_claimed ON plan_switches USING btree (next_at) WHERE status = 'claimed'::text;--> statement-breakpoint
CREATE UNIQUE INDEX plan_switches_claimed_unique ON plan_switches USING btree (subscription_id) WHERE status = 'claimed'::text;--> statement-breakpoint
CREATE UNIQUE INDEX plan_switches_scheduled_unique ON plan_switches USING btree (subscription_id) WHERE status = 'scheduled'::text;--> statement-breakpoint
CREATE INDEX plan_switches_subscription_id ON plan_switches USING btree (subscription_id);--> statement-breakpoint
CREATE INDEX price_changes_level ON price_changes USING btree (level, product_id);--> statement-breakpoint
CREATE INDEX price_changes_of_level ON price_changes USING btree (product_id, level, changed_at, id);--> statement-breakpoint
CREATE UNIQUE INDEX price_levels_base ON price_levels USING btree (is_base) WHERE is_base;--> statement-breakpoint
CREATE UNIQUE INDEX price_levels_lower_name ON price_levels USING btree (lower(btrim(name)));--> statement-breakpoint
CREATE INDEX product_images_address ON product_images USING btree (address);--> statement-breakpoint
CREATE UNIQUE INDEX product_images_product_id_address ON product_images USING btree (product_id, address);--> statement-breakpoint
CREATE INDEX product_imports_created_at ON product_imports USING btree (created_at, id);--> statement-breakpoint
CREATE INDEX products_by_name ON products USING btree (name COLLATE names, id, category, type, is_active, is_archived, is_published);--> statement-breakpoint
CREATE INDEX products_created_at ON products USING btree (created_at, id, category, type, is_active, is_archived, is_published);--> statement-breakpoint
CREATE INDEX products_devices ON products USING gin (devices);--> statement-breakpoint
CREATE INDEX products_family ON products USING btree (family, "position", id) WHERE family IS NOT NULL;--> statement-breakpoint
CREATE INDEX products_grams ON products USING gin (grams((((name || ' '::text) || COALESCE(short_description, ''::text)) || ' '::text) || COALESCE(sku, ''::text)));--> statement-breakpoint
CREATE INDEX products_lower_sku ON products USING btree (lower(sku)) WHERE sku IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX products_net_suite_id_unique ON products USING btree (net_suite_id);--> statement-breakpoint
CREATE INDEX products_patterned ON products USING btree (created_at, id) WHERE patterns <> '{}'::text[];--> statement-breakpoint
CREATE INDEX products_platforms ON products USING gin (platforms);--> statement-breakpoint
CREATE INDEX products_publish_at ON products USING btree (publish_at, id) WHERE publish_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX products_sku ON products USING btree (sku, id, category, type, is_active, is_archived, is_published);--> statement-breakpoint
CREATE UNIQUE INDEX products_sku_unique ON products USING btree (lower(sku)) WHERE sku IS NOT NULL;--> statement-breakpoint
CREATE INDEX products_sold_by_name ON products USING btree (name COLLATE names, id, category, type) WHERE is_active AND is_published AND NOT is_archived;--> statement-breakpoint
CREATE INDEX products_sold_created_at ON products USING btree (created_at, id, category, type) WHERE is_active AND is_published AND NOT is_archived;--> statement-breakpoint
CREATE INDEX products_sold_position ON products USING btree ("position", id, category, type, family) WHERE is_active AND is_published AND NOT is_archived;--> statement-breakpoint
CREATE INDEX products_sold_price ON products USING btree (id, category, type, price_levels) WHERE is_active AND is_published AND NOT is_archived;--> statement-breakpoint
CREATE INDEX products_text ON products USING gin (((((name || ' '::text) || COALESCE(short_description, ''::text)) || ' '::text) || COALESCE(sku, ''::text)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX products_updated_at ON products USING btree (updated_at, id, category, type, is_active, is_archived, is_published);--> statement-breakpoint
CREATE INDEX products_use_cases ON products USING gin (software_use_cases);--> statement-breakpoint
CREATE INDEX quote_messages_quote_id ON quote_messages USING btree (quote_id, created_at);--> statement-breakpoint
CREATE UNIQUE INDEX quote_versions_unique ON quote_versions USING btree (quote_id, version);--> statement-breakpoint
CREATE INDEX quotes_accepted ON quotes USING btree (order_by) WHERE status = 'accepted'::text;--> statement-breakpoint
CREATE UNIQUE INDEX quotes_asked_for_unique ON quotes USING btree (asked_for);--> statement-breakpoint
CREATE INDEX quotes_cart_id ON quotes USING btree (cart_id);--> statement-breakpoint
CREATE INDEX quotes_created_at ON quotes USING btree (created_at, id, status);--> statement-breakpoint
CREATE INDEX quotes_org_id ON quotes USING btree (org_id, created_at, id, status);--> statement-breakpoint
CREATE UNIQUE INDEX quotes_quote_number_unique ON quotes USING btree (quote_number);--> statement-breakpoint
CREATE INDEX quotes_sent ON quotes USING btree (expires_at) WHERE status = 'sent'::text;--> statement-breakpoint
CREATE INDEX quotes_total ON quotes USING btree (total, id, status);--> statement-breakpoint
CREATE INDEX quotes_updated_at ON quotes USING btree (updated_at, id, status);--> statement-breakpoint
CREATE INDEX rate_counters_resets_at ON rate_counters USING btree (resets_at);--> statement-breakpoint
CREATE INDEX refresh_tokens_session_id ON refresh_tokens USING btree (session_id);--> statement-breakpoint
CREATE INDEX refund_approvals_created_at ON refund_approvals USING btree (created_at, id);--> statement-breakpoint
CREATE INDEX refund_approvals_key ON refund_approvals USING btree (key);--> statement-breakpoint
CREATE INDEX refund_approvals_order_id ON refund_approvals USING btree (order_id);--> statement-breakpoint
CREATE INDEX refund_approvals_waiting ON refund_approvals USING btree (created_at) WHERE state = 'waiting'::text;--> statement-breakpoint
CREATE INDEX refund_instructions_order_id ON refund_instructions USING btree (order_id);--> statement-breakpoint
CREATE INDEX refund_lines_line_id ON refund_lines USING btree (line_id);--> statement-breakpoint
CREATE INDEX refund_lines_refund_id ON refund_lines USING btree (refund_id);--> statement-breakpoint
CREATE INDEX refunds_asked ON refunds USING btree (next_at) WHERE status = 'asked'::text;--> statement-breakpoint
CREATE UNIQUE INDEX refunds_failed_refund_id_unique ON refunds USING btree (failed_refund_id) WHERE failed_refund_id IS NOT NULL AND status <> 'canceled'::text;--> statement-breakpoint
CREATE INDEX refunds_invoice_id ON refunds USING btree (invoice_id);--> statement-breakpoint
CREATE UNIQUE INDEX refunds_key_unique ON refunds USING btree (key);--> statement-breakpoint
CREATE INDEX refunds_stripe_refund_id ON refunds USING btree (stripe_refund_id);--> statement-breakpoint
CREATE UNIQUE INDEX saved_views_name_unique ON saved_views USING btree (user_id, list, lower(name));--> statement-breakpoint
CREATE INDEX scheduled_prices_level ON scheduled_prices USING btree (level);--> statement-breakpoint
CREATE INDEX scheduled_prices_starts_at ON scheduled_prices USING btree (starts_at, id);--> statement-breakpoint
CREATE UNIQUE INDEX scheduled_prices_unique ON scheduled_prices USING btree (product_id, level, starts_at);--> statement-breakpoint
CREATE INDEX second_factor_recoveries_begun_at ON second_factor_recoveries USING btree (begun_at);--> statement-breakpoint
CREATE INDEX second_factor_recoveries_begun_by ON second_factor_recoveries USING btree (begun_by);--> statement-breakpoint
CREATE INDEX second_factor_recoveries_due_at ON second_factor_recoveries USING btree (due_at) WHERE mailed_at IS NULL AND stopped_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX second_factor_recoveries_open ON second_factor_recoveries USING btree (user_id) WHERE stopped_at IS NULL AND used_at IS NULL;--> statement-breakpoint
CREATE INDEX security_events_created_at ON security_events USING btree (created_at);--> statement-breakpoint
CREATE INDEX security_events_user ON security_events USING btree (user_id, created_at, id);--> statement-breakpoint
CREATE INDEX sessions_actor_id ON sessions USING btree (actor_id);--> statement-breakpoint
CREATE INDEX sessions_expires_at ON sessions USING btree (expires_at);--> statement-breakpoint
CREATE INDEX sessions_former_token_hash ON sessions USING btree (former_token_hash) WHERE former_token_hash IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX sessions_token_hash_unique ON sessions USING btree (token_hash);--> statement-breakpoint
CREATE INDEX sessions_user_id ON sessions USING btree (user_id);--> statement-breakpoint
CREATE INDEX shipping_rates_country ON shipping_rates USING btree (country);--> statement-breakpoint
CREATE UNIQUE INDEX shipping_rates_option_unique ON shipping_rates USING btree (COALESCE(country, ''::text), lower(option));--> statement-breakpoint
CREATE INDEX sign_in_challenges_expires_at ON sign_in_challenges USING btree (expires_at);--> statement-breakpoint
CREATE UNIQUE INDEX sign_in_challenges_token_hash_unique ON sign_in_challenges USING btree (token_hash);--> statement-breakpoint
CREATE INDEX sign_in_challenges_user_id ON sign_in_challenges USING btree (user_id);--> statement-breakpoint
CREATE INDEX sign_in_codes_expires_at ON sign_in_codes USING btree (expires_at);--> statement-breakpoint
CREATE INDEX sign_in_codes_user_id ON sign_in_codes USING btree (user_id, created_at);--> statement-breakpoint
CREATE INDEX software_created_at ON software USING btree (kind, created_at, id);--> statement-breakpoint
CREATE UNIQUE INDEX software_name_unique ON software USING btree (kind, name);--> statement-breakpoint
CREATE UNIQUE INDEX software_product_unique ON software USING btree (product_id) WHERE product_id IS NOT NULL AND NOT is_deleted;--> statement-breakpoint
CREATE UNIQUE INDEX software_repository_unique ON software USING btree (lower(repository)) WHERE repository IS NOT NULL AND NOT is_deleted;--> statement-breakpoint
CREATE INDEX software_version_dependencies_needed ON software_version_dependencies USING btree (dependency_version_id);--> statement-breakpoint
CREATE INDEX software_versions_created_at ON software_versions USING btree (created_at, id, software_id, is_published);--> statement-breakpoint
CREATE INDEX software_versions_updated_at ON software_versions USING btree (updated_at, id, software_id, is_published);--> statement-breakpoint
CREATE UNIQUE INDEX software_versions_version_unique ON software_versions USING btree (software_id, version);--> statement-breakpoint
CREATE INDEX software_versions_withdrawn ON software_versions USING btree (id) WHERE withdrawn_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX stripe_events_given_up ON stripe_events USING btree (received_at) WHERE status = 'given-up'::text;--> statement-breakpoint
CREATE INDEX stripe_events_waiting ON stripe_events USING btree (next_at) WHERE status = 'received'::text;--> statement-breakpoint
CREATE INDEX subscriptions_attempt_id ON subscriptions USING btree (attempt_id);--> statement-breakpoint
CREATE INDEX subscriptions_created_at ON subscriptions USING btree (created_at, id, org_id, product_id, status);--> statement-breakpoint
CREATE UNIQUE INDEX subscriptions_live_unique ON subscriptions USING btree (org_id, product_id) WHERE status = ANY (ARRAY['incomplete'::text, 'active'::text, 'past_due'::text]);--> statement-breakpoint
CREATE INDEX subscriptions_org_created_at ON subscriptions USING btree (org_id, created_at, id, product_id, status);--> statement-breakpoint
CREATE INDEX subscriptions_period_end ON subscriptions USING btree (current_period_end, id, org_id, product_id, status);--> statement-breakpoint
CREATE INDEX subscriptions_product_created_at ON subscriptions USING btree (product_id, created_at, id, status);--> statement-breakpoint
CREATE INDEX subscriptions_status ON subscriptions USING btree (status, id, org_id, product_id);--> statement-breakpoint
CREATE UNIQUE INDEX subscriptions_stripe_id_unique ON subscriptions USING btree (stripe_id);--> statement-breakpoint
CREATE INDEX subscriptions_updated_at ON subscriptions USING btree (updated_at, id, org_id, product_id, status);--> statement-breakpoint
CREATE INDEX task_runs_of_task ON task_runs USING btree (task, started_at, id);--> statement-breakpoint
CREATE UNIQUE INDEX task_runs_under_way ON task_runs USING btree (task) WHERE status = 'processing'::text;--> statement-breakpoint
CREATE INDEX tax_reports_invoice_id ON tax_reports USING btree (invoice_id, kind);--> statement-breakpoint
CREATE UNIQUE INDEX tax_reports_reference_unique ON tax_reports USING btree (reference);--> statement-breakpoint
CREATE INDEX tax_reports_waiting ON tax_reports USING btree (next_at) WHERE status = 'waiting'::text;--> statement-breakpoint
CREATE INDEX told_customers_next_at ON told_customers USING btree (next_at);--> statement-breakpoint
CREATE INDEX trusted_browsers_expires_at ON trusted_browsers USING btree (expires_at);--> statement-breakpoint
CREATE UNIQUE INDEX trusted_browsers_token_hash_unique ON trusted_browsers USING btree (token_hash);--> statement-breakpoint
CREATE INDEX trusted_browsers_user_id ON trusted_browsers USING btree (user_id, created_at);--> statement-breakpoint
CREATE INDEX user_phones_number ON user_phones USING btree (number);--> statement-breakpoint
CREATE INDEX users_access ON users USING btree (created_at, id, org_id, is_active, roles, agreed_at, returned_email, email);--> statement-breakpoint
CREATE INDEX users_administrators ON users USING btree (created_at, id) WHERE 'admin'::text = ANY (roles);--> statement-breakpoint
CREATE INDEX users_by_first_name ON users USING btree (first_name COLLATE names, id, is_active, roles);--> statement-breakpoint
CREATE INDEX users_by_last_name ON users USING btree (last_name COLLATE names, id, is_active, roles);--> statement-breakpoint
CREATE INDEX users_created_at ON users USING btree (created_at, id, is_active, roles);--> statement-breakpoint
CREATE INDEX users_domain ON users USING btree (split_part(lower(email), '@'::text, 2), org_id);--> statement-breakpoint
CREATE INDEX users_email ON users USING btree (email, id, is_active, roles);--> statement-breakpoint
CREATE UNIQUE INDEX users_email_unique ON users USING btree (lower(email));--> statement-breakpoint
CREATE INDEX users_grams ON users USING gin (grams((((email || ' '::text) || first_name) || ' '::text) || last_name));--> statement-breakpoint
CREATE INDEX users_mail_arrives ON users USING btree (created_at, id, is_active, roles) WHERE returned_email IS DISTINCT FROM email;--> statement-breakpoint
CREATE INDEX users_org_id ON users USING btree (org_id, created_at);--> statement-breakpoint
CREATE INDEX users_returned_mail ON users USING btree (created_at, id) WHERE returned_email = email;--> statement-breakpoint
CREATE INDEX users_set_up ON users USING btree (created_at, id, is_active, roles) WHERE agreed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX users_text ON users USING gin (((((email || ' '::text) || first_name) || ' '::text) || last_name) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX users_updated_at ON users USING btree (updated_at, id, is_active, roles);--> statement-breakpoint
CREATE INDEX verification_codes_expires_at ON verification_codes USING btree (expires_at);--> statement-breakpoint
CREATE INDEX verification_codes_token_hash ON verification_codes USING btree (token_hash);--> statement-breakpoint
CREATE INDEX verification_codes_user_scope ON verification_codes USING btree (user_id, scope, created_at);--> statement-breakpoint
-- The planner never asks for the frequency of a gram, and statistics would compute grams() in every ANALYZE.
ALTER INDEX account_requests_grams ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX organizations_grams ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX products_grams ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX users_grams ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
INSERT INTO "audit_head" ("is_only", "seq", "hash") VALUES ('true', '0', '0000000000000000000000000000000000000000000000000000000000000000');--> statement-breakpoint
INSERT INTO "catalog_versions" ("is_only", "version") VALUES ('true', '2');--> statement-breakpoint
INSERT INTO "price_levels" ("name", "is_base", "synchronized_at") VALUES ('Base Price', 'true', NULL);--> statement-breakpoint
INSERT INTO "shop_settings" ("is_only", "time_zone", "refund_limit", "holidays", "seller") VALUES ('true', 'UTC', NULL, '{}', NULL);--> statement-breakpoint
CREATE TRIGGER approval_requests_return_quote AFTER UPDATE OF status ON approval_requests FOR EACH ROW WHEN (new.status = ANY (ARRAY['rejected'::text, 'canceled'::text, 'expired'::text, 'failed'::text])) EXECUTE FUNCTION return_quote();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER audit_log_seal AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION seal_audit_entry();--> statement-breakpoint
CREATE TRIGGER carts_note_shipping BEFORE UPDATE OF products, seen_prices, address, shipping_rate_id ON carts FOR EACH ROW WHEN (new.shipping_rate_id IS NOT NULL OR old.seen_shipping IS NOT NULL) EXECUTE FUNCTION note_cart_shipping();--> statement-breakpoint
CREATE TRIGGER orders_keep_test_apart BEFORE UPDATE OF is_test ON orders FOR EACH ROW WHEN (old.is_test IS DISTINCT FROM new.is_test) EXECUTE FUNCTION keep_test_orders_apart();--> statement-breakpoint
CREATE TRIGGER orders_note_status BEFORE UPDATE OF status ON orders FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION note_order_status();--> statement-breakpoint
CREATE TRIGGER organizations_take_industry BEFORE INSERT OR UPDATE OF industry ON organizations FOR EACH ROW EXECUTE FUNCTION take_industry();--> statement-breakpoint
CREATE TRIGGER organizations_take_price_level BEFORE INSERT OR UPDATE OF price_level_name ON organizations FOR EACH ROW EXECUTE FUNCTION take_price_level();--> statement-breakpoint
CREATE TRIGGER package_lines_count_pieces AFTER INSERT OR DELETE OR UPDATE ON package_lines FOR EACH ROW EXECUTE FUNCTION count_packed_pieces();--> statement-breakpoint
CREATE TRIGGER payment_ledger_split AFTER INSERT ON payment_ledger REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION split_new_entries();--> statement-breakpoint
CREATE TRIGGER price_levels_move AFTER UPDATE OF name ON price_levels FOR EACH ROW WHEN (old.name <> new.name) EXECUTE FUNCTION move_price_level();--> statement-breakpoint
CREATE TRIGGER price_levels_refuse_used BEFORE DELETE ON price_levels FOR EACH ROW EXECUTE FUNCTION refuse_used_price_level();--> statement-breakpoint
CREATE TRIGGER products_note_first_prices AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_changes();--> statement-breakpoint
CREATE TRIGGER products_note_prices AFTER UPDATE ON products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_changes();--> statement-breakpoint
CREATE TRIGGER products_raise_catalog_version AFTER INSERT OR DELETE OR UPDATE ON products FOR EACH STATEMENT EXECUTE FUNCTION raise_catalog_version();--> statement-breakpoint
CREATE TRIGGER products_refuse_term_in_use BEFORE UPDATE OF subscription_term ON products FOR EACH ROW WHEN (old.subscription_term IS DISTINCT FROM new.subscription_term) EXECUTE FUNCTION refuse_term_in_use();--> statement-breakpoint
CREATE TRIGGER quote_versions_keep BEFORE DELETE OR UPDATE ON quote_versions FOR EACH ROW EXECUTE FUNCTION keep_quote_version();--> statement-breakpoint
CREATE TRIGGER refunds_split AFTER UPDATE OF stripe_refund_id ON refunds FOR EACH ROW WHEN (old.stripe_refund_id IS DISTINCT FROM new.stripe_refund_id) EXECUTE FUNCTION split_refunded_entries();--> statement-breakpoint
CREATE TRIGGER users_record_license_consent AFTER INSERT OR UPDATE OF agreed_version, agreed_at ON users FOR EACH ROW WHEN (new.agreed_version IS NOT NULL AND new.agreed_at IS NOT NULL) EXECUTE FUNCTION record_license_consent();--> statement-breakpoint
-- Data is in memory or on solid-state disks, where random pages cost little more than the next one. PostgreSQL's default of 4
-- is for spinning disks and makes the planner prefer table scans to indexes.
DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET random_page_cost = 1.1', current_database()); END $$;
