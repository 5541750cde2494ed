import { type SQL, sql } from 'drizzle-orm'

/** A name as a phrase to be found in a text, its parts joined by hyphens there or not. */
export const asPhrase = (name: SQL): SQL =>
  sql`phraseto_tsquery('english', regexp_replace(${name}, '[^[:alnum:]]+', ' ', 'g'))`

/**
 * Parts of a statement that has `change` and `sample (search)`: `rarity` tells of each word of the change how rare it
 * is in the sample, from 0 (in every text) to 1 (in none), and `asked` is the query for any of those that are not 0, with
 * the sum of all, which no text can go beyond.
 */
export const rarityTables = (words: SQL): SQL => sql`
  seen as (select count(*)::float8 as texts from sample),
  frequency as (
    select lexeme, count(*)::float8 as texts from sample, unnest(tsvector_to_array(search)) lexeme group by lexeme
  ),
  rarity as materialized (
    select lexeme,
      greatest(0, ln((seen.texts + 1) / (coalesce(frequency.texts, 0) + 1)) / nullif(ln(seen.texts + 1), 0)) as rarity
    from change cross join seen cross join unnest(tsvector_to_array(${words})) lexeme left join frequency using (lexeme)
  ),
  asked as materialized (
    select string_agg('''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''', '|')::tsquery as words,
      coalesce(sum(rarity), 0)::float8 as most
    from rarity where rarity > 0
  )`
