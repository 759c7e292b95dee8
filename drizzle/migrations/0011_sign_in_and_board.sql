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
DROP INDEX "bounty_open_by_deadline";--> statement-breakpoint
CREATE INDEX "session_expires" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_nonce_expires" ON "sign_in_nonce" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "bounty_open_by_payment" ON "bounty" USING btree ("paid_at","bounty_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "bounty_of_payer" ON "bounty" USING btree ("payer") WHERE state in ('accepting', 'accepted', 'cancelling', 'cancelled', 'expired', 'expired_refunded');--> statement-breakpoint
CREATE INDEX "bounty_open_by_deadline" ON "bounty" USING btree ("deadline","bounty_id") WHERE state = 'open';