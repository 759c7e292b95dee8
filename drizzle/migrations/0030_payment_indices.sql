ALTER TABLE "payment" DROP CONSTRAINT "payment_authorization";--> statement-breakpoint
DROP INDEX "payment_nonce";--> statement-breakpoint
DROP INDEX "payment_not_made";--> statement-breakpoint
CREATE INDEX "payment_not_made" ON "payment" USING btree ("id") WHERE reason is not null;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_authorization" UNIQUE("nonce","payer","asset","network");