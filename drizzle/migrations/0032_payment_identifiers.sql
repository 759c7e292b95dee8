CREATE TABLE "payment_identifier" (
	"payer" text NOT NULL,
	"identifier" text NOT NULL,
	"payment_id" bigint NOT NULL,
	CONSTRAINT "payment_identifier_payer_identifier_pk" PRIMARY KEY("payer","identifier")
);
--> statement-breakpoint
ALTER TABLE "payment_identifier" ADD CONSTRAINT "payment_identifier_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_identifier_of_payment" ON "payment_identifier" USING btree ("payment_id");