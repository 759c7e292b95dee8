ALTER TABLE "submission" ADD COLUMN "reconstruction_progress" real;--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "reconstruction_start" real;--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "reconstruction_started_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "reconstruction_mode" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "reconstruction_retries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "reconstruction_key_hash" "bytea";--> statement-breakpoint
ALTER TABLE "submission" ADD CONSTRAINT "submission_model_progress" CHECK ("submission"."reconstruction_progress" between 0 and 1 and "submission"."reconstruction_start" between 0 and 1);--> statement-breakpoint
ALTER TABLE "submission" ADD CONSTRAINT "submission_model_mode" CHECK ("submission"."reconstruction_mode" in ('standard', 'relaxed', 'fine'));--> statement-breakpoint
ALTER TABLE "submission" ADD CONSTRAINT "submission_model_retries" CHECK ("submission"."reconstruction_retries" between 0 and 3);