-- The new index is built before the old one goes, so that observations can be read meanwhile.
CREATE INDEX "observation_by_cell_whole" ON "observation" USING btree ("cell","recency","sha256","leaf_hash","tree_id");--> statement-breakpoint
DROP INDEX "observation_by_cell";--> statement-breakpoint
ALTER INDEX "observation_by_cell_whole" RENAME TO "observation_by_cell";
