ALTER TABLE "report_case" DROP CONSTRAINT "report_case_kind";--> statement-breakpoint
-- unused since 0.1.0: the previous version joins reports with their bounties, so it does not read a row without one
-- squawk-ignore ban-drop-not-null
ALTER TABLE "report_case" ALTER COLUMN "bounty_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "report_case" ADD CONSTRAINT "report_case_bounty" CHECK (("report_case"."kind" = 'capture') = ("report_case"."bounty_id" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "report_case" ADD CONSTRAINT "report_case_kind" CHECK ("report_case"."kind" in ('bounty', 'submission', 'model', 'capture')) NOT VALID;
