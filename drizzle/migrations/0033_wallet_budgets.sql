CREATE TABLE "wallet_budget" (
	"wallet" text NOT NULL,
	"budget" text NOT NULL,
	"spent_until" timestamp with time zone NOT NULL,
	"refused_at" timestamp with time zone,
	CONSTRAINT "wallet_budget_wallet_budget_pk" PRIMARY KEY("wallet","budget"),
	CONSTRAINT "wallet_budget_wallet" CHECK ("wallet_budget"."wallet" ~ '^0x[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "submission_file" ADD COLUMN "original_deleted_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "wallet_budget_spent_until" ON "wallet_budget" USING btree ("budget","spent_until");--> statement-breakpoint
CREATE INDEX "submission_file_not_deleted" ON "submission_file" USING btree ("submission_id") WHERE original_deleted_at is null and delivered_at is null;--> statement-breakpoint
CREATE INDEX "submission_file_to_delete" ON "submission_file" USING btree ("submission_id") WHERE original_deleted_at is not null and original_key is not null;--> statement-breakpoint
ALTER TABLE "submission_file" ADD CONSTRAINT "submission_file_deleted_was_not_delivered" CHECK ("submission_file"."original_deleted_at" is null or "submission_file"."delivered_at" is null);--> statement-breakpoint
-- Also: a film is deleted only when its bounty has ended without accepting it, and that is never taken back.
create or replace function submission_file_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'the file of submission % is never forgotten', old.submission_id;
  end if;
  if (new.submission_id, new.upload_id, new.sha256, new.byte_length, new.media_type, new.cell, new.captured_at)
     is distinct from
     (old.submission_id, old.upload_id, old.sha256, old.byte_length, old.media_type, old.cell, old.captured_at) then
    raise exception 'the file of submission % never changes', old.submission_id;
  end if;
  if old.delivered_at is not null and new.delivered_at is distinct from old.delivered_at then
    raise exception 'the file of submission % was delivered, once', old.submission_id;
  end if;
  if new.original_deleted_at is distinct from old.original_deleted_at then
    if old.original_deleted_at is not null then
      raise exception 'the original of submission % was deleted, once', old.submission_id;
    end if;
    if not exists (
      select from submission join bounty using (bounty_id)
      where submission_id = old.submission_id
        and bounty.state in ('accepted', 'cancelled', 'expired_refunded', 'failed')
        and bounty.accepted_submission_id is distinct from submission_id
    ) then
      raise exception 'the original of submission % may still be needed', old.submission_id;
    end if;
  end if;
  return new;
end $$;
