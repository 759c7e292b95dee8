CREATE TABLE "submission_file" (
	"submission_id" text PRIMARY KEY NOT NULL,
	"upload_id" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"byte_length" bigint NOT NULL,
	"media_type" text,
	"cell" integer NOT NULL,
	"captured_at" timestamp (0) with time zone NOT NULL,
	"original_key" text,
	"fingerprint" "bytea",
	"delivered_at" timestamp with time zone,
	CONSTRAINT "submission_file_upload" UNIQUE("upload_id"),
	CONSTRAINT "submission_file_sha256" UNIQUE("sha256"),
	CONSTRAINT "submission_file_sha256_length" CHECK (octet_length("submission_file"."sha256") = 32)
);
--> statement-breakpoint
CREATE TABLE "upload" (
	"upload_id" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"state" text DEFAULT 'receiving' NOT NULL,
	"byte_length" bigint NOT NULL,
	"sha256" "bytea",
	"created_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "upload_owner" CHECK ("upload"."owner" ~ '^0x[0-9a-f]{40}$'),
	CONSTRAINT "upload_length" CHECK ("upload"."byte_length" > 0),
	CONSTRAINT "upload_sha256_length" CHECK (octet_length("upload"."sha256") = 32),
	CONSTRAINT "upload_received_has_hash" CHECK (("upload"."state" in ('received', 'submitted')) <= ("upload"."sha256" is not null))
);
--> statement-breakpoint
ALTER TABLE "capture" ADD COLUMN "made_from" "bytea";--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "quality" jsonb;--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "preview_key" text;--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "poster_key" text;--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "model_glb_key" text;--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "model_preview_key" text;--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "model_zip_key" text;--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "reconstruction_stage" text;--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "reconstruction_percent" smallint;--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "reconstruction_reason" text;--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "manifest_sha256" "bytea";--> statement-breakpoint
ALTER TABLE "submission_file" ADD CONSTRAINT "submission_file_submission_id_submission_submission_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submission"("submission_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_file" ADD CONSTRAINT "submission_file_upload_id_upload_upload_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."upload"("upload_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "upload_of_owner" ON "upload" USING btree ("owner","created_at");--> statement-breakpoint
CREATE INDEX "upload_expires" ON "upload" USING btree ("expires_at") WHERE state in ('receiving', 'received');--> statement-breakpoint
CREATE INDEX "submission_of_contributor" ON "submission" USING btree ("contributor","submitted_at");--> statement-breakpoint
ALTER TABLE "capture" ADD CONSTRAINT "capture_made_from_length" CHECK (octet_length("capture"."made_from") = 32);--> statement-breakpoint
ALTER TABLE "submission" ADD CONSTRAINT "submission_preview_has_file" CHECK (("submission"."preview_status" = 'ready') = ("submission"."preview_key" is not null));--> statement-breakpoint
ALTER TABLE "submission" ADD CONSTRAINT "submission_model_has_files" CHECK (("submission"."reconstruction_status" = 'ready') <= ("submission"."model_glb_key" is not null and "submission"."model_zip_key" is not null and "submission"."manifest_sha256" is not null));--> statement-breakpoint
ALTER TABLE "submission" ADD CONSTRAINT "submission_percent" CHECK ("submission"."reconstruction_percent" between 0 and 100);