-- Written by `npm run db:generate`, except for three parts that drizzle cannot express: `service_now()`, which column defaults call,
-- `UNLOGGED` of rate_limit, and the rows at the end. Triggers and other functions are in `drizzle/sql`.

-- The service's time: real time, except in the sandbox, which moves the offset. Guards compare with this, never with now().
create function service_now() returns timestamptz language plpgsql stable as $$
begin
  return now() + make_interval(secs => (select offset_seconds from service_clock));
end $$;
--> statement-breakpoint
CREATE TABLE "session" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"chain_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	"expires_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "session_address" CHECK ("session"."address" ~ '^0x[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "sign_in_nonce" (
	"nonce_hash" "bytea" PRIMARY KEY NOT NULL,
	"expires_at" timestamp (0) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_key" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_key_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key_hash" "bytea" NOT NULL,
	"prefix" text NOT NULL,
	"account" text NOT NULL,
	"tier" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	"expires_at" timestamp (0) with time zone,
	"revoked_at" timestamp with time zone,
	"last_used_on" date,
	CONSTRAINT "api_key_keyHash_unique" UNIQUE("key_hash"),
	CONSTRAINT "api_key_prefix_unique" UNIQUE("prefix"),
	CONSTRAINT "api_key_hash_length" CHECK (octet_length("api_key"."key_hash") = 32),
	CONSTRAINT "api_key_tier" CHECK ("api_key"."tier" in ('trial', 'standard', 'scale')),
	CONSTRAINT "api_key_account" CHECK ("api_key"."account" = btrim("api_key"."account") and "api_key"."account" <> '')
);
--> statement-breakpoint
CREATE TABLE "audit_run" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"verdict" text NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"last_by" text NOT NULL,
	"findings" jsonb NOT NULL,
	"networks" jsonb NOT NULL,
	"sameness" "bytea" NOT NULL,
	CONSTRAINT "audit_run_verdict" CHECK ("audit_run"."verdict" in ('sound', 'violated', 'unchecked')),
	CONSTRAINT "audit_run_by" CHECK ("audit_run"."last_by" in ('worker', 'scheduler', 'command')),
	CONSTRAINT "audit_run_order" CHECK ("audit_run"."first_at" <= "audit_run"."last_at")
);
--> statement-breakpoint
CREATE TABLE "bounty_hindrance" (
	"bounty_id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"text" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"next_try_at" timestamp with time zone,
	"since" timestamp with time zone DEFAULT service_now() NOT NULL,
	"looked_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "bounty_hindrance_code" CHECK ("bounty_hindrance"."code" in ('chain_away', 'look_failed', 'refused', 'not_sent', 'no_allowance', 'waits_for_limit', 'other_treasury', 'settlement_missing', 'other_terms', 'exit_not_in_log', 'payback_not_in_log', 'contract_disagrees'))
);
--> statement-breakpoint
CREATE TABLE "agent_token" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"bounty_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT service_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bounty" (
	"bounty_id" text PRIMARY KEY NOT NULL,
	"payment_id" bigint NOT NULL,
	"state" text NOT NULL,
	"title" text NOT NULL,
	"brief" text NOT NULL,
	"place_geohash" text,
	"place_latitude" double precision,
	"place_longitude" double precision,
	"amount_usdc" integer NOT NULL,
	"deadline" timestamp (0) with time zone NOT NULL,
	"chain_id" integer NOT NULL,
	"payer" text NOT NULL,
	"ref" "bytea" NOT NULL,
	"escrow" text NOT NULL,
	"onchain_id" bigint,
	"post_is_final" boolean DEFAULT false NOT NULL,
	"accepted_submission_id" text,
	"payment_tx" "bytea" NOT NULL,
	"create_tx" "bytea",
	"accept_tx" "bytea",
	"cancel_tx" "bytea",
	"refund_tx" "bytea",
	"payout_tx" "bytea",
	"post_chain_tx_id" bigint,
	"post_tries" integer DEFAULT 0 NOT NULL,
	"exit_chain_tx_id" bigint,
	"exit_tries" integer DEFAULT 0 NOT NULL,
	"payback_chain_tx_id" bigint,
	"payback_tries" integer DEFAULT 0 NOT NULL,
	"paid_at" timestamp (0) with time zone NOT NULL,
	"retry_asked_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "bounty_payment" UNIQUE("payment_id"),
	CONSTRAINT "bounty_ref" UNIQUE("ref"),
	CONSTRAINT "bounty_state" CHECK ("bounty"."state" in ('paid', 'creating', 'open', 'accepting', 'accepted', 'cancelling', 'cancelled', 'expired', 'expired_refunded', 'failed')),
	CONSTRAINT "bounty_place" CHECK (num_nonnulls("bounty"."place_geohash", "bounty"."place_latitude", "bounty"."place_longitude") in (0, 3) and "bounty"."place_geohash" ~ '^[0-9b-hjkmnp-z]{1,6}$' and "bounty"."place_latitude" between -90 and 90 and "bounty"."place_longitude" between -180 and 180),
	CONSTRAINT "bounty_amount" CHECK ("bounty"."amount_usdc" > 0),
	CONSTRAINT "bounty_posted_has_number" CHECK ("bounty"."state" in ('paid', 'creating', 'failed') or ("bounty"."onchain_id" is not null and "bounty"."create_tx" is not null) or ("bounty"."state" in ('cancelled', 'expired_refunded') and "bounty"."onchain_id" is null and "bounty"."create_tx" is null)),
	CONSTRAINT "bounty_released_has_tx" CHECK (("bounty"."state" = 'accepted') = ("bounty"."accept_tx" is not null)),
	CONSTRAINT "bounty_paid_out_has_tx" CHECK (("bounty"."state" in ('cancelled', 'expired_refunded', 'failed')) = ("bounty"."payout_tx" is not null)),
	CONSTRAINT "bounty_accepted_one" CHECK (("bounty"."state" in ('accepting', 'accepted')) <= ("bounty"."accepted_submission_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "bounty_answer" (
	"bounty_id" text PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"submission_id" text,
	"body" text NOT NULL,
	"answered_at" timestamp with time zone DEFAULT service_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bounty_order" (
	"payment_id" bigint PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"brief" text NOT NULL,
	"amount_usdc" integer NOT NULL,
	"deadline_days" smallint NOT NULL,
	"webhook_url" text,
	"created_at" timestamp with time zone DEFAULT service_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "token_recovery" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "token_recovery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bounty_id" text NOT NULL,
	"nonce_hash" "bytea" NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"recovered_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "token_recovery_nonce" UNIQUE("nonce_hash")
);
--> statement-breakpoint
CREATE TABLE "capture" (
	"sha256" "bytea" PRIMARY KEY NOT NULL,
	"cell" integer NOT NULL,
	"captured_at" timestamp (0) with time zone NOT NULL,
	"claims_from" text DEFAULT 'declared' NOT NULL,
	"claims_fit" boolean DEFAULT true NOT NULL,
	"salt" "bytea" NOT NULL,
	"media_type" text,
	"byte_length" bigint,
	"made_from" "bytea",
	"received_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	"round_id" integer,
	"ready_at" timestamp with time zone DEFAULT service_now(),
	"tree_id" integer,
	"leaf_index" integer,
	"leaf_hash" "bytea",
	CONSTRAINT "capture_leaf" UNIQUE("tree_id","leaf_index"),
	CONSTRAINT "capture_sha256_length" CHECK (octet_length("capture"."sha256") = 32),
	CONSTRAINT "capture_salt_length" CHECK (octet_length("capture"."salt") = 32),
	CONSTRAINT "capture_made_from_length" CHECK (octet_length("capture"."made_from") = 32),
	CONSTRAINT "capture_claims_from" CHECK ("capture"."claims_from" in ('declared', 'file', 'credentials')),
	CONSTRAINT "capture_leaf_length" CHECK (octet_length("capture"."leaf_hash") = 32),
	CONSTRAINT "capture_tree_and_index" CHECK (("capture"."tree_id" is null) = ("capture"."leaf_index" is null)),
	CONSTRAINT "capture_without_round_is_ready" CHECK ("capture"."round_id" is not null or "capture"."ready_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "feed" (
	"position" bigint PRIMARY KEY NOT NULL,
	"sha256" "bytea" NOT NULL,
	"cell" integer NOT NULL,
	"published_at" timestamp with time zone DEFAULT service_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feed_head" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "feed_head_one_row" CHECK ("feed_head"."one")
);
--> statement-breakpoint
CREATE TABLE "stream_lease" (
	"lease_id" uuid PRIMARY KEY NOT NULL,
	"key_id" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figure_sample" (
	"slot" timestamp (0) with time zone NOT NULL,
	"network" text NOT NULL,
	"bounties" jsonb NOT NULL,
	"oldest_bounty_seconds" integer,
	"transactions" integer NOT NULL,
	"oldest_transaction_seconds" integer,
	"escrow_atomic" numeric(78,0),
	"treasury_atomic" numeric(78,0),
	"in_flight_atomic" numeric(78,0),
	"gas" jsonb NOT NULL,
	"payments_until" bigint NOT NULL,
	"payments" integer,
	"payments_atomic" numeric(78,0),
	"payments_seconds" integer,
	CONSTRAINT "figure_sample_network_slot_pk" PRIMARY KEY("network","slot"),
	CONSTRAINT "figure_sample_payments" CHECK (num_nonnulls("figure_sample"."payments", "figure_sample"."payments_atomic", "figure_sample"."payments_seconds") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "last_run" (
	"name" text PRIMARY KEY NOT NULL,
	"ran_at" timestamp with time zone NOT NULL,
	"found_at" timestamp with time zone,
	"found" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "replayed_nonces" (
	"chain_id" integer NOT NULL,
	"sender" text NOT NULL,
	"from_nonce" bigint NOT NULL,
	"to_nonce" bigint NOT NULL,
	"freeze_id" bigint NOT NULL,
	CONSTRAINT "replayed_nonces_chain_id_sender_from_nonce_pk" PRIMARY KEY("chain_id","sender","from_nonce"),
	CONSTRAINT "replayed_nonces_range" CHECK ("replayed_nonces"."from_nonce" <= "replayed_nonces"."to_nonce")
);
--> statement-breakpoint
CREATE TABLE "service_freeze" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service_freeze_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"cause" text NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp with time zone DEFAULT service_now() NOT NULL,
	"heads" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"replayed" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"report" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"accepted" text,
	CONSTRAINT "service_freeze_cause" CHECK ("service_freeze"."cause" in ('copy', 'chain', 'operator')),
	CONSTRAINT "service_freeze_end" CHECK (("service_freeze"."ended_at" is null) = ("service_freeze"."ended_by" is null))
);
--> statement-breakpoint
CREATE TABLE "service_incarnation" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"system_identifier" text NOT NULL,
	"timeline" integer NOT NULL,
	"database_oid" bigint NOT NULL,
	"table_oid" bigint NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "service_incarnation_one_row" CHECK ("service_incarnation"."one")
);
--> statement-breakpoint
CREATE TABLE "inflow_return" (
	"chain_id" integer NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"log_index" integer NOT NULL,
	"sender" text NOT NULL,
	"amount_atomic" numeric(78,0) NOT NULL,
	"authorization" "bytea",
	"nonce" "bytea" NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"chain_tx_id" bigint,
	"tries" integer DEFAULT 0 NOT NULL,
	"hindrance" text,
	"done_tx" "bytea",
	"asked_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "inflow_return_chain_id_tx_hash_log_index_pk" PRIMARY KEY("chain_id","tx_hash","log_index"),
	CONSTRAINT "inflow_return_nonce" UNIQUE("chain_id","nonce"),
	CONSTRAINT "inflow_return_state" CHECK ("inflow_return"."state" in ('asked', 'returned', 'withdrawn')),
	CONSTRAINT "inflow_return_done" CHECK (("inflow_return"."state" = 'returned') = ("inflow_return"."done_tx" is not null)),
	CONSTRAINT "inflow_return_withdrawn" CHECK ("inflow_return"."state" <> 'withdrawn' or "inflow_return"."chain_tx_id" is null)
);
--> statement-breakpoint
CREATE TABLE "ledger_cursor" (
	"chain_id" integer PRIMARY KEY NOT NULL,
	"block" bigint NOT NULL,
	"block_hash" "bytea" NOT NULL,
	"token" text NOT NULL,
	"escrow" text NOT NULL,
	"treasury" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entry" (
	"chain_id" integer NOT NULL,
	"block" bigint NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"log_index" integer NOT NULL,
	"kind" text NOT NULL,
	"from_address" text NOT NULL,
	"to_address" text NOT NULL,
	"amount_atomic" numeric(78,0) NOT NULL,
	"ref" "bytea",
	"onchain_id" bigint,
	"refund_to" text,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entry_chain_id_tx_hash_log_index_pk" PRIMARY KEY("chain_id","tx_hash","log_index"),
	CONSTRAINT "ledger_entry_kind" CHECK ("ledger_entry"."kind" in ('treasury_in', 'treasury_out', 'posted', 'released', 'cancelled', 'refunded', 'escrow_in', 'escrow_out', 'revenue_in')),
	CONSTRAINT "ledger_entry_revenue" CHECK ("ledger_entry"."kind" <> 'revenue_in' or "ledger_entry"."ref" is not null),
	CONSTRAINT "ledger_entry_amount" CHECK ("ledger_entry"."amount_atomic" > 0),
	CONSTRAINT "ledger_entry_of_bounty" CHECK (("ledger_entry"."kind" in ('posted', 'released', 'cancelled', 'refunded')) = ("ledger_entry"."onchain_id" is not null)),
	CONSTRAINT "ledger_entry_posted" CHECK ("ledger_entry"."kind" <> 'posted' or ("ledger_entry"."ref" is not null and "ledger_entry"."refund_to" is not null))
);
--> statement-breakpoint
CREATE TABLE "moderation" (
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"measure" text NOT NULL,
	"reason" text NOT NULL,
	"taken_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "moderation_kind_subject_id_measure_pk" PRIMARY KEY("kind","subject_id","measure"),
	CONSTRAINT "moderation_measure" CHECK (("moderation"."measure" = 'hidden' and "moderation"."kind" in ('bounty', 'submission', 'model')) or ("moderation"."measure" = 'cancelled' and "moderation"."kind" = 'bounty') or ("moderation"."measure" = 'banned' and "moderation"."kind" = 'wallet')),
	CONSTRAINT "moderation_reason" CHECK (btrim("moderation"."reason") <> '')
);
--> statement-breakpoint
CREATE TABLE "notice" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contributor" text NOT NULL,
	"submission_id" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "notice_kind" CHECK ("notice"."kind" in ('check_failed', 'declined', 'decline_withdrawn', 'accepted', 'paid', 'bounty_ended'))
);
--> statement-breakpoint
CREATE TABLE "notice_feed" (
	"contributor" text PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"made_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "notice_feed_token" UNIQUE("token_hash"),
	CONSTRAINT "notice_feed_contributor" CHECK ("notice_feed"."contributor" ~ '^0x[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "push_delivery" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subscription_id" bigint NOT NULL,
	"notice_id" bigint NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscription" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_subscription_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contributor" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" "bytea" NOT NULL,
	"auth" "bytea" NOT NULL,
	"session_hash" "bytea" NOT NULL,
	"subscribed_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "push_subscription_endpoint" UNIQUE("endpoint"),
	CONSTRAINT "push_subscription_contributor" CHECK ("push_subscription"."contributor" ~ '^0x[0-9a-f]{40}$'),
	CONSTRAINT "push_subscription_keys" CHECK (octet_length("push_subscription"."p256dh") = 65 and octet_length("push_subscription"."auth") = 16)
);
--> statement-breakpoint
CREATE TABLE "cell_presence" (
	"cell" integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coverage" (
	"precision" smallint NOT NULL,
	"cell" integer NOT NULL,
	CONSTRAINT "coverage_precision_cell_pk" PRIMARY KEY("precision","cell")
);
--> statement-breakpoint
CREATE TABLE "observation" (
	"recency" bigint NOT NULL,
	"cell" integer NOT NULL,
	"tree_id" integer NOT NULL,
	"leaf_hash" "bytea" NOT NULL,
	"sha256" "bytea" PRIMARY KEY NOT NULL,
	CONSTRAINT "observation_sha256_length" CHECK (octet_length("observation"."sha256") = 32),
	CONSTRAINT "observation_leaf_length" CHECK (octet_length("observation"."leaf_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "operator_action" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_action_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT service_now() NOT NULL,
	"operator" text NOT NULL,
	"chain_id" bigint NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"input" jsonb NOT NULL,
	"reason" text NOT NULL,
	"effect" text NOT NULL,
	"result" jsonb NOT NULL,
	"request_id" text NOT NULL,
	"message" text,
	"signature" text,
	CONSTRAINT "operator_action_operator" CHECK ("operator_action"."operator" ~ '^0x[0-9a-f]{40}$'),
	CONSTRAINT "operator_action_signed" CHECK (("operator_action"."message" is null) = ("operator_action"."signature" is null)),
	CONSTRAINT "operator_action_reason" CHECK (btrim("operator_action"."reason") <> '')
);
--> statement-breakpoint
CREATE TABLE "chain_account" (
	"chain_id" integer NOT NULL,
	"address" text NOT NULL,
	"next_nonce" bigint NOT NULL,
	"frozen_at" timestamp with time zone,
	"frozen_by" text,
	"frozen_reason" text,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"passed_at" timestamp with time zone,
	"passed_by" text,
	"pass_error" text,
	CONSTRAINT "chain_account_chain_id_address_pk" PRIMARY KEY("chain_id","address"),
	CONSTRAINT "chain_account_frozen" CHECK (("chain_account"."frozen_at" is null) = ("chain_account"."frozen_by" is null) and ("chain_account"."frozen_at" is null) = ("chain_account"."frozen_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "chain_attempt" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"tx_id" bigint NOT NULL,
	"raw" "bytea" NOT NULL,
	"cancels" boolean DEFAULT false NOT NULL,
	"max_fee_per_gas" numeric(78,0) NOT NULL,
	"max_priority_fee_per_gas" numeric(78,0) NOT NULL,
	"broadcast_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chain_tx" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chain_tx_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chain_id" integer NOT NULL,
	"sender" text NOT NULL,
	"kind" text NOT NULL,
	"idem_key" text NOT NULL,
	"recipient" text NOT NULL,
	"data" "bytea" NOT NULL,
	"value" numeric(78,0) DEFAULT 0 NOT NULL,
	"gas_limit" bigint,
	"state" text NOT NULL,
	"nonce" bigint,
	"mined_hash" "bytea",
	"mined_block" bigint,
	"fee_wei" numeric(78,0),
	"nonce_gone_block" bigint,
	"fee_cap" numeric(78,0),
	"bump_asked_at" timestamp with time zone,
	"cancel_asked_at" timestamp with time zone,
	"error" text,
	"traceparent" text,
	"created_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "chain_tx_idem_key" UNIQUE("chain_id","idem_key"),
	CONSTRAINT "chain_tx_nonce" UNIQUE("chain_id","sender","nonce"),
	CONSTRAINT "chain_tx_nonce_when_sent" CHECK ("chain_tx"."state" in ('queued', 'rejected') or "chain_tx"."nonce" is not null)
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network" text NOT NULL,
	"asset" text NOT NULL,
	"payer" text NOT NULL,
	"nonce" text NOT NULL,
	"pay_to" text NOT NULL,
	"amount_atomic" numeric(78,0) NOT NULL,
	"valid_before" numeric(78,0) NOT NULL,
	"operation" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"payload_hash" "bytea" NOT NULL,
	"state" text NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"claimed_until" timestamp with time zone NOT NULL,
	"settle_tx" "bytea",
	"reason" text,
	"traceparent" text,
	"created_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	"looked_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	CONSTRAINT "payment_authorization" UNIQUE("nonce","payer","asset","network"),
	CONSTRAINT "payment_state" CHECK ("payment"."state" in ('claimed', 'settling', 'settled', 'failed', 'void')),
	CONSTRAINT "payment_settled_has_tx" CHECK ("payment"."state" <> 'settled' or "payment"."settle_tx" is not null)
);
--> statement-breakpoint
CREATE TABLE "payment_answer" (
	"payment_id" bigint PRIMARY KEY NOT NULL,
	"status" smallint NOT NULL,
	"body" "bytea" NOT NULL,
	"headers" jsonb,
	"created_at" timestamp with time zone DEFAULT service_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_identifier" (
	"payer" text NOT NULL,
	"identifier" text NOT NULL,
	"payment_id" bigint NOT NULL,
	CONSTRAINT "payment_identifier_payer_identifier_pk" PRIMARY KEY("payer","identifier")
);
--> statement-breakpoint
CREATE TABLE "picture_hash" (
	"sha256" "bytea" NOT NULL,
	"picture" integer NOT NULL,
	"hash" bit(256) NOT NULL,
	CONSTRAINT "picture_hash_sha256_picture_pk" PRIMARY KEY("sha256","picture"),
	CONSTRAINT "picture_hash_picture" CHECK ("picture_hash"."picture" >= 0)
);
--> statement-breakpoint
CREATE TABLE "publication_round" (
	"round_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "publication_round_round_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"contents" text NOT NULL,
	"opened_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	"early_at" timestamp with time zone NOT NULL,
	"late_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "publication_round_contents" CHECK ("publication_round"."contents" in ('films', 'manifests')),
	CONSTRAINT "publication_round_times" CHECK ("publication_round"."opened_at" <= "publication_round"."early_at" and "publication_round"."early_at" <= "publication_round"."late_at")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_limit" (
	"key_hash" "bytea" PRIMARY KEY NOT NULL,
	"spent_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_case" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_case_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"bounty_id" text NOT NULL,
	"state" text NOT NULL,
	"harm" smallint NOT NULL,
	"reports" integer DEFAULT 1 NOT NULL,
	"waiting_since" timestamp (0) with time zone NOT NULL,
	"decided_at" timestamp (0) with time zone,
	CONSTRAINT "report_case_subject" UNIQUE("kind","subject_id"),
	CONSTRAINT "report_case_kind" CHECK ("report_case"."kind" in ('bounty', 'submission', 'model')),
	CONSTRAINT "report_case_state" CHECK ("report_case"."state" in ('waiting', 'dismissed', 'acted')),
	CONSTRAINT "report_case_decided" CHECK (("report_case"."state" = 'waiting') = ("report_case"."decided_at" is null)),
	CONSTRAINT "report_case_whole_hours" CHECK ("report_case"."waiting_since" = date_trunc('hour', "report_case"."waiting_since", 'UTC'))
);
--> statement-breakpoint
CREATE TABLE "report_count" (
	"case_id" bigint NOT NULL,
	"category" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "report_count_case_id_category_pk" PRIMARY KEY("case_id","category"),
	CONSTRAINT "report_count_category" CHECK ("report_count"."category" in ('child', 'person_without_consent', 'private_home', 'dangerous', 'illegal', 'spam', 'other'))
);
--> statement-breakpoint
CREATE TABLE "report_text" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_text_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"case_id" bigint NOT NULL,
	"category" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "report_text_category" CHECK ("report_text"."category" in ('child', 'person_without_consent', 'private_home', 'dangerous', 'illegal', 'spam', 'other'))
);
--> statement-breakpoint
CREATE TABLE "request_log" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"operation" text NOT NULL,
	"method" text NOT NULL,
	"status" smallint NOT NULL,
	"duration_ms" integer NOT NULL,
	"code" text,
	"message" text,
	"cause" text,
	"bounty_id" text,
	"payment_id" bigint,
	"submission_id" text,
	"upload_id" text,
	"api_key" text,
	"action" text,
	"trace_id" text,
	CONSTRAINT "request_log_status" CHECK ("request_log"."status" between 100 and 599),
	CONSTRAINT "request_log_trace" CHECK ("request_log"."trace_id" ~ '^[0-9a-f]{32}$')
);
--> statement-breakpoint
CREATE TABLE "request_log_gap" (
	"minute" timestamp (0) with time zone NOT NULL,
	"reason" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "request_log_gap_minute_reason_pk" PRIMARY KEY("minute","reason"),
	CONSTRAINT "request_log_gap_reason" CHECK ("request_log_gap"."reason" in ('flood', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"name" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT service_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_clock" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"offset_seconds" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "service_clock_one_row" CHECK ("service_clock"."one")
);
--> statement-breakpoint
CREATE TABLE "worker_heartbeat" (
	"worker_id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"beat_at" timestamp with time zone NOT NULL,
	"media_work" text DEFAULT 'off' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "failed_settlement" (
	"chain_tx_id" bigint NOT NULL,
	"network" text NOT NULL,
	"payer" text NOT NULL,
	"contract_payer" boolean NOT NULL,
	"failed_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "failed_settlement_chain_tx_id_payer_pk" PRIMARY KEY("chain_tx_id","payer")
);
--> statement-breakpoint
CREATE TABLE "gas_spent" (
	"chain_id" integer NOT NULL,
	"sender" text NOT NULL,
	"day" date NOT NULL,
	"wei" numeric(78,0) NOT NULL,
	CONSTRAINT "gas_spent_chain_id_sender_day_pk" PRIMARY KEY("chain_id","sender","day")
);
--> statement-breakpoint
CREATE TABLE "settlement" (
	"network" text NOT NULL,
	"asset" text NOT NULL,
	"payer" text NOT NULL,
	"nonce" text NOT NULL,
	"chain_tx_id" bigint NOT NULL,
	"contract_payer" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "settlement_network_asset_payer_nonce_pk" PRIMARY KEY("network","asset","payer","nonce")
);
--> statement-breakpoint
CREATE TABLE "shared_model" (
	"bounty_id" text PRIMARY KEY NOT NULL,
	"page_id" text NOT NULL,
	"published_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "shared_model_page" UNIQUE("page_id"),
	CONSTRAINT "shared_model_page_id" CHECK ("shared_model"."page_id" ~ '^mdl_[0-9a-f]{32}$')
);
--> statement-breakpoint
CREATE TABLE "submission" (
	"submission_id" text PRIMARY KEY NOT NULL,
	"bounty_id" text NOT NULL,
	"contributor" text NOT NULL,
	"note" text,
	"preview_status" text DEFAULT 'pending' NOT NULL,
	"quality_status" text DEFAULT 'pending' NOT NULL,
	"reconstruction_status" text DEFAULT 'none' NOT NULL,
	"quality" jsonb,
	"forecast_status" text DEFAULT 'none' NOT NULL,
	"forecast" jsonb,
	"preview_key" text,
	"poster_key" text,
	"model_glb_key" text,
	"model_preview_key" text,
	"model_zip_key" text,
	"reconstruction_stage" text,
	"reconstruction_percent" smallint,
	"reconstruction_progress" real,
	"reconstruction_start" real,
	"reconstruction_started_at" timestamp with time zone,
	"reconstruction_mode" text DEFAULT 'standard' NOT NULL,
	"reconstruction_retries" smallint DEFAULT 0 NOT NULL,
	"reconstruction_key_hash" "bytea",
	"reconstruction_reason" text,
	"manifest_sha256" "bytea",
	"declined_reason" text,
	"declined_text" text,
	"declined_at" timestamp with time zone,
	"decline_key_hash" "bytea",
	"submitted_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "submission_contributor" CHECK ("submission"."contributor" ~ '^0x[0-9a-f]{40}$'),
	CONSTRAINT "submission_preview_has_file" CHECK (("submission"."preview_status" = 'ready') = ("submission"."preview_key" is not null)),
	CONSTRAINT "submission_forecast_is_ready" CHECK (("submission"."forecast_status" = 'ready') = ("submission"."forecast" is not null)),
	CONSTRAINT "submission_model_has_files" CHECK (("submission"."reconstruction_status" = 'ready') <= ("submission"."model_glb_key" is not null and "submission"."model_zip_key" is not null and "submission"."manifest_sha256" is not null)),
	CONSTRAINT "submission_declined" CHECK (("submission"."declined_reason" is null) = ("submission"."declined_at" is null) and ("submission"."declined_reason" is not null or "submission"."declined_text" is null)),
	CONSTRAINT "submission_declined_reason" CHECK ("submission"."declined_reason" in ('blurred', 'wrong_place', 'wrong_time', 'incomplete', 'other')),
	CONSTRAINT "submission_model_progress" CHECK ("submission"."reconstruction_progress" between 0 and 1 and "submission"."reconstruction_start" between 0 and 1),
	CONSTRAINT "submission_model_mode" CHECK ("submission"."reconstruction_mode" in ('standard', 'relaxed', 'fine')),
	CONSTRAINT "submission_model_retries" CHECK ("submission"."reconstruction_retries" between 0 and 3),
	CONSTRAINT "submission_percent" CHECK ("submission"."reconstruction_percent" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "submission_file" (
	"submission_id" text PRIMARY KEY NOT NULL,
	"upload_id" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"byte_length" bigint NOT NULL,
	"media_type" text,
	"cell" integer NOT NULL,
	"captured_at" timestamp (0) with time zone NOT NULL,
	"place_from" text,
	"time_from" text,
	"place_match" text DEFAULT 'unknown' NOT NULL,
	"time_match" text DEFAULT 'unknown' NOT NULL,
	"original_key" text,
	"original_deleted_at" timestamp with time zone,
	"fingerprint" "bytea",
	"picture_hashes" "bytea",
	"delivered_at" timestamp with time zone,
	CONSTRAINT "submission_file_upload" UNIQUE("upload_id"),
	CONSTRAINT "submission_file_sha256" UNIQUE("sha256"),
	CONSTRAINT "submission_file_deleted_was_not_delivered" CHECK ("submission_file"."original_deleted_at" is null or "submission_file"."delivered_at" is null),
	CONSTRAINT "submission_file_sha256_length" CHECK (octet_length("submission_file"."sha256") = 32),
	CONSTRAINT "submission_file_origins" CHECK ("submission_file"."place_from" in ('declared', 'file', 'credentials') and "submission_file"."time_from" in ('declared', 'file', 'credentials')),
	CONSTRAINT "submission_file_matches" CHECK ("submission_file"."place_match" in ('inside', 'near', 'elsewhere', 'unknown') and "submission_file"."time_match" in ('after_order', 'before_order', 'contradictory', 'unknown'))
);
--> statement-breakpoint
CREATE TABLE "tree" (
	"tree_id" integer PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"leaf_count" integer NOT NULL,
	"root" "bytea" NOT NULL,
	"prev_root" "bytea" NOT NULL,
	"leaf_spec" "bytea" NOT NULL,
	"chain_id" integer NOT NULL,
	"schema_uid" "bytea" NOT NULL,
	"attester" text NOT NULL,
	"chain_tx_id" bigint,
	"attest_uid" "bytea",
	"attest_tx" "bytea",
	"attest_block" bigint,
	"attested_at" timestamp (0) with time zone,
	"built_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "tree_root" UNIQUE("root"),
	CONSTRAINT "tree_prev_root" UNIQUE("prev_root"),
	CONSTRAINT "tree_state" CHECK ("tree"."state" in ('attesting', 'final', 'lost')),
	CONSTRAINT "tree_numbers_from_one" CHECK ("tree"."tree_id" > 0),
	CONSTRAINT "tree_final_has_attestation" CHECK ("tree"."state" = 'attesting' or ("tree"."attest_uid" is not null and "tree"."attest_tx" is not null))
);
--> statement-breakpoint
CREATE TABLE "upload" (
	"upload_id" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"state" text DEFAULT 'receiving' NOT NULL,
	"byte_length" bigint NOT NULL,
	"sha256" "bytea",
	"facts" jsonb,
	"reading_until" timestamp with time zone,
	"reading_tries" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "upload_owner" CHECK ("upload"."owner" ~ '^0x[0-9a-f]{40}$'),
	CONSTRAINT "upload_length" CHECK ("upload"."byte_length" > 0),
	CONSTRAINT "upload_sha256_length" CHECK (octet_length("upload"."sha256") = 32),
	CONSTRAINT "upload_received_has_hash" CHECK (("upload"."state" in ('received', 'submitted')) <= ("upload"."sha256" is not null))
);
--> statement-breakpoint
CREATE TABLE "wallet_budget" (
	"wallet" text NOT NULL,
	"budget" text NOT NULL,
	"spent_until" timestamp with time zone NOT NULL,
	"refused_at" timestamp with time zone,
	CONSTRAINT "wallet_budget_wallet_budget_pk" PRIMARY KEY("wallet","budget"),
	CONSTRAINT "wallet_budget_wallet" CHECK ("wallet_budget"."wallet" ~ '^0x[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "bounty_webhook" (
	"bounty_id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"set_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	"secret_salts" uuid[] DEFAULT array[gen_random_uuid()] NOT NULL,
	"secret_rotated_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"bounty_id" text NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_attempt_at" timestamp with time zone,
	"last_result" text,
	CONSTRAINT "webhook_delivery_state" CHECK ("webhook_delivery"."state" in ('pending', 'delivered', 'given_up'))
);
--> statement-breakpoint
CREATE TABLE "withdrawn_capture" (
	"sha256" "bytea" PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"withdrawn_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	"was_observed" boolean NOT NULL,
	CONSTRAINT "withdrawn_capture_sha256_length" CHECK (octet_length("withdrawn_capture"."sha256") = 32),
	CONSTRAINT "withdrawn_capture_reason" CHECK ("withdrawn_capture"."reason" in ('rights', 'privacy', 'wrong_place', 'not_real', 'other'))
);
--> statement-breakpoint
ALTER TABLE "bounty_hindrance" ADD CONSTRAINT "bounty_hindrance_bounty_id_bounty_bounty_id_fk" FOREIGN KEY ("bounty_id") REFERENCES "public"."bounty"("bounty_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_token" ADD CONSTRAINT "agent_token_bounty_id_bounty_bounty_id_fk" FOREIGN KEY ("bounty_id") REFERENCES "public"."bounty"("bounty_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bounty" ADD CONSTRAINT "bounty_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bounty" ADD CONSTRAINT "bounty_post_chain_tx_id_chain_tx_id_fk" FOREIGN KEY ("post_chain_tx_id") REFERENCES "public"."chain_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bounty" ADD CONSTRAINT "bounty_exit_chain_tx_id_chain_tx_id_fk" FOREIGN KEY ("exit_chain_tx_id") REFERENCES "public"."chain_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bounty" ADD CONSTRAINT "bounty_payback_chain_tx_id_chain_tx_id_fk" FOREIGN KEY ("payback_chain_tx_id") REFERENCES "public"."chain_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bounty_answer" ADD CONSTRAINT "bounty_answer_bounty_id_bounty_bounty_id_fk" FOREIGN KEY ("bounty_id") REFERENCES "public"."bounty"("bounty_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bounty_order" ADD CONSTRAINT "bounty_order_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_recovery" ADD CONSTRAINT "token_recovery_bounty_id_bounty_bounty_id_fk" FOREIGN KEY ("bounty_id") REFERENCES "public"."bounty"("bounty_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_recovery" ADD CONSTRAINT "token_recovery_token_hash_agent_token_token_hash_fk" FOREIGN KEY ("token_hash") REFERENCES "public"."agent_token"("token_hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture" ADD CONSTRAINT "capture_round_id_publication_round_round_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."publication_round"("round_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture" ADD CONSTRAINT "capture_tree_id_tree_tree_id_fk" FOREIGN KEY ("tree_id") REFERENCES "public"."tree"("tree_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_lease" ADD CONSTRAINT "stream_lease_key_id_api_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replayed_nonces" ADD CONSTRAINT "replayed_nonces_freeze_id_service_freeze_id_fk" FOREIGN KEY ("freeze_id") REFERENCES "public"."service_freeze"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inflow_return" ADD CONSTRAINT "inflow_return_chain_tx_id_chain_tx_id_fk" FOREIGN KEY ("chain_tx_id") REFERENCES "public"."chain_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_submission_id_submission_submission_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submission"("submission_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_delivery" ADD CONSTRAINT "push_delivery_subscription_id_push_subscription_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscription"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_delivery" ADD CONSTRAINT "push_delivery_notice_id_notice_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notice"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_attempt" ADD CONSTRAINT "chain_attempt_tx_id_chain_tx_id_fk" FOREIGN KEY ("tx_id") REFERENCES "public"."chain_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_answer" ADD CONSTRAINT "payment_answer_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_identifier" ADD CONSTRAINT "payment_identifier_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture_hash" ADD CONSTRAINT "picture_hash_sha256_capture_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."capture"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_case" ADD CONSTRAINT "report_case_bounty_id_bounty_bounty_id_fk" FOREIGN KEY ("bounty_id") REFERENCES "public"."bounty"("bounty_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_count" ADD CONSTRAINT "report_count_case_id_report_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."report_case"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_text" ADD CONSTRAINT "report_text_case_id_report_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."report_case"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "failed_settlement" ADD CONSTRAINT "failed_settlement_chain_tx_id_chain_tx_id_fk" FOREIGN KEY ("chain_tx_id") REFERENCES "public"."chain_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement" ADD CONSTRAINT "settlement_chain_tx_id_chain_tx_id_fk" FOREIGN KEY ("chain_tx_id") REFERENCES "public"."chain_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_model" ADD CONSTRAINT "shared_model_bounty_id_bounty_bounty_id_fk" FOREIGN KEY ("bounty_id") REFERENCES "public"."bounty"("bounty_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission" ADD CONSTRAINT "submission_bounty_id_bounty_bounty_id_fk" FOREIGN KEY ("bounty_id") REFERENCES "public"."bounty"("bounty_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_file" ADD CONSTRAINT "submission_file_submission_id_submission_submission_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submission"("submission_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_file" ADD CONSTRAINT "submission_file_upload_id_upload_upload_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."upload"("upload_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tree" ADD CONSTRAINT "tree_chain_tx_id_chain_tx_id_fk" FOREIGN KEY ("chain_tx_id") REFERENCES "public"."chain_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bounty_webhook" ADD CONSTRAINT "bounty_webhook_bounty_id_bounty_bounty_id_fk" FOREIGN KEY ("bounty_id") REFERENCES "public"."bounty"("bounty_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_bounty_id_bounty_webhook_bounty_id_fk" FOREIGN KEY ("bounty_id") REFERENCES "public"."bounty_webhook"("bounty_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawn_capture" ADD CONSTRAINT "withdrawn_capture_sha256_capture_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."capture"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_expires" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_nonce_expires" ON "sign_in_nonce" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "api_key_of_account" ON "api_key" USING btree ("account","id");--> statement-breakpoint
CREATE INDEX "audit_run_last" ON "audit_run" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "bounty_hindrance_since" ON "bounty_hindrance" USING btree ("since");--> statement-breakpoint
CREATE INDEX "bounty_under_way" ON "bounty" USING btree ("chain_id","bounty_id") WHERE state in ('paid', 'creating', 'accepting', 'cancelling', 'expired') or (state = 'open' and not post_is_final);--> statement-breakpoint
CREATE UNIQUE INDEX "bounty_onchain_id" ON "bounty" USING btree ("chain_id","escrow","onchain_id") WHERE post_is_final;--> statement-breakpoint
CREATE INDEX "bounty_open_by_deadline" ON "bounty" USING btree ("deadline","bounty_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "bounty_open_by_payment" ON "bounty" USING btree ("paid_at","bounty_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "bounty_of_payer" ON "bounty" USING btree ("payer") WHERE state in ('accepting', 'accepted', 'cancelling', 'cancelled', 'expired', 'expired_refunded');--> statement-breakpoint
CREATE INDEX "bounty_newest" ON "bounty" USING btree ("paid_at","bounty_id");--> statement-breakpoint
CREATE INDEX "bounty_newest_in_state" ON "bounty" USING btree ("state","paid_at","bounty_id");--> statement-breakpoint
CREATE INDEX "bounty_newest_on_chain" ON "bounty" USING btree ("chain_id","paid_at","bounty_id");--> statement-breakpoint
CREATE INDEX "bounty_newest_of_payer" ON "bounty" USING btree ("payer","paid_at","bounty_id");--> statement-breakpoint
CREATE INDEX "bounty_unmoved" ON "bounty" USING btree ("updated_at","bounty_id") WHERE state not in ('accepted', 'cancelled', 'expired_refunded', 'failed');--> statement-breakpoint
CREATE INDEX "bounty_unmoved_in_state" ON "bounty" USING btree ("state","updated_at","bounty_id");--> statement-breakpoint
CREATE INDEX "bounty_on_its_way" ON "bounty" USING btree ("updated_at","bounty_id") WHERE state in ('paid', 'creating', 'accepting', 'cancelling', 'expired');--> statement-breakpoint
CREATE INDEX "bounty_words" ON "bounty" USING gin (to_tsvector('simple', title || ' ' || brief));--> statement-breakpoint
CREATE INDEX "token_recovery_of_bounty" ON "token_recovery" USING btree ("bounty_id","id");--> statement-breakpoint
CREATE INDEX "capture_by_leaf" ON "capture" USING hash ("leaf_hash") WHERE leaf_hash is not null;--> statement-breakpoint
CREATE INDEX "capture_ungathered" ON "capture" USING btree ("ready_at") WHERE tree_id is null;--> statement-breakpoint
CREATE INDEX "capture_of_open_round" ON "capture" USING btree ("round_id") WHERE ready_at is null;--> statement-breakpoint
CREATE INDEX "feed_by_cell" ON "feed" USING btree ("cell","position");--> statement-breakpoint
CREATE INDEX "feed_published_at" ON "feed" USING btree ("published_at");--> statement-breakpoint
CREATE INDEX "stream_lease_of_key" ON "stream_lease" USING btree ("key_id","expires_at");--> statement-breakpoint
CREATE INDEX "figure_sample_slot" ON "figure_sample" USING btree ("slot");--> statement-breakpoint
CREATE UNIQUE INDEX "service_freeze_one" ON "service_freeze" USING btree ((true)) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "inflow_return_open" ON "inflow_return" USING btree ("chain_id") WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX "inflow_return_authorization" ON "inflow_return" USING btree ("chain_id","sender","authorization") WHERE "authorization" is not null;--> statement-breakpoint
CREATE INDEX "ledger_entry_in_order" ON "ledger_entry" USING btree ("chain_id","block","log_index");--> statement-breakpoint
CREATE INDEX "ledger_entry_ref" ON "ledger_entry" USING btree ("chain_id","ref") WHERE ref is not null;--> statement-breakpoint
CREATE INDEX "ledger_entry_onchain_id" ON "ledger_entry" USING btree ("chain_id","onchain_id") WHERE onchain_id is not null;--> statement-breakpoint
CREATE INDEX "notice_of_contributor" ON "notice" USING btree ("contributor","id");--> statement-breakpoint
CREATE INDEX "notice_at" ON "notice" USING btree ("at");--> statement-breakpoint
CREATE INDEX "push_delivery_due" ON "push_delivery" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "push_delivery_of_subscription" ON "push_delivery" USING btree ("subscription_id","id");--> statement-breakpoint
CREATE INDEX "push_delivery_of_notice" ON "push_delivery" USING btree ("notice_id");--> statement-breakpoint
CREATE INDEX "push_subscription_of_contributor" ON "push_subscription" USING btree ("contributor","id");--> statement-breakpoint
CREATE INDEX "push_subscription_of_session" ON "push_subscription" USING btree ("session_hash");--> statement-breakpoint
CREATE INDEX "observation_by_leaf" ON "observation" USING hash ("leaf_hash");--> statement-breakpoint
CREATE INDEX "observation_by_cell" ON "observation" USING btree ("cell","recency","sha256","leaf_hash","tree_id");--> statement-breakpoint
CREATE INDEX "operator_action_subject" ON "operator_action" USING btree ("subject","subject_id","id");--> statement-breakpoint
CREATE INDEX "operator_action_kind" ON "operator_action" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "operator_action_name" ON "operator_action" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "operator_action_operator" ON "operator_action" USING btree ("operator","id");--> statement-breakpoint
CREATE INDEX "chain_attempt_tx" ON "chain_attempt" USING btree ("tx_id");--> statement-breakpoint
CREATE INDEX "chain_tx_open" ON "chain_tx" USING btree ("chain_id","sender","id") WHERE state in ('queued', 'sent', 'mined');--> statement-breakpoint
CREATE INDEX "chain_tx_without_effect" ON "chain_tx" USING btree ("state","id") WHERE state in ('reverted', 'rejected', 'lost');--> statement-breakpoint
CREATE INDEX "chain_tx_sender" ON "chain_tx" USING btree ("sender","id");--> statement-breakpoint
CREATE INDEX "chain_tx_kind" ON "chain_tx" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "payment_open" ON "payment" USING btree ("id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "payment_of_payer" ON "payment" USING btree ("payer","id");--> statement-breakpoint
CREATE INDEX "payment_settle_tx" ON "payment" USING btree ("settle_tx") WHERE settle_tx is not null;--> statement-breakpoint
CREATE INDEX "payment_of_operation" ON "payment" USING btree ("operation","id");--> statement-breakpoint
CREATE INDEX "payment_of_network" ON "payment" USING btree ("network","id");--> statement-breakpoint
CREATE INDEX "payment_not_made" ON "payment" USING btree ("id") WHERE reason is not null;--> statement-breakpoint
CREATE INDEX "payment_identifier_of_payment" ON "payment_identifier" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "picture_hash_band_0" ON "picture_hash" USING btree ((substring(hash, 1, 20)::integer));--> statement-breakpoint
CREATE INDEX "picture_hash_band_1" ON "picture_hash" USING btree ((substring(hash, 21, 20)::integer));--> statement-breakpoint
CREATE INDEX "picture_hash_band_2" ON "picture_hash" USING btree ((substring(hash, 41, 20)::integer));--> statement-breakpoint
CREATE INDEX "picture_hash_band_3" ON "picture_hash" USING btree ((substring(hash, 61, 20)::integer));--> statement-breakpoint
CREATE INDEX "picture_hash_band_4" ON "picture_hash" USING btree ((substring(hash, 81, 20)::integer));--> statement-breakpoint
CREATE INDEX "picture_hash_band_5" ON "picture_hash" USING btree ((substring(hash, 101, 20)::integer));--> statement-breakpoint
CREATE INDEX "picture_hash_band_6" ON "picture_hash" USING btree ((substring(hash, 121, 20)::integer));--> statement-breakpoint
CREATE INDEX "picture_hash_band_7" ON "picture_hash" USING btree ((substring(hash, 141, 20)::integer));--> statement-breakpoint
CREATE UNIQUE INDEX "publication_round_open" ON "publication_round" USING btree ("contents") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "rate_limit_spent_until" ON "rate_limit" USING btree ("spent_until");--> statement-breakpoint
CREATE INDEX "report_case_queue" ON "report_case" USING btree ("state","harm","waiting_since","id");--> statement-breakpoint
CREATE INDEX "report_text_of_case" ON "report_text" USING btree ("case_id","id");--> statement-breakpoint
CREATE INDEX "request_log_at" ON "request_log" USING btree ("at","request_id");--> statement-breakpoint
CREATE INDEX "request_log_refused" ON "request_log" USING btree ("at","request_id") WHERE status >= 400;--> statement-breakpoint
CREATE INDEX "request_log_failed" ON "request_log" USING btree ("at","request_id") WHERE status >= 500;--> statement-breakpoint
CREATE INDEX "request_log_notable" ON "request_log" USING btree ("at","request_id") WHERE method <> 'GET' or status >= 400 or api_key is not null or payment_id is not null;--> statement-breakpoint
CREATE INDEX "request_log_code" ON "request_log" USING btree ("code","at","request_id") WHERE code is not null;--> statement-breakpoint
CREATE INDEX "request_log_operation" ON "request_log" USING btree ("operation","at","request_id");--> statement-breakpoint
CREATE INDEX "request_log_bounty" ON "request_log" USING btree ("bounty_id","at") WHERE bounty_id is not null;--> statement-breakpoint
CREATE INDEX "request_log_payment" ON "request_log" USING btree ("payment_id","at") WHERE payment_id is not null;--> statement-breakpoint
CREATE INDEX "request_log_submission" ON "request_log" USING btree ("submission_id","at") WHERE submission_id is not null;--> statement-breakpoint
CREATE INDEX "request_log_upload" ON "request_log" USING btree ("upload_id","at") WHERE upload_id is not null;--> statement-breakpoint
CREATE INDEX "request_log_key" ON "request_log" USING btree ("api_key","at","request_id") WHERE api_key is not null;--> statement-breakpoint
CREATE INDEX "event_subject" ON "event" USING btree ("subject","subject_id","id");--> statement-breakpoint
CREATE INDEX "failed_settlement_payer" ON "failed_settlement" USING btree ("network","payer","failed_at");--> statement-breakpoint
CREATE INDEX "failed_settlement_time" ON "failed_settlement" USING btree ("failed_at");--> statement-breakpoint
CREATE INDEX "settlement_chain_tx" ON "settlement" USING btree ("chain_tx_id");--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_open_contract_payer" ON "settlement" USING btree ("network","payer") WHERE contract_payer and ended_at is null;--> statement-breakpoint
CREATE INDEX "submission_of_bounty" ON "submission" USING btree ("bounty_id","submitted_at");--> statement-breakpoint
CREATE INDEX "submission_of_contributor" ON "submission" USING btree ("contributor","submitted_at");--> statement-breakpoint
CREATE INDEX "submission_unfinished" ON "submission" USING btree ("submission_id") WHERE quality_status = 'pending' or preview_status = 'pending' or forecast_status = 'pending' or reconstruction_status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "submission_file_delivered" ON "submission_file" USING btree ("cell") WHERE delivered_at is not null;--> statement-breakpoint
CREATE INDEX "submission_file_unkept" ON "submission_file" USING btree ("submission_id") WHERE original_key is null;--> statement-breakpoint
CREATE INDEX "submission_file_not_deleted" ON "submission_file" USING btree ("submission_id") WHERE original_deleted_at is null and delivered_at is null;--> statement-breakpoint
CREATE INDEX "submission_file_to_delete" ON "submission_file" USING btree ("submission_id") WHERE original_deleted_at is not null and original_key is not null;--> statement-breakpoint
CREATE INDEX "tree_attest_uid" ON "tree" USING btree ("attest_uid");--> statement-breakpoint
CREATE INDEX "tree_attest_tx" ON "tree" USING btree ("attest_tx");--> statement-breakpoint
CREATE INDEX "tree_attesting" ON "tree" USING btree ("tree_id") WHERE state = 'attesting';--> statement-breakpoint
CREATE INDEX "upload_unread" ON "upload" USING btree ("created_at") WHERE state = 'received' and facts is null;--> statement-breakpoint
CREATE INDEX "upload_of_owner" ON "upload" USING btree ("owner","created_at");--> statement-breakpoint
CREATE INDEX "upload_expires" ON "upload" USING btree ("expires_at") WHERE state in ('receiving', 'received');--> statement-breakpoint
CREATE INDEX "wallet_budget_spent_until" ON "wallet_budget" USING btree ("budget","spent_until");--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("next_attempt_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_delivery_of_bounty" ON "webhook_delivery" USING btree ("bounty_id","id");--> statement-breakpoint
CREATE INDEX "withdrawn_capture_newest" ON "withdrawn_capture" USING btree ("withdrawn_at","sha256");--> statement-breakpoint
CREATE INDEX "withdrawn_capture_by_reason" ON "withdrawn_capture" USING btree ("reason","withdrawn_at","sha256");
--> statement-breakpoint
-- Two tables always have exactly one row. The feed starts empty.
insert into service_clock default values;
--> statement-breakpoint
insert into feed_head default values;
