CREATE TABLE "token_recovery" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "token_recovery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bounty_id" text NOT NULL,
	"nonce_hash" "bytea" NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"recovered_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "token_recovery_nonce" UNIQUE("nonce_hash")
);
--> statement-breakpoint
ALTER TABLE "token_recovery" ADD CONSTRAINT "token_recovery_bounty_id_bounty_bounty_id_fk" FOREIGN KEY ("bounty_id") REFERENCES "public"."bounty"("bounty_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_recovery" ADD CONSTRAINT "token_recovery_token_hash_agent_token_token_hash_fk" FOREIGN KEY ("token_hash") REFERENCES "public"."agent_token"("token_hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "token_recovery_of_bounty" ON "token_recovery" USING btree ("bounty_id","id");