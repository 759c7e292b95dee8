CREATE TABLE "cache_purge" (
	"key" text PRIMARY KEY NOT NULL,
	"generation" integer DEFAULT 1 NOT NULL,
	"remaining" smallint DEFAULT 2 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cache_purge_remaining" CHECK ("cache_purge"."remaining" in (1, 2))
);
