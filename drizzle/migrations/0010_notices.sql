CREATE TABLE "notice" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contributor" text NOT NULL,
	"submission_id" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "notice_kind" CHECK ("notice"."kind" in ('check_failed', 'declined', 'decline_withdrawn', 'accepted', 'paid', 'bounty_ended'))
);
--> statement-breakpoint
CREATE TABLE "notice_feed" (
	"contributor" text PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"made_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "notice_feed_token" UNIQUE("token_hash"),
	CONSTRAINT "notice_feed_contributor" CHECK ("notice_feed"."contributor" ~ '^0x[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "push_delivery" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subscription_id" bigint NOT NULL,
	"notice_id" bigint NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscription" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_subscription_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contributor" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" "bytea" NOT NULL,
	"auth" "bytea" NOT NULL,
	"session_hash" "bytea" NOT NULL,
	"subscribed_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "push_subscription_endpoint" UNIQUE("endpoint"),
	CONSTRAINT "push_subscription_contributor" CHECK ("push_subscription"."contributor" ~ '^0x[0-9a-f]{40}$'),
	CONSTRAINT "push_subscription_keys" CHECK (octet_length("push_subscription"."p256dh") = 65 and octet_length("push_subscription"."auth") = 16)
);
--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_submission_id_submission_submission_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submission"("submission_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_delivery" ADD CONSTRAINT "push_delivery_subscription_id_push_subscription_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscription"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_delivery" ADD CONSTRAINT "push_delivery_notice_id_notice_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notice"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notice_of_contributor" ON "notice" USING btree ("contributor","id");--> statement-breakpoint
CREATE INDEX "notice_at" ON "notice" USING btree ("at");--> statement-breakpoint
CREATE INDEX "push_delivery_due" ON "push_delivery" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "push_delivery_of_subscription" ON "push_delivery" USING btree ("subscription_id","id");--> statement-breakpoint
CREATE INDEX "push_delivery_of_notice" ON "push_delivery" USING btree ("notice_id");--> statement-breakpoint
CREATE INDEX "push_subscription_of_contributor" ON "push_subscription" USING btree ("contributor","id");--> statement-breakpoint
CREATE INDEX "push_subscription_of_session" ON "push_subscription" USING btree ("session_hash");