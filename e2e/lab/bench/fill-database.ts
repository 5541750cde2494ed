import type { Pool } from 'pg'
import { categories, priorities, rowCounts, serviceNames } from './scenarios.ts'

const textArray = (items: readonly string[]) => `array[${items.map((item) => `'${item}'`).join(', ')}]::text[]`
/** The list item of row `i`, the same in every run. */
const oneOf = (items: readonly string[], by = 'i') => `(${textArray(items)})[1 + (${by}) % ${items.length}]`
const moment = (expression: string) => `timestamptz '2025-01-01T00:00:00Z' + ${expression} * interval '1 minute'`

const givenNames = ['Ada', 'Bela', 'Chiara', 'Dario', 'Élodie', 'Femi', 'Greta', 'Hiro', 'Ines', 'Jonas', 'Kaja']
const familyNames = ['Marchetti', 'Lind', 'Okafor', 'Tanaka', 'Novak', 'Silva', 'Haugen']

const plan = `json_build_object('summary', 'Upgrade of node ' || i, 'steps', json_build_array(
  json_build_object('order', 1, 'action', 'Take the node out of the pool', 'minutes', 5),
  json_build_object('order', 2, 'action', 'Run the upgrade and read its log', 'minutes', 20 + i % 40),
  json_build_object('order', 3, 'action', 'Put the node back and watch it', 'minutes', 15)), 'owner', 'platform')`

const fills = [
  `insert into users (id, name, name_key, email, bio, location, origin, created_at)
   select 'usr_' || lpad(i::text, 7, '0'), name, lower(name), 'user' || i || '@hindsight.example',
     'Looks after ' || ${oneOf(serviceNames)} || '.', 'Turin', 'bench', ${moment('i')}
   from (select i, ${oneOf(givenNames)} || ' ' || ${oneOf(familyNames, 'i / 11')} || ' ' || i as name
     from generate_series(1, ${rowCounts.users}) as i) as named`,
  `insert into products (id, name, description, price, category, origin)
   select 'prd_' || lpad(i::text, 7, '0'), 'Product ' || i, 'A service with daily backups, size ' || i % 20,
     (i * 7919 % 100000) / 100.0, ${oneOf(categories)}, 'bench'
   from generate_series(1, ${rowCounts.products}) as i`,
  `insert into changes (number, title, state, type, risk, affected_services, implementation_plan, risk_assessment,
     backout_plan, planned_start, planned_end, actual_start, actual_end, assigned_to, origin, created_at, updated_at)
   select 'CHG' || lpad(i::text, 7, '0'), 'Upgrade node ' || i || ' of ' || ${oneOf(serviceNames)},
     ${oneOf(['review', 'closed', 'scheduled', 'implement'])}, ${oneOf(['standard', 'normal', 'emergency'])},
     ${oneOf(['low', 'moderate', 'high'])}, array[${oneOf(serviceNames)}, ${oneOf(serviceNames, 'i / 3')}],
     ${plan}, json_build_object('likelihood', 'medium', 'impact', 'high'),
     json_build_object('steps', json_build_array('Fail over to the replica', 'Restore the snapshot')),
     ${moment('(i * 30 + 60)')}, ${moment('(i * 30 + 180)')}, ${moment('(i * 30 + 65)')}, ${moment('(i * 30 + 170)')},
     'tomas.lind@hindsight.example', 'bench', ${moment('(i * 30)')}, ${moment('(i * 30)')}
   from generate_series(1, ${rowCounts.changes}) as i`,
  // Decided, as in a running installation: the job that decides would compete with the measurement for the processors.
  `insert into policy_decisions (change_number, is_owed, is_sampled, reasons, decided_at, origin)
   select number, false, false, '[]', timestamptz '2027-01-01T00:00:00Z', 'bench' from changes where state = 'review'`,
  `insert into incidents (number, short_description, priority, state, opened_at, resolved_at, related_change,
     affected_service, origin, updated_at)
   select 'INC' || lpad(i::text, 7, '0'), 'Requests to ' || ${oneOf(serviceNames)} || ' time out, case ' || i,
     ${oneOf(priorities, 'i / 8')}, ${oneOf(['closed', 'resolved', 'in_progress'])}, ${moment('(i * 15)')},
     case when i % 3 < 2 then ${moment('(i * 15 + 90)')} end,
     case when i % 4 = 0 then 'CHG' || lpad((1 + i % ${rowCounts.changes})::text, 7, '0') end,
     ${oneOf(serviceNames)}, 'bench', ${moment('(i * 15)')}
   from generate_series(1, ${rowCounts.incidents}) as i`,
  `insert into improvements (id, title, description, source_type, source_ref, owner, target_date, category, priority,
     status, origin, created_at, updated_at)
   select 'imp_' || lpad(i::text, 7, '0'), 'Rehearse upgrade ' || i, 'On a full copy.', 'pir',
     'PIR-2026-' || lpad((i / 3)::text, 4, '0'), 'ines.marchetti@hindsight.example', date '2026-01-01' + i % 300,
     'testing', 'high', 'open', 'bench', ${moment('i')}, ${moment('i')}
   from generate_series(1, ${rowCounts.improvements}) as i`,
]

/** Fills a migrated, empty database with the same rows in every run, and analyzes it. */
export async function fillDatabase(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    for (const fill of fills) await client.query(fill)
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}
