CREATE TABLE "publication_round" (
	"round_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "publication_round_round_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"contents" text NOT NULL,
	"opened_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	"early_at" timestamp with time zone NOT NULL,
	"late_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "publication_round_contents" CHECK ("publication_round"."contents" in ('films', 'manifests')),
	CONSTRAINT "publication_round_times" CHECK ("publication_round"."opened_at" <= "publication_round"."early_at" and "publication_round"."early_at" <= "publication_round"."late_at")
);
--> statement-breakpoint
DROP INDEX "capture_ungathered";--> statement-breakpoint
ALTER TABLE "capture" ADD COLUMN "round_id" integer;--> statement-breakpoint
ALTER TABLE "capture" ADD COLUMN "ready_at" timestamp with time zone DEFAULT service_now();--> statement-breakpoint
CREATE UNIQUE INDEX "publication_round_open" ON "publication_round" USING btree ("contents") WHERE ended_at is null;--> statement-breakpoint
ALTER TABLE "capture" ADD CONSTRAINT "capture_round_id_publication_round_round_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."publication_round"("round_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "capture_of_open_round" ON "capture" USING btree ("round_id") WHERE ready_at is null;--> statement-breakpoint
CREATE INDEX "capture_ungathered" ON "capture" USING btree ("ready_at") WHERE tree_id is null;--> statement-breakpoint
ALTER TABLE "capture" ADD CONSTRAINT "capture_without_round_is_ready" CHECK ("capture"."round_id" is not null or "capture"."ready_at" is not null);