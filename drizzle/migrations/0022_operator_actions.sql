CREATE TABLE "operator_action" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_action_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT service_now() NOT NULL,
	"operator" text NOT NULL,
	"chain_id" bigint NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"input" jsonb NOT NULL,
	"reason" text NOT NULL,
	"effect" text NOT NULL,
	"result" jsonb NOT NULL,
	"request_id" text NOT NULL,
	"message" text,
	"signature" text,
	CONSTRAINT "operator_action_operator" CHECK ("operator_action"."operator" ~ '^0x[0-9a-f]{40}$'),
	CONSTRAINT "operator_action_signed" CHECK (("operator_action"."message" is null) = ("operator_action"."signature" is null)),
	CONSTRAINT "operator_action_reason" CHECK (btrim("operator_action"."reason") <> '')
);
--> statement-breakpoint
CREATE INDEX "operator_action_subject" ON "operator_action" USING btree ("subject","subject_id","id");--> statement-breakpoint
create trigger operator_action_append_only before update or delete on operator_action
  for each row execute function refuse_change();
