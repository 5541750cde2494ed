import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { withConnection } from '#e2e/support/resources.ts'
import { buildDatabaseUrl, executeOn } from '#server/platform/db/databases.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { migrateDatabase } from '#server/platform/db/migrate/migrate.ts'
import { familyNames, givenNames, nouns, services, verbs, words, works } from './vocabulary.ts'

export type ScaleDatabase = { readonly postgresUrl: string; readonly name: string; readonly url: string }

/** The folder of the embedded server with the filled databases, so that the next run need not fill them again. */
const scaleDir = join(tmpdir(), 'hindsight-scale')
const patient = { statementTimeout: 0 }
export const report = (step: string) => process.stderr.write(`${step}\n`)

/** Runs `work` with the filled database of a size. */
export async function withScaleDatabase(size: number, work: (database: ScaleDatabase) => Promise<void>): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: scaleDir })
  try {
    const name = await fillOnce(postgres.url, size)
    const url = buildDatabaseUrl(postgres.url, name)
    // A migration may have rewritten whole tables; without this, autovacuum would work while pages are measured.
    const applied = await withConnection(url, ({ pool }) => migrateDatabase(pool), patient)
    if (applied.length > 0) await executeOn(url, 'vacuum analyze')
    // All files once, so that the speed of the disk does not matter.
    spawnSync('find', [scaleDir, '-type', 'f', '-exec', 'cat', '{}', '+'], { stdio: ['ignore', 'ignore', 'inherit'] })
    await work({ postgresUrl: postgres.url, name, url })
  } finally {
    await postgres.stop()
  }
}

/** The name of the database of a size, filled unless an earlier run did. */
async function fillOnce(serverUrl: string, size: number): Promise<string> {
  const name = `scale_${size}`
  const { rowCount } = await withConnection(serverUrl, ({ pool }) =>
    pool.query('select from pg_database where datname = $1', [name]),
  )
  if (rowCount === 0) {
    const filling = `${name}_filling`
    await executeOn(serverUrl, `drop database if exists ${filling}`)
    await executeOn(serverUrl, `create database ${filling} template template0 encoding 'UTF8'`)
    await withConnection(
      buildDatabaseUrl(serverUrl, filling),
      async ({ pool }) => {
        await migrateDatabase(pool)
        await fillScale(pool, size)
      },
      patient,
    )
    await executeOn(serverUrl, `alter database ${filling} rename to ${name}`)
  }
  return name
}

/**
 * Distinct numbers in the texts of each kind for a size of 1: they grow with the rows, so that each number occurs in as
 * many rows at every size.
 */
const numberShares = { incidents: 0.005, changes: 0.009, articles: 0.02 }
const countNumbers = (kind: keyof typeof numberShares, size: number) => Math.round(size * numberShares[kind])

const textArray = (items: readonly string[]) => `array[${items.map((item) => `'${item}'`).join(', ')}]::text[]`

/** A number in [0, 1) for row `i`, the same in every run; different for each salt. */
const chance = (salt: number) => `((hashint4((i)::int # ${salt * 7919}) & 1048575) / 1048576.0::float8)`
/** The list item of row `i`; a higher `skew` prefers the first items. */
const pick = (items: readonly string[], salt: number, skew = 1) =>
  `(${textArray(items)})[1 + floor(${items.length} * power(${chance(salt)}, ${skew}))::int]`
const service = (salt: number) => pick(services, salt, 2)
const person = (salt: number) => `'user' || 1 + floor(400 * power(${chance(salt)}, 2))::int || '@hindsight.example'`
/** Of ten changes, one is an emergency. */
const types: readonly string[] = [...Array(5).fill('standard'), ...Array(4).fill('normal'), 'emergency']
/** Five years up to November 2026, with more rows in later years; later rows have later times. */
const start = `timestamptz '2021-11-20T00:00:00Z'`
const moment = (rows: number) =>
  `${start} + sqrt(i::float8 / ${rows}) * interval '1825 days' + ${chance(3)} * interval '6 hours'`

const plan = `json_build_object('summary', 'Work on node ' || i % 9000, 'steps', json_build_array(
  json_build_object('order', 1, 'action', 'Take the node out of the pool', 'minutes', 5),
  json_build_object('order', 2, 'action', 'Run the work and read its log', 'minutes', 20 + i % 40),
  json_build_object('order', 3, 'action', 'Put the node back and watch it', 'minutes', 15)))`

