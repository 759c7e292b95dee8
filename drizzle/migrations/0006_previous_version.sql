-- Before `feed_head`, as those who publish a tree: otherwise they and the migration could wait for each other.
LOCK TABLE "tree" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "feed_head" ADD COLUMN "previous_version" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL;