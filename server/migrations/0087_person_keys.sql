-- The words are those of `nameWords` in lib/domain/four-eyes/same-person.ts, without the difference between ς and σ.
CREATE FUNCTION person_keys(name text, VARIADIC logins text[] DEFAULT '{}') RETURNS text[]
LANGUAGE plpgsql IMMUTABLE COST 1000 AS $$
DECLARE
	marks CONSTANT text := '(?![[:alnum:][:punct:][:space:]])[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0711-\u07f3\u07fd\u0816-\u085b\u0897-\u08e1\u08e3-\u09e3\u09fe-\u0ae3\u0afa-\u0b63\u0b82-\u0bd7\u0c00-\u0c63\u0c81-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0e3a\u0e47-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39-\u0fbc\u0fc6\u102b-\u109d\u135d-\u135f\u1712-\u17d3\u17dd\u180b-\u180d\u180f-\u193b\u1a17-\u1b44\u1b6b-\u1b73\u1b80-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\ua69f\ua6f0-\ua6f1\ua802-\ua827\ua82c\ua880-\uaa4d\uaa7b-\uaaf6\uabe3-\uabed\ufb1e\ufe00-\ufe2f\U000101fd-\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d6d\U00010eab-\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011046\U00011070-\U000110ba\U000110c2\U00011100-\U000111cf\U0001122c-\U0001172b\U0001182c-\U0001183a\U00011930-\U00011c3f\U00011c92-\U00011f5a\U00013440-\U00016b36\U00016f4f-\U00016ff1\U0001bc9d-\U0001bc9e\U0001cf00-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001e136\U0001e2ae-\U0001e2ef\U0001e4ec-\U0001e6f5\U0001e8d0-\U0001e94a\U000e0100-\U000e01ef]';
	texts CONSTANT text[] := name || logins;
	keys text[] := '{}';
	folded text;
	words text[];
BEGIN
	FOR place IN 1 .. cardinality(texts) LOOP
		folded := texts[place];
		CONTINUE WHEN folded IS NULL;
		IF folded ~ '[^ -~]' THEN
			folded := regexp_replace(normalize(folded, NFKD) COLLATE "und-x-icu", marks, '', 'g');
		END IF;
		folded := lower(folded COLLATE "und-x-icu");
		IF folded ~ '[^a-z0-9]' THEN
			folded := btrim(regexp_replace(translate(folded, 'ς', 'σ') COLLATE "und-x-icu", '[^[:alnum:]]+', ' ', 'g'));
		END IF;
		IF place > 1 THEN
			keys := keys || ('=' || folded);
			CONTINUE;
		END IF;
		words := string_to_array(folded, ' ');
		FOR one IN 1 .. cardinality(words) LOOP
			FOR other IN 1 .. cardinality(words) LOOP
				IF words[one] COLLATE "C" < words[other] COLLATE "C" THEN
					keys := keys || (words[one] || ' ' || words[other]);
				END IF;
			END LOOP;
		END LOOP;
		IF keys = '{}' THEN
			keys := words[1:1];
		END IF;
	END LOOP;
	RETURN keys;
END $$;
--> statement-breakpoint
DROP INDEX "users_folded_user_name";--> statement-breakpoint
DROP INDEX "users_folded_employee_number";--> statement-breakpoint
CREATE INDEX "accounts_person_keys" ON "accounts" USING gin ((person_keys("name", "user_name") collate "C"));--> statement-breakpoint
CREATE INDEX "users_person_keys" ON "users" USING gin ((person_keys("name", "user_name", "employee_number") collate "C"));--> statement-breakpoint
CREATE INDEX "audit_events_former_people" ON "audit_events" USING gin ((person_keys(("changes" #>> '{name,from}'), ("changes" #>> '{user_name,from}'), ("changes" #>> '{employee_number,from}')) collate "C")) WHERE entity_type in ('account', 'user') and coalesce(("audit_events"."changes" #>> '{name,from}'), ("audit_events"."changes" #>> '{user_name,from}'), ("audit_events"."changes" #>> '{employee_number,from}')) is not null;