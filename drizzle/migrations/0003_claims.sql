ALTER TABLE "capture" ADD COLUMN "claims_from" text DEFAULT 'declared' NOT NULL;--> statement-breakpoint
ALTER TABLE "capture" ADD COLUMN "claims_fit" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "submission_file" ADD COLUMN "place_from" text;--> statement-breakpoint
ALTER TABLE "submission_file" ADD COLUMN "time_from" text;--> statement-breakpoint
ALTER TABLE "submission_file" ADD COLUMN "place_match" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "submission_file" ADD COLUMN "time_match" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "capture" ADD CONSTRAINT "capture_claims_from" CHECK ("capture"."claims_from" in ('declared', 'file', 'credentials'));--> statement-breakpoint
ALTER TABLE "submission_file" ADD CONSTRAINT "submission_file_origins" CHECK ("submission_file"."place_from" in ('declared', 'file', 'credentials') and "submission_file"."time_from" in ('declared', 'file', 'credentials'));--> statement-breakpoint
ALTER TABLE "submission_file" ADD CONSTRAINT "submission_file_matches" CHECK ("submission_file"."place_match" in ('inside', 'near', 'elsewhere', 'unknown') and "submission_file"."time_match" in ('after_order', 'before_order', 'contradictory', 'unknown'));