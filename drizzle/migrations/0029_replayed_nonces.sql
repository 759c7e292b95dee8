CREATE TABLE "replayed_nonces" (
	"chain_id" integer NOT NULL,
	"sender" text NOT NULL,
	"from_nonce" bigint NOT NULL,
	"to_nonce" bigint NOT NULL,
	"freeze_id" bigint NOT NULL,
	CONSTRAINT "replayed_nonces_chain_id_sender_from_nonce_pk" PRIMARY KEY("chain_id","sender","from_nonce"),
	CONSTRAINT "replayed_nonces_range" CHECK ("replayed_nonces"."from_nonce" <= "replayed_nonces"."to_nonce")
);
--> statement-breakpoint
ALTER TABLE "replayed_nonces" ADD CONSTRAINT "replayed_nonces_freeze_id_service_freeze_id_fk" FOREIGN KEY ("freeze_id") REFERENCES "public"."service_freeze"("id") ON DELETE no action ON UPDATE no action;