/** The statements that fill the tables, by table, in their order. The size is that of the longest lists. */
function fills(size: number): Readonly<Record<string, string>> {
  const share = (part: number) => Math.round(size * part)
  const changes = share(0.3)
  const improvements = share(0.1)
  const articles = share(0.1)
  const each = (count: number) => `generate_series(1, ${count}) as i`
  return {
    users: `insert into users (id, name, name_key, email, bio, location, origin, created_at)
     select 'usr_' || lpad(i::text, 8, '0'), name, lower(name), 'user' || i || '@hindsight.example',
       'Looks after ' || ${service(1)} || '.', ${pick(['Turin', 'Oslo', 'Porto', 'Lyon', 'Gdansk'], 2)}, 'bench',
       ${moment(size)}
     from (select i, ${pick(givenNames, 4)} || ' ' || ${pick(familyNames, 5)} || ' ' || i % 997 as name
       from ${each(size)}) named`,
    accounts: `insert into accounts (id, email, name, role, origin, created_at, updated_at)
     select 'acc_' || lpad(i::text, 8, '0'), 'user' || i || '@hindsight.example', 'Person ' || i,
       case when i % 100 = 1 then 'manager' when i % 500 = 2 then 'admin' when i % 500 = 5 then 'auditor'
         when i % 5 = 4 then 'viewer' else 'reviewer' end,
       'bench', ${start}, ${start}
     from ${each(share(0.005))}`,
    products: `insert into products (id, name, description, price, category, origin)
     select 'prd_' || lpad(i::text, 8, '0'), initcap(${pick(nouns, 1)}) || ' ' || i,
       'A service with daily backups' || repeat(', and more of it', floor(6 * ${chance(2)})::int),
       round((1 + 9999 * power(${chance(6)}, 3))::numeric, 2), 'category-' || 1 + floor(40 * power(${chance(7)}, 2))::int,
       'bench'
     from ${each(size)}`,
    changes: `insert into changes (number, title, state, type, risk, affected_services, implementation_plan, risk_assessment,
       backout_plan, planned_start, planned_end, actual_start, actual_end, assigned_to, requested_by,
       assignment_group, close_code, pir_completed, pir_reference, pir_outcome, pir_date, origin, created_at, updated_at)
     select 'CHG' || lpad(i::text, 8, '0'),
       ${pick(works, 1)} || ' ' || ${pick(nouns, 2)} || ' ' || i % ${countNumbers('changes', size)} || ' of ' || ${service(5)},
       state, ${pick(types, 6)}, ${pick(['low', 'moderate', 'high', 'very_high'], 7, 1.8)},
       array[${service(5)}] || case when ${chance(8)} < 0.3 then array[${service(9)}] else '{}' end,
       ${plan}, json_build_object('likelihood', 'medium', 'impact', 'high'),
       json_build_object('steps', json_build_array('Fail over to the replica', 'Restore the snapshot')),
       at + interval '5 days', at + interval '5 days 3 hours',
       case when is_ended then at + interval '5 days 5 minutes' end,
       case when is_ended then at + interval '5 days 1 hour' + ${chance(10)} * interval '6 hours' end,
       ${person(11)}, ${person(12)}, 'Team ' || 1 + floor(40 * ${chance(13)})::int,
       case when is_ended then ${pick(['successful', 'successful_with_issues', 'failed', 'backed_out'], 14, 4)} end,
       is_reviewed, case when is_reviewed then 'PIR-2026-' || lpad(i::text, 8, '0') end,
       case when is_reviewed then ${pick(['successful', 'successful_with_issues', 'partially_successful', 'failed'], 15, 2.5)} end,
       case when is_reviewed then (at + interval '12 days')::date end,
       'bench', at, at + case when is_reviewed then interval '12 days' else interval '5 days' end
     from (
       select *, state in ('review', 'closed') as is_ended, state = 'closed' and ${chance(16)} < 0.55 as is_reviewed
       from (
         select i, ${moment(changes)} as at,
           case when i > ${changes} * 0.97 then ${pick(['new', 'assess', 'authorize', 'scheduled', 'implement', 'review'], 17)}
             when ${chance(18)} < 0.03 then 'canceled'
             when i > ${changes} * 0.94 and ${chance(19)} < 0.5 then 'review' else 'closed' end as state
         from ${each(changes)}
       ) stated
     ) shown`,
    reviews: `insert into reviews (reference, change_number, status, reviewer, reviewer_name, due_on, needs_sign_off, started_at,
       completed_at, completed_by, proposed_outcome, completions, origin, created_at, updated_at)
     select coalesce(pir_reference, 'PIR-2027-' || right(number, 8)), number,
       case when pir_completed then 'completed' when n % 3 = 0 then 'in_progress' when n % 17 = 0 then 'awaiting_sign_off'
         else 'not_started' end,
       case when n % 5 > 0 then 'user' || 1 + n % 60 || '@hindsight.example' end, 'Reviewer ' || 1 + n % 60,
       (actual_end + interval '10 days')::date, n % 6 = 0, actual_end + interval '1 day',
       case when pir_completed then actual_end + interval '7 days' end, case when pir_completed then 'Reviewer' end,
       case when pir_completed then case when n % 9 = 0 then 'failed' else pir_outcome end end,
       case when pir_completed then 1 else 0 end, 'bench', actual_end, actual_end + interval '7 days'
     from (select *, right(number, 8)::int as n from changes) numbered where pir_completed or state = 'review'`,
    review_steps: `insert into review_steps (reference, step, form, version, saved_at, saved_by)
     select reference, 'incidents', json_build_object('decisions', case when right(reference, 1) = '7' then
         json_build_array(json_build_object('incident', 'INC' || right(reference, 8), 'decision', 'confirmed', 'reason', 'Same node'))
         else '[]'::json end), 1, updated_at, 'Reviewer'
     from reviews where status = 'completed'`,
    incidents: `insert into incidents (number, short_description, priority, priority_level, state, opened_at, resolved_at,
       related_change, caused_by_change, affected_service, origin, updated_at)
     select 'INC' || lpad(i::text, 8, '0'),
       initcap(${pick(nouns, 1)}) || ' of ' || ${service(2)} || ' ' || ${pick(verbs, 4)} || ', '
         || ${pick(words, 5)} || ' ' || ${pick(words, 6)} || ' ' || i % ${countNumbers('incidents', size)},
       (${textArray(['1 - Critical', '2 - High', '3 - Moderate', '4 - Low', '5 - Planning'])})[level], level,
       case when i > ${size} * 0.99 then 'in_progress' else ${pick(['closed', 'resolved'], 7, 3)} end,
       at, case when i <= ${size} * 0.99 then at + ${chance(8)} * interval '3 days' end,
       case when ${chance(9)} < 0.12 then 'CHG' || lpad((1 + floor(${changes - 1} * ${chance(10)}))::int::text, 8, '0') end,
       change_number, ${service(2)}, 'bench', at
     from (
       select i, ${moment(size)} as at, 5 - floor(5 * power(${chance(11)}, 1.7))::int as level from ${each(size)}
     ) levelled
     left join reviews on status = 'completed' and i % 10 = 7 and reference = 'PIR-2026-' || lpad(i::text, 8, '0')`,
    policy_decisions: `insert into policy_decisions (change_number, is_owed, is_sampled, reasons, due_on, decided_at, origin)
     select number, right(number, 1) < '7', false, '[]', (actual_end + interval '10 days')::date, actual_end, 'bench'
     from changes where actual_end is not null`,
    improvements: `insert into improvements (id, title, description, source_type, source_ref, owner, target_date, category, priority,
       status, done_at, done_by, origin, created_at, updated_at)
     select 'imp_' || lpad(i::text, 8, '0'), 'Rehearse ' || ${pick(nouns, 1)} || ' ' || i % 7000, 'On a full copy.', 'pir',
       'PIR-2026-' || lpad((1 + i * 3)::text, 8, '0'), ${person(2)}, (at + interval '60 days')::date,
       ${pick(['testing', 'monitoring', 'process', 'capacity', 'training'], 4)}, ${pick(['high', 'medium', 'low'], 5)},
       status, case when status in ('done', 'verified') then at + ${chance(6)} * interval '90 days' end,
       case when status in ('done', 'verified') and i % 2 = 0 then ${person(9)} end, 'bench', at, at
     from (
       select i, ${moment(improvements)} as at,
         case when i > ${improvements} * 0.98 then 'open' when ${chance(7)} < 0.01 then 'in_progress'
           when ${chance(8)} < 0.02 then ${pick(['verified', 'cancelled'], 8)} else 'done' end as status from ${each(improvements)}
     ) moved`,
    former_states: `insert into former_states (change_number, until, is_cancelled, is_completed, is_closed_failed, status, due_on, is_owed,
       actual_end, rolled_back_at, started_at, type, assignment_group, affected_services)
     select change_number, case was when 'not_started' then r.started_at else completed_at end, false, false, false, was, due_on, true,
       actual_end, rolled_back_at, coalesce(actual_start, planned_start, actual_end), type, assignment_group, affected_services
     from reviews r join changes on number = change_number cross join unnest(array['not_started', 'in_progress']) as was
     where status = 'completed'`,
    former_actions: `insert into former_actions (id, until, status)
     select id, done_at, 'open' from improvements where done_at is not null`,
    articles: `insert into articles (id, content, source_change, article_type, source_pir, category, polarity, tags, technologies,
       created, author, origin, created_at, updated_at)
     select 'kb_' || lpad(i::text, 8, '0'), '# ' || ${pick(works, 1)} || ' the ' || ${pick(nouns, 2)} || E'\\n\\n' || body,
       'CHG' || lpad((i * 3)::text, 8, '0'), ${pick(['lesson_learned', 'known_error', 'how_to'], 4)}, null,
       ${pick(['database', 'network', 'process', 'storage', 'identity'], 5)}, ${pick(['positive', 'negative'], 6)},
       array[${pick(nouns, 7)}, ${pick(words, 8)}], array[${service(9)}], (${moment(articles)})::date,
       ${person(10)}, 'bench', ${moment(articles)}, ${moment(articles)}
     from (
       select i, (
         select string_agg((${textArray(words)})[1 + floor(${words.length} * power(((hashint4(i * 613 + w) & 1048575) / 1048576.0::float8), 1.5))::int]
           || case when w % 40 = 0 then ' ref' || (i * 7 + w) % ${countNumbers('articles', size)} else '' end, ' ')
         from generate_series(1, 40 + floor(400 * power(${chance(11)}, 3))::int) as w) as body
       from ${each(articles)}
     ) written`,
    audit_events: `insert into audit_events (id, at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, changes, request_id)
     select 'aud_' || lpad(i::text, 8, '0'), ${moment(share(0.5))}, 'account', 'acc_' || lpad((1 + i % 5000)::text, 8, '0'),
       'Person ' || 1 + i % 5000, 'update', 'change', 'CHG' || lpad((1 + floor(${changes - 1} * ${chance(10)}))::int::text, 8, '0'),
       json_build_object('state', json_build_object('from', 'scheduled', 'to', 'implement')), 'bench'
     from ${each(share(0.5))}`,
    notifications: `insert into notifications (id, recipient, kind, title, body, path, created_at)
     select 'ntf_' || lpad(i::text, 8, '0'), ${person(1)}, 'review_assigned', 'Review of a change', 'Please review it.',
       '/changes/CHG' || lpad((1 + i * 2)::text, 8, '0'), ${moment(share(0.1))}
     from ${each(share(0.1))}`,
  }
}

/** Fills a migrated, empty database with the same rows for the same size. */
async function fillScale(pool: Pool, size: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query("set maintenance_work_mem = '512MB'; set synchronous_commit = off")
    for (const [table, statement] of Object.entries(fills(size))) {
      report(`filling ${table}`)
      // Creating the indexes of a new table afterwards is faster.
      const { rows: indexes } = await client.query<{ name: string; definition: string }>(
        `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
         from pg_index where indrelid = $1::regclass and not indisprimary`,
        [table],
      )
      for (const { name } of indexes) await client.query(`drop index ${name}`)
      await client.query(statement)
      for (const { definition } of indexes) await client.query(definition)
    }
    report('states, vacuum analyze')
    await client.query('select refresh_change_states(2147483647)')
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}
