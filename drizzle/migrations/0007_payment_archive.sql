CREATE TABLE "archive_progress" (
	"name" text PRIMARY KEY NOT NULL,
	"until_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "archived_payment" (
	"id" bigint PRIMARY KEY NOT NULL,
	"chain_tx_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone NOT NULL,
	"looked_at" timestamp with time zone,
	"chain_id" integer NOT NULL,
	"attempt" integer NOT NULL,
	"asset" "bytea" NOT NULL,
	"payer" "bytea" NOT NULL,
	"pay_to" "bytea" NOT NULL,
	"nonce" "bytea" NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"payload_hash" "bytea" NOT NULL,
	"settle_tx" "bytea" NOT NULL,
	"amount_atomic" numeric(78,0) NOT NULL,
	"valid_before" numeric(78,0) NOT NULL,
	"operation" text NOT NULL,
	CONSTRAINT "archived_payment_is_no_order" CHECK ("archived_payment"."operation" <> 'createBounty')
);
--> statement-breakpoint
ALTER TABLE "archived_payment" ADD CONSTRAINT "archived_payment_chain_tx_id_chain_tx_id_fk" FOREIGN KEY ("chain_tx_id") REFERENCES "public"."chain_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "archived_payment_nonce" ON "archived_payment" USING hash (('0x' || encode("nonce", 'hex')));--> statement-breakpoint
CREATE INDEX "archived_payment_settle_tx" ON "archived_payment" USING hash ("settle_tx");--> statement-breakpoint
CREATE INDEX "archived_payment_payer" ON "archived_payment" USING btree (('0x' || encode("payer", 'hex')));--> statement-breakpoint
CREATE INDEX "archived_payment_chain_tx" ON "archived_payment" USING btree ("chain_tx_id");--> statement-breakpoint
INSERT INTO "archive_progress" ("name", "until_id") VALUES ('payment', 0), ('chain_attempt', 0);
