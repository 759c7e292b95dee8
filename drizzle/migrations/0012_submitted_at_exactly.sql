ALTER TABLE "submission" ALTER COLUMN "submitted_at" SET DATA TYPE timestamp with time zone;--> statement-breakpoint
ALTER TABLE "submission" ALTER COLUMN "submitted_at" SET DEFAULT service_now();