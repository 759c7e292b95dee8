ALTER TABLE "bounty_hindrance" DROP CONSTRAINT "bounty_hindrance_code";--> statement-breakpoint
DROP INDEX "bounty_onchain_id";--> statement-breakpoint
-- Every bounty so far is in the one escrow of its network, whose address the books have.
ALTER TABLE "bounty" ADD COLUMN "escrow" text NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE "bounty" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "bounty" SET "escrow" = "ledger_cursor"."escrow" FROM "ledger_cursor" WHERE "ledger_cursor"."chain_id" = "bounty"."chain_id";--> statement-breakpoint
ALTER TABLE "bounty" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "bounty" ALTER COLUMN "escrow" DROP DEFAULT;--> statement-breakpoint
CREATE UNIQUE INDEX "bounty_onchain_id" ON "bounty" USING btree ("chain_id","escrow","onchain_id") WHERE post_is_final;--> statement-breakpoint
ALTER TABLE "bounty_hindrance" ADD CONSTRAINT "bounty_hindrance_code" CHECK ("bounty_hindrance"."code" in ('chain_away', 'look_failed', 'refused', 'not_sent', 'no_allowance', 'waits_for_limit', 'other_treasury', 'settlement_missing', 'other_terms', 'exit_not_in_log', 'payback_not_in_log', 'contract_disagrees'));
