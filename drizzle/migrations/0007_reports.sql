CREATE TABLE "moderation" (
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"measure" text NOT NULL,
	"reason" text NOT NULL,
	"taken_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "moderation_kind_subject_id_measure_pk" PRIMARY KEY("kind","subject_id","measure"),
	CONSTRAINT "moderation_measure" CHECK (("moderation"."measure" = 'hidden' and "moderation"."kind" in ('bounty', 'submission', 'model')) or ("moderation"."measure" = 'cancelled' and "moderation"."kind" = 'bounty') or ("moderation"."measure" = 'banned' and "moderation"."kind" = 'wallet')),
	CONSTRAINT "moderation_reason" CHECK (btrim("moderation"."reason") <> '')
);
--> statement-breakpoint
CREATE TABLE "report_case" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_case_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"bounty_id" text NOT NULL,
	"state" text NOT NULL,
	"harm" smallint NOT NULL,
	"reports" integer DEFAULT 1 NOT NULL,
	"waiting_since" timestamp (0) with time zone NOT NULL,
	"decided_at" timestamp (0) with time zone,
	CONSTRAINT "report_case_subject" UNIQUE("kind","subject_id"),
	CONSTRAINT "report_case_kind" CHECK ("report_case"."kind" in ('bounty', 'submission', 'model')),
	CONSTRAINT "report_case_state" CHECK ("report_case"."state" in ('waiting', 'dismissed', 'acted')),
	CONSTRAINT "report_case_decided" CHECK (("report_case"."state" = 'waiting') = ("report_case"."decided_at" is null)),
	CONSTRAINT "report_case_whole_hours" CHECK ("report_case"."waiting_since" = date_trunc('hour', "report_case"."waiting_since", 'UTC'))
);
--> statement-breakpoint
CREATE TABLE "report_count" (
	"case_id" bigint NOT NULL,
	"category" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "report_count_case_id_category_pk" PRIMARY KEY("case_id","category"),
	CONSTRAINT "report_count_category" CHECK ("report_count"."category" in ('child', 'person_without_consent', 'private_home', 'dangerous', 'illegal', 'spam', 'other'))
);
--> statement-breakpoint
CREATE TABLE "report_text" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_text_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"case_id" bigint NOT NULL,
	"category" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "report_text_category" CHECK ("report_text"."category" in ('child', 'person_without_consent', 'private_home', 'dangerous', 'illegal', 'spam', 'other'))
);
--> statement-breakpoint
ALTER TABLE "report_case" ADD CONSTRAINT "report_case_bounty_id_bounty_bounty_id_fk" FOREIGN KEY ("bounty_id") REFERENCES "public"."bounty"("bounty_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_count" ADD CONSTRAINT "report_count_case_id_report_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."report_case"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_text" ADD CONSTRAINT "report_text_case_id_report_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."report_case"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_case_queue" ON "report_case" USING btree ("state","harm","waiting_since","id");--> statement-breakpoint
CREATE INDEX "report_text_of_case" ON "report_text" USING btree ("case_id","id");