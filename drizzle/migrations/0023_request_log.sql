CREATE TABLE "request_log" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"operation" text NOT NULL,
	"method" text NOT NULL,
	"status" smallint NOT NULL,
	"duration_ms" integer NOT NULL,
	"code" text,
	"message" text,
	"cause" text,
	"bounty_id" text,
	"payment_id" bigint,
	"submission_id" text,
	"upload_id" text,
	"api_key" text,
	"action" text,
	"trace_id" text,
	CONSTRAINT "request_log_status" CHECK ("request_log"."status" between 100 and 599),
	CONSTRAINT "request_log_trace" CHECK ("request_log"."trace_id" ~ '^[0-9a-f]{32}$')
);
--> statement-breakpoint
CREATE TABLE "request_log_gap" (
	"minute" timestamp (0) with time zone NOT NULL,
	"reason" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "request_log_gap_minute_reason_pk" PRIMARY KEY("minute","reason"),
	CONSTRAINT "request_log_gap_reason" CHECK ("request_log_gap"."reason" in ('flood', 'lost'))
);
--> statement-breakpoint
CREATE INDEX "request_log_at" ON "request_log" USING btree ("at","request_id");--> statement-breakpoint
CREATE INDEX "request_log_refused" ON "request_log" USING btree ("at","request_id") WHERE status >= 400;--> statement-breakpoint
CREATE INDEX "request_log_status_at" ON "request_log" USING btree ("status","at","request_id");--> statement-breakpoint
CREATE INDEX "request_log_code" ON "request_log" USING btree ("code","at","request_id") WHERE code is not null;--> statement-breakpoint
CREATE INDEX "request_log_operation" ON "request_log" USING btree ("operation","at","request_id");--> statement-breakpoint
CREATE INDEX "request_log_bounty" ON "request_log" USING btree ("bounty_id","at") WHERE bounty_id is not null;--> statement-breakpoint
CREATE INDEX "request_log_payment" ON "request_log" USING btree ("payment_id","at") WHERE payment_id is not null;--> statement-breakpoint
CREATE INDEX "request_log_submission" ON "request_log" USING btree ("submission_id","at") WHERE submission_id is not null;--> statement-breakpoint
CREATE INDEX "request_log_upload" ON "request_log" USING btree ("upload_id","at") WHERE upload_id is not null;--> statement-breakpoint
CREATE INDEX "request_log_key" ON "request_log" USING btree ("api_key","at","request_id") WHERE api_key is not null;