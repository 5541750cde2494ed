CREATE TABLE "record_origins" (
	"kind" text collate "C" NOT NULL,
	"number" text collate "C" NOT NULL,
	"source_kind" text collate "C" NOT NULL,
	"source_id" text collate "C" NOT NULL,
	"detail" text NOT NULL,
	"read_at" timestamptz(3) NOT NULL,
	"digest" text collate "C" NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "record_origins_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "record_origins_number_kind_position_pk" PRIMARY KEY("number","kind","position")
);
