CREATE TABLE "bounty_webhook" (
	"bounty_id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"set_at" timestamp with time zone DEFAULT service_now() NOT NULL
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
ALTER TABLE "bounty_order" ADD COLUMN "webhook_url" text;--> statement-breakpoint
ALTER TABLE "bounty_webhook" ADD CONSTRAINT "bounty_webhook_bounty_id_bounty_bounty_id_fk" FOREIGN KEY ("bounty_id") REFERENCES "public"."bounty"("bounty_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_bounty_id_bounty_webhook_bounty_id_fk" FOREIGN KEY ("bounty_id") REFERENCES "public"."bounty_webhook"("bounty_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("next_attempt_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_delivery_of_bounty" ON "webhook_delivery" USING btree ("bounty_id","id");--> statement-breakpoint
-- Whoever wants to be told is told of exactly what is committed: these run inside the transaction that does it.
create function webhook_note(bounty text, type text, data jsonb, occurred_at timestamptz) returns void language sql as $$
  insert into webhook_delivery (bounty_id, type, data, occurred_at)
  select bounty_id, $2, $3, $4 from bounty_webhook where bounty_id = $1
$$;
--> statement-breakpoint
create function webhook_note_event() returns trigger language plpgsql as $$
begin
  if new.subject = 'bounty' then
    perform webhook_note(new.subject_id, 'bounty.status_changed',
      jsonb_build_object('bounty_id', new.subject_id, 'status', new.data->>'state'), new.at);
  elsif new.subject = 'submission' then
    perform webhook_note(s.bounty_id, 'submission.changed', webhook_submission(s), new.at)
    from submission s where s.submission_id = new.subject_id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create function webhook_submission(s submission) returns jsonb language sql immutable as $$
  select jsonb_build_object('bounty_id', s.bounty_id, 'submission_id', s.submission_id,
    'preview_status', s.preview_status, 'quality_status', s.quality_status,
    'reconstruction_status', s.reconstruction_status)
$$;
--> statement-breakpoint
create function webhook_note_submission() returns trigger language plpgsql as $$
begin
  perform webhook_note(new.bounty_id, 'submission.received', webhook_submission(new), new.submitted_at);
  return null;
end $$;
--> statement-breakpoint
create trigger webhook_note_event after insert on event
  for each row when (new.subject in ('bounty', 'submission')) execute function webhook_note_event();
--> statement-breakpoint
create trigger webhook_note_submission after insert on submission
  for each row execute function webhook_note_submission();
