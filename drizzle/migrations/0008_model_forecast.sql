DROP INDEX "submission_unfinished";--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "forecast_status" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "forecast" jsonb;--> statement-breakpoint
CREATE INDEX "submission_unfinished" ON "submission" USING btree ("submission_id") WHERE quality_status = 'pending' or preview_status = 'pending' or forecast_status = 'pending' or reconstruction_status in ('queued', 'running');--> statement-breakpoint
ALTER TABLE "submission" ADD CONSTRAINT "submission_forecast_is_ready" CHECK (("submission"."forecast_status" = 'ready') = ("submission"."forecast" is not null));