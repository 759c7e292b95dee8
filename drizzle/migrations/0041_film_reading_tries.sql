ALTER TABLE "worker_heartbeat" ADD COLUMN "media_work" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "upload" ADD COLUMN "reading_tries" smallint DEFAULT 0 NOT NULL;