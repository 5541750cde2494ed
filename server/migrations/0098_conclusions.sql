CREATE TABLE "conclusions" (
	"quarter" text collate "C" NOT NULL,
	"edition" integer NOT NULL,
	"text" text NOT NULL,
	"figures" json NOT NULL,
	"authors" text[] NOT NULL,
	"written_at" timestamptz(3) NOT NULL,
	"signed_by" text,
	"signed_at" timestamptz(3),
	"version" integer NOT NULL,
	"origin" text NOT NULL,
	CONSTRAINT "conclusions_quarter_edition_pk" PRIMARY KEY("quarter","edition")
);
