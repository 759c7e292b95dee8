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
	CONSTRAINT "ledger_entry_chain_id_tx_hash_log_index_pk" PRIMARY KEY("chain_id","tx_hash","log_index"),
	CONSTRAINT "ledger_entry_kind" CHECK ("ledger_entry"."kind" in ('treasury_in', 'treasury_out', 'posted', 'released', 'cancelled', 'refunded', 'escrow_in', 'escrow_out')),
	CONSTRAINT "ledger_entry_amount" CHECK ("ledger_entry"."amount_atomic" > 0),
	CONSTRAINT "ledger_entry_of_bounty" CHECK (("ledger_entry"."kind" in ('posted', 'released', 'cancelled', 'refunded')) = ("ledger_entry"."onchain_id" is not null)),
	CONSTRAINT "ledger_entry_posted" CHECK ("ledger_entry"."kind" <> 'posted' or ("ledger_entry"."ref" is not null and "ledger_entry"."refund_to" is not null))
);
--> statement-breakpoint
CREATE INDEX "ledger_entry_in_order" ON "ledger_entry" USING btree ("chain_id","block","log_index");--> statement-breakpoint
CREATE INDEX "ledger_entry_ref" ON "ledger_entry" USING btree ("chain_id","ref") WHERE ref is not null;--> statement-breakpoint
CREATE INDEX "ledger_entry_onchain_id" ON "ledger_entry" USING btree ("chain_id","onchain_id") WHERE onchain_id is not null;