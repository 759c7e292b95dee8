CREATE TABLE "failed_settlement" (
	"chain_tx_id" bigint NOT NULL,
	"network" text NOT NULL,
	"payer" text NOT NULL,
	"contract_payer" boolean NOT NULL,
	"failed_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "failed_settlement_chain_tx_id_payer_pk" PRIMARY KEY("chain_tx_id","payer")
);
--> statement-breakpoint
CREATE TABLE "gas_spent" (
	"chain_id" integer NOT NULL,
	"sender" text NOT NULL,
	"day" date NOT NULL,
	"wei" numeric(78,0) NOT NULL,
	CONSTRAINT "gas_spent_chain_id_sender_day_pk" PRIMARY KEY("chain_id","sender","day")
);
--> statement-breakpoint
ALTER TABLE "chain_tx" ADD COLUMN "fee_wei" numeric(78,0);--> statement-breakpoint
ALTER TABLE "settlement" ADD COLUMN "contract_payer" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "settlement" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "failed_settlement" ADD CONSTRAINT "failed_settlement_chain_tx_id_chain_tx_id_fk" FOREIGN KEY ("chain_tx_id") REFERENCES "public"."chain_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "failed_settlement_payer" ON "failed_settlement" USING btree ("network","payer","failed_at");--> statement-breakpoint
CREATE INDEX "failed_settlement_time" ON "failed_settlement" USING btree ("failed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_open_contract_payer" ON "settlement" USING btree ("network","payer") WHERE contract_payer and ended_at is null;