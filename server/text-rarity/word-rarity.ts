import { type SQL, sql } from 'drizzle-orm'

/** Builds a phrase query for a name, whether or not hyphens join its parts in the text. */
export const asPhrase = (name: SQL): SQL =>
  sql`phraseto_tsquery('english', regexp_replace(${name}, '[^[:alnum:]]+', ' ', 'g'))`

/** Greater than the rounding difference between two sums of the same rarities in different order. */
const roundingError = 1e-9

/** True if a word of a text vector is worth comparing: numbers and words such as “four” or “seconds” say nothing. */
const isWorthComparing = (lexeme: SQL): SQL => sql`${lexeme} !~ '^[-+.,:%0-9]+$' and ${lexeme} <> all(silent.words)`

/**
 * Parts of a statement that has `sample (search)`. `rarity` has each of the words, a single value, with its rarity in
 * the sample, from 0 (in every text) to 1 (in none). `common` is the query for any of the words above 0, with the
 * greatest possible sum of a text. `commonest` has these words, each with the sum of the words that are as common or
 * more.
 */
export const rarityTables = (words: SQL): SQL => sql`
  sample_size as (select count(*)::float8 as texts from sample),
  frequency as (
    select lexeme, count(*)::float8 as texts from sample, unnest(tsvector_to_array(search)) lexeme group by lexeme
  ),
  silent as materialized (select tsvector_to_array(to_tsvector('english', ${fillerWords.join(' ')})) as words),
  rarity as materialized (
    select lexeme,
      greatest(0, ln((sample_size.texts + 1) / (coalesce(frequency.texts, 0) + 1)) / nullif(ln(sample_size.texts + 1), 0)) as rarity
    from sample_size cross join silent cross join unnest(tsvector_to_array(${words})) lexeme
      left join frequency using (lexeme)
    where ${isWorthComparing(sql`lexeme`)}
  ),
  commonest as materialized (
    select '''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''' as word,
      sum(rarity) over (order by rarity, lexeme) as likeness
    from rarity where rarity > 0
  ),
  common as materialized (
    select string_agg(word, '|')::tsquery as words, coalesce(max(likeness), 0)::float8 + ${roundingError} as most
    from commonest
  )`

/**
 * Builds a query for words such that every text with this likeness contains at least one: the sum of all other words is
 * lower.
 */
export const wordsOfLikeness = (likeness: SQL): SQL =>
  sql`(select string_agg(word, '|')::tsquery from commonest where commonest.likeness >= ${likeness} - ${roundingError}::float8)`

const numerals = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen',
  'eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion half',
  'first second third fourth fifth sixth seventh eighth ninth tenth dozen once twice',
]
const measures = [
  'time times second seconds minute minutes hour hours day days week weeks month months year years ms sec min hr',
  'monday tuesday wednesday thursday friday saturday sunday january february march april june july august september',
  'october november december percent per cent am pm utc',
]
const fillers = [
  'also another every many much several some still since until within without yet again always never new old',
]

/** Words that say nothing about the subject of a text: numerals, measures of time and fillers. */
const fillerWords: readonly string[] = [...numerals, ...measures, ...fillers].flatMap((line) => line.split(' '))
