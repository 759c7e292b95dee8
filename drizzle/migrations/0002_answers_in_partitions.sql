-- Partitions by the id of the payment, so that its primary key remains. The existing table becomes the default partition: without other
-- partitions it is not read for that. The names change within this transaction, so other sessions always find the same columns and keys
-- under `payment_answer`.
-- within this transaction: the new table below takes over the name
-- squawk-ignore renaming-table
ALTER TABLE "payment_answer" RENAME TO "payment_answer_default";--> statement-breakpoint
ALTER TABLE "payment_answer_default" DROP CONSTRAINT "payment_answer_payment_id_payment_id_fk";--> statement-breakpoint
ALTER TABLE "payment_answer_default" RENAME CONSTRAINT "payment_answer_pkey" TO "payment_answer_default_pkey";--> statement-breakpoint
CREATE TABLE "payment_answer" (
	"payment_id" bigint PRIMARY KEY NOT NULL,
	"status" smallint NOT NULL,
	"body" "bytea" NOT NULL,
	"headers" jsonb,
	"created_at" timestamp with time zone DEFAULT service_now() NOT NULL
) PARTITION BY RANGE ("payment_id");--> statement-breakpoint
ALTER TABLE "payment_answer" ATTACH PARTITION "payment_answer_default" DEFAULT;
