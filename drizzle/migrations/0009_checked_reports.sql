ALTER TABLE "report_case" VALIDATE CONSTRAINT "report_case_bounty";--> statement-breakpoint
ALTER TABLE "report_case" VALIDATE CONSTRAINT "report_case_kind";
