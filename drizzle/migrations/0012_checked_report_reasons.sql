ALTER TABLE "report_count" VALIDATE CONSTRAINT "report_count_category";--> statement-breakpoint
ALTER TABLE "report_text" VALIDATE CONSTRAINT "report_text_category";
