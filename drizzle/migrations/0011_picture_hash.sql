CREATE TABLE "picture_hash" (
	"sha256" "bytea" NOT NULL,
	"picture" integer NOT NULL,
	"hash" bit(256) NOT NULL,
	CONSTRAINT "picture_hash_sha256_picture_pk" PRIMARY KEY("sha256","picture"),
	CONSTRAINT "picture_hash_picture" CHECK ("picture_hash"."picture" >= 0)
);
--> statement-breakpoint
ALTER TABLE "submission_file" ADD COLUMN "picture_hashes" "bytea";--> statement-breakpoint
ALTER TABLE "picture_hash" ADD CONSTRAINT "picture_hash_sha256_capture_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."capture"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "picture_hash_band_0" ON "picture_hash" USING btree ((substring(hash, 1, 20)::integer));--> statement-breakpoint
CREATE INDEX "picture_hash_band_1" ON "picture_hash" USING btree ((substring(hash, 21, 20)::integer));--> statement-breakpoint
CREATE INDEX "picture_hash_band_2" ON "picture_hash" USING btree ((substring(hash, 41, 20)::integer));--> statement-breakpoint
CREATE INDEX "picture_hash_band_3" ON "picture_hash" USING btree ((substring(hash, 61, 20)::integer));--> statement-breakpoint
CREATE INDEX "picture_hash_band_4" ON "picture_hash" USING btree ((substring(hash, 81, 20)::integer));--> statement-breakpoint
CREATE INDEX "picture_hash_band_5" ON "picture_hash" USING btree ((substring(hash, 101, 20)::integer));--> statement-breakpoint
CREATE INDEX "picture_hash_band_6" ON "picture_hash" USING btree ((substring(hash, 121, 20)::integer));--> statement-breakpoint
CREATE INDEX "picture_hash_band_7" ON "picture_hash" USING btree ((substring(hash, 141, 20)::integer));