ALTER TABLE "upload" ADD COLUMN "facts" jsonb;--> statement-breakpoint
ALTER TABLE "upload" ADD COLUMN "reading_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "upload_unread" ON "upload" USING btree ("created_at") WHERE state = 'received' and facts is null;