CREATE TABLE "ledger_receipts" (
	"kind" text collate "C" NOT NULL,
	"size" bigint NOT NULL,
	"checkpoint" text NOT NULL,
	"response" "bytea",
	"received_at" timestamptz(3) NOT NULL,
	CONSTRAINT "ledger_receipts_kind_size_pk" PRIMARY KEY("kind","size")
);
