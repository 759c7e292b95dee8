DROP INDEX "observation_by_cell";--> statement-breakpoint
CREATE INDEX "observation_by_cell" ON "observation" USING btree ("cell","recency","sha256","leaf_hash","tree_id");