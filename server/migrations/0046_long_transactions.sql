CREATE TABLE "long_transactions" (
	"transaction_id" "xid8" PRIMARY KEY NOT NULL,
	"published_as" "xid8",
	"registered_at" timestamptz(3) NOT NULL
);
