DROP INDEX "request_log_status_at";--> statement-breakpoint
ALTER TABLE "chain_tx" ADD COLUMN "traceparent" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "traceparent" text;--> statement-breakpoint
CREATE INDEX "request_log_failed" ON "request_log" USING btree ("at","request_id") WHERE status >= 500;--> statement-breakpoint
CREATE INDEX "request_log_notable" ON "request_log" USING btree ("at","request_id") WHERE method <> 'GET' or status >= 400 or api_key is not null or payment_id is not null;