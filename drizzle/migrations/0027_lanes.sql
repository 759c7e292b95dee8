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
ALTER TABLE "chain_account" ADD COLUMN "frozen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chain_account" ADD COLUMN "frozen_by" text;--> statement-breakpoint
ALTER TABLE "chain_account" ADD COLUMN "frozen_reason" text;--> statement-breakpoint
ALTER TABLE "chain_account" ADD COLUMN "roles" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "chain_account" ADD COLUMN "passed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chain_account" ADD COLUMN "passed_by" text;--> statement-breakpoint
ALTER TABLE "chain_account" ADD COLUMN "pass_error" text;--> statement-breakpoint
ALTER TABLE "chain_attempt" ADD COLUMN "cancels" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chain_tx" ADD COLUMN "fee_cap" numeric(78,0);--> statement-breakpoint
ALTER TABLE "chain_tx" ADD COLUMN "bump_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chain_tx" ADD COLUMN "cancel_asked_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "audit_run_last" ON "audit_run" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "figure_sample_slot" ON "figure_sample" USING btree ("slot");--> statement-breakpoint
CREATE INDEX "operator_action_kind" ON "operator_action" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "operator_action_name" ON "operator_action" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "operator_action_operator" ON "operator_action" USING btree ("operator","id");--> statement-breakpoint
CREATE INDEX "chain_tx_without_effect" ON "chain_tx" USING btree ("state","id") WHERE state in ('reverted', 'rejected', 'lost');--> statement-breakpoint
CREATE INDEX "chain_tx_sender" ON "chain_tx" USING btree ("sender","id");--> statement-breakpoint
CREATE INDEX "chain_tx_kind" ON "chain_tx" USING btree ("kind","id");--> statement-breakpoint
ALTER TABLE "chain_account" ADD CONSTRAINT "chain_account_frozen" CHECK (("chain_account"."frozen_at" is null) = ("chain_account"."frozen_by" is null) and ("chain_account"."frozen_at" is null) = ("chain_account"."frozen_reason" is null));