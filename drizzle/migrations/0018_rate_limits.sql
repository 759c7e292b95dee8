CREATE UNLOGGED TABLE "rate_limit" (
	"key_hash" "bytea" PRIMARY KEY NOT NULL,
	"spent_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "capture" ADD COLUMN "leaf_hash" "bytea";--> statement-breakpoint
CREATE INDEX "rate_limit_spent_until" ON "rate_limit" USING btree ("spent_until");--> statement-breakpoint
CREATE INDEX "capture_by_leaf" ON "capture" USING hash ("leaf_hash") WHERE leaf_hash is not null;--> statement-breakpoint
CREATE INDEX "observation_by_leaf" ON "observation" USING hash ("leaf_hash");--> statement-breakpoint
CREATE INDEX "tree_attest_uid" ON "tree" USING btree ("attest_uid");--> statement-breakpoint
CREATE INDEX "tree_attest_tx" ON "tree" USING btree ("attest_tx");--> statement-breakpoint
ALTER TABLE "capture" ADD CONSTRAINT "capture_leaf_length" CHECK (octet_length("capture"."leaf_hash") = 32);