CREATE TABLE "api_key" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_key_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key_hash" "bytea" NOT NULL,
	"prefix" text NOT NULL,
	"account" text NOT NULL,
	"tier" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	"expires_at" timestamp (0) with time zone,
	"revoked_at" timestamp with time zone,
	"last_used_on" date,
	CONSTRAINT "api_key_keyHash_unique" UNIQUE("key_hash"),
	CONSTRAINT "api_key_prefix_unique" UNIQUE("prefix"),
	CONSTRAINT "api_key_hash_length" CHECK (octet_length("api_key"."key_hash") = 32),
	CONSTRAINT "api_key_tier" CHECK ("api_key"."tier" in ('trial', 'standard', 'scale')),
	CONSTRAINT "api_key_account" CHECK ("api_key"."account" = btrim("api_key"."account") and "api_key"."account" <> '')
);
