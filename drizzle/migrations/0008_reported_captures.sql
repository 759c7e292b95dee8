ALTER TABLE "report_case" DROP CONSTRAINT "report_case_kind";--> statement-breakpoint
ALTER TABLE "report_case" ALTER COLUMN "bounty_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "report_case" ADD CONSTRAINT "report_case_bounty" CHECK (("report_case"."kind" = 'capture') = ("report_case"."bounty_id" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "report_case" ADD CONSTRAINT "report_case_kind" CHECK ("report_case"."kind" in ('bounty', 'submission', 'model', 'capture')) NOT VALID;--> statement-breakpoint
ALTER TABLE "report_case" VALIDATE CONSTRAINT "report_case_bounty";--> statement-breakpoint
ALTER TABLE "report_case" VALIDATE CONSTRAINT "report_case_kind";
