CREATE TABLE "notice_message" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"contributor" text NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_attempt_at" timestamp with time zone,
	"last_result" text,
	CONSTRAINT "notice_message_state" CHECK ("notice_message"."state" in ('pending', 'delivered', 'given_up'))
);
--> statement-breakpoint
CREATE TABLE "notice_webhook" (
	"contributor" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"set_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	"secret_salts" uuid[] DEFAULT array[gen_random_uuid()] NOT NULL,
	"secret_rotated_at" timestamp with time zone,
	CONSTRAINT "notice_webhook_contributor" CHECK ("notice_webhook"."contributor" ~ '^0x[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "notice_message" ADD CONSTRAINT "notice_message_contributor_notice_webhook_contributor_fk" FOREIGN KEY ("contributor") REFERENCES "public"."notice_webhook"("contributor") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notice_message_due" ON "notice_message" USING btree ("next_attempt_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "notice_message_of_contributor" ON "notice_message" USING btree ("contributor","id");