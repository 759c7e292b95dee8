CREATE TABLE "bounty_hindrance" (
	"bounty_id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"text" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"next_try_at" timestamp with time zone,
	"since" timestamp with time zone DEFAULT service_now() NOT NULL,
	"looked_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "bounty_hindrance_code" CHECK ("bounty_hindrance"."code" in ('chain_away', 'look_failed', 'refused', 'not_sent', 'no_allowance', 'other_treasury', 'settlement_missing', 'other_terms', 'exit_not_in_log', 'payback_not_in_log', 'contract_disagrees'))
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
ALTER TABLE "tree" DROP CONSTRAINT "tree_state";--> statement-breakpoint
ALTER TABLE "tree" DROP CONSTRAINT "tree_final_has_attestation";--> statement-breakpoint
ALTER TABLE "bounty" ADD COLUMN "retry_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bounty_hindrance" ADD CONSTRAINT "bounty_hindrance_bounty_id_bounty_bounty_id_fk" FOREIGN KEY ("bounty_id") REFERENCES "public"."bounty"("bounty_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bounty_hindrance_since" ON "bounty_hindrance" USING btree ("since");--> statement-breakpoint
CREATE UNIQUE INDEX "service_freeze_one" ON "service_freeze" USING btree ((true)) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "bounty_newest" ON "bounty" USING btree ("paid_at","bounty_id");--> statement-breakpoint
CREATE INDEX "bounty_newest_in_state" ON "bounty" USING btree ("state","paid_at","bounty_id");--> statement-breakpoint
CREATE INDEX "bounty_newest_on_chain" ON "bounty" USING btree ("chain_id","paid_at","bounty_id");--> statement-breakpoint
CREATE INDEX "bounty_newest_of_payer" ON "bounty" USING btree ("payer","paid_at","bounty_id");--> statement-breakpoint
CREATE INDEX "bounty_unmoved" ON "bounty" USING btree ("updated_at","bounty_id") WHERE state not in ('accepted', 'cancelled', 'expired_refunded', 'failed');--> statement-breakpoint
CREATE INDEX "bounty_unmoved_in_state" ON "bounty" USING btree ("state","updated_at","bounty_id");--> statement-breakpoint
CREATE INDEX "bounty_on_its_way" ON "bounty" USING btree ("updated_at","bounty_id") WHERE state in ('paid', 'creating', 'accepting', 'cancelling', 'expired');--> statement-breakpoint
CREATE INDEX "bounty_words" ON "bounty" USING gin (to_tsvector('simple', title || ' ' || brief));--> statement-breakpoint
ALTER TABLE "tree" ADD CONSTRAINT "tree_state" CHECK ("tree"."state" in ('attesting', 'final', 'lost'));--> statement-breakpoint
ALTER TABLE "tree" ADD CONSTRAINT "tree_final_has_attestation" CHECK ("tree"."state" = 'attesting' or ("tree"."attest_uid" is not null and "tree"."attest_tx" is not null));--> statement-breakpoint
-- While the service is frozen nothing new is signed, sold or decided, whichever process tries: not even one that started
-- before. A replay records what the chain has, and says so.
create function refuse_while_frozen() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('cairn.replay', true), '') <> 'on'
     and exists (select from service_freeze where ended_at is null) then
    raise exception using errcode = 'CF001', message = 'the service is frozen: nothing is written to ' || tg_table_name;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger chain_tx_frozen before insert on chain_tx for each row execute function refuse_while_frozen();
--> statement-breakpoint
create trigger chain_tx_frozen_sign before update on chain_tx for each row
  when (old.state = 'queued' and new.state = 'sent') execute function refuse_while_frozen();
--> statement-breakpoint
create trigger chain_attempt_frozen before insert on chain_attempt for each row execute function refuse_while_frozen();
--> statement-breakpoint
create trigger payment_frozen before insert on payment for each row execute function refuse_while_frozen();
--> statement-breakpoint
create trigger payment_frozen_take before update on payment for each row
  when (new.attempt > old.attempt or (old.state = 'claimed' and new.state = 'settling'))
  execute function refuse_while_frozen();
--> statement-breakpoint
create trigger bounty_frozen before update on bounty for each row
  when (old.state = 'open' and new.state in ('accepting', 'cancelling', 'expired')) execute function refuse_while_frozen();
--> statement-breakpoint
create trigger service_freeze_ended before update on service_freeze for each row
  when (old.ended_at is not null) execute function refuse_change();
--> statement-breakpoint
create trigger service_freeze_kept before delete on service_freeze for each row execute function refuse_change();
