CREATE TABLE "capture" (
	"sha256" "bytea" PRIMARY KEY NOT NULL,
	"cell" integer NOT NULL,
	"captured_at" timestamp (0) with time zone NOT NULL,
	"salt" "bytea" NOT NULL,
	"media_type" text,
	"byte_length" bigint,
	"received_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	"tree_id" integer,
	"leaf_index" integer,
	CONSTRAINT "capture_leaf" UNIQUE("tree_id","leaf_index"),
	CONSTRAINT "capture_sha256_length" CHECK (octet_length("capture"."sha256") = 32),
	CONSTRAINT "capture_salt_length" CHECK (octet_length("capture"."salt") = 32),
	CONSTRAINT "capture_tree_and_index" CHECK (("capture"."tree_id" is null) = ("capture"."leaf_index" is null))
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
CREATE TABLE "chain_account" (
	"chain_id" integer NOT NULL,
	"address" text NOT NULL,
	"next_nonce" bigint NOT NULL,
	CONSTRAINT "chain_account_chain_id_address_pk" PRIMARY KEY("chain_id","address")
);
--> statement-breakpoint
CREATE TABLE "chain_attempt" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"tx_id" bigint NOT NULL,
	"raw" "bytea" NOT NULL,
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
	"nonce_gone_block" bigint,
	"error" text,
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
	"created_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	"looked_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	CONSTRAINT "payment_authorization" UNIQUE("network","asset","payer","nonce"),
	CONSTRAINT "payment_state" CHECK ("payment"."state" in ('claimed', 'settling', 'settled', 'failed', 'void')),
	CONSTRAINT "payment_settled_has_tx" CHECK ("payment"."state" <> 'settled' or "payment"."settle_tx" is not null)
);
--> statement-breakpoint
CREATE TABLE "payment_answer" (
	"payment_id" bigint PRIMARY KEY NOT NULL,
	"status" smallint NOT NULL,
	"body" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT service_now() NOT NULL
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
	"beat_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settlement" (
	"network" text NOT NULL,
	"asset" text NOT NULL,
	"payer" text NOT NULL,
	"nonce" text NOT NULL,
	"chain_tx_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "settlement_network_asset_payer_nonce_pk" PRIMARY KEY("network","asset","payer","nonce")
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
	CONSTRAINT "tree_state" CHECK ("tree"."state" in ('attesting', 'final')),
	CONSTRAINT "tree_numbers_from_one" CHECK ("tree"."tree_id" > 0),
	CONSTRAINT "tree_final_has_attestation" CHECK ("tree"."state" <> 'final' or ("tree"."attest_uid" is not null and "tree"."attest_tx" is not null))
);
--> statement-breakpoint
ALTER TABLE "capture" ADD CONSTRAINT "capture_tree_id_tree_tree_id_fk" FOREIGN KEY ("tree_id") REFERENCES "public"."tree"("tree_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_attempt" ADD CONSTRAINT "chain_attempt_tx_id_chain_tx_id_fk" FOREIGN KEY ("tx_id") REFERENCES "public"."chain_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_answer" ADD CONSTRAINT "payment_answer_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement" ADD CONSTRAINT "settlement_chain_tx_id_chain_tx_id_fk" FOREIGN KEY ("chain_tx_id") REFERENCES "public"."chain_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tree" ADD CONSTRAINT "tree_chain_tx_id_chain_tx_id_fk" FOREIGN KEY ("chain_tx_id") REFERENCES "public"."chain_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "capture_ungathered" ON "capture" USING btree ("received_at") WHERE tree_id is null;--> statement-breakpoint
CREATE INDEX "observation_by_cell" ON "observation" USING btree ("cell","recency","sha256");--> statement-breakpoint
CREATE INDEX "chain_attempt_tx" ON "chain_attempt" USING btree ("tx_id");--> statement-breakpoint
CREATE INDEX "chain_tx_open" ON "chain_tx" USING btree ("chain_id","sender","id") WHERE state in ('queued', 'sent', 'mined');--> statement-breakpoint
CREATE INDEX "payment_open" ON "payment" USING btree ("id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "event_subject" ON "event" USING btree ("subject","subject_id","id");--> statement-breakpoint
CREATE INDEX "settlement_chain_tx" ON "settlement" USING btree ("chain_tx_id");--> statement-breakpoint
CREATE INDEX "tree_attesting" ON "tree" USING btree ("tree_id") WHERE state = 'attesting';