CREATE TABLE "withdrawn_capture" (
	"sha256" "bytea" PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"withdrawn_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	"was_observed" boolean NOT NULL,
	CONSTRAINT "withdrawn_capture_sha256_length" CHECK (octet_length("withdrawn_capture"."sha256") = 32),
	CONSTRAINT "withdrawn_capture_reason" CHECK ("withdrawn_capture"."reason" in ('rights', 'privacy', 'wrong_place', 'not_real', 'other'))
);
--> statement-breakpoint
ALTER TABLE "stream_lease" ADD COLUMN "opened_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawn_capture" ADD CONSTRAINT "withdrawn_capture_sha256_capture_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."capture"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "withdrawn_capture_newest" ON "withdrawn_capture" USING btree ("withdrawn_at","sha256");--> statement-breakpoint
CREATE INDEX "withdrawn_capture_by_reason" ON "withdrawn_capture" USING btree ("reason","withdrawn_at","sha256");--> statement-breakpoint
CREATE INDEX "api_key_of_account" ON "api_key" USING btree ("account","id");