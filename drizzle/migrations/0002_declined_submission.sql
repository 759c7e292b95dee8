ALTER TABLE "submission" ADD COLUMN "declined_reason" text;--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "declined_text" text;--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "declined_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "decline_key_hash" "bytea";--> statement-breakpoint
ALTER TABLE "submission" ADD CONSTRAINT "submission_declined" CHECK (("submission"."declined_reason" is null) = ("submission"."declined_at" is null) and ("submission"."declined_reason" is not null or "submission"."declined_text" is null));--> statement-breakpoint
ALTER TABLE "submission" ADD CONSTRAINT "submission_declined_reason" CHECK ("submission"."declined_reason" in ('blurred', 'wrong_place', 'wrong_time', 'incomplete', 'other'));