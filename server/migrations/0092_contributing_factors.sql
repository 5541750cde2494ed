CREATE TABLE "contributing_factors" (
	"name" text collate "C" PRIMARY KEY NOT NULL,
	"origin" text NOT NULL
);
