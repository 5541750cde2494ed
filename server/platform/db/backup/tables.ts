import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { liftTimeLimits } from '#server/platform/db/time-limits.ts'
import type { Sequence } from './read-backup.ts'

/** A table of `public`: the key that orders it, and its columns without computed ones and transaction numbers. */
export type BackupTable = { readonly name: string; readonly columns: readonly string[]; readonly key: string }

/** Settings that give the same bytes for the same rows on every server, and no idle timeout. */
const sessionSettings = [
  `set local idle_in_transaction_session_timeout = 0`,
  `set local datestyle = 'ISO, MDY'`,
  `set local intervalstyle = 'postgres'`,
  `set local timezone = 'UTC'`,
  `set local extra_float_digits = 1`,
  `set local bytea_output = 'hex'`,
]

const tablesQuery = `
  select c.relname as name,
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype
      order by a.attnum) as columns,
    coalesce((select string_agg(quote_ident(a.attname) || case when a.attcollation = 0 then '' else ' collate "C"' end, ', '
        order by array_position(i.indkey::smallint[], a.attnum))
      from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey::smallint[])
      where i.indrelid = c.oid and i.indisprimary), '') as key
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('record_counts', 'change_states', 'written_changes', 'service_processes', 'long_transactions', 'ledger_pending', 'installation')
  order by c.relname collate "C"`

const sequencesQuery = `select sequencename as name from pg_sequences where schemaname = 'public' order by 1`

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

export async function prepareSession(client: PoolClient): Promise<void> {
  await liftTimeLimits(client)
  for (const setting of sessionSettings) await client.query(setting)
}

export async function listTables(client: PoolClient): Promise<BackupTable[]> {
  return (await client.query<BackupTable>(tablesQuery)).rows
}

export async function listSequences(client: PoolClient): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(sequencesQuery)
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const state = await client.query(`select last_value::text as value, is_called from public.${quote(name)}`)
    sequences.push({ kind: 'sequence', name, value: state.rows[0].value, isCalled: state.rows[0].is_called })
  }
  return sequences
}

/** The columns of a table for a COPY statement. */
export const joinColumns = (columns: readonly string[]) => columns.map(quote).join(', ')

/** The rows of a table in the order of its key, in PostgreSQL's COPY text format, in pieces. */
export function readRows(client: PoolClient, { name, columns, key }: BackupTable): AsyncIterable<Buffer> {
  const order = key === '' ? '' : ` order by ${key}`
  return client.query(copyTo(`copy (select ${joinColumns(columns)} from public.${quote(name)}${order}) to stdout`))
}

/** Counts rows of COPY text, where a newline inside a value is written as `\n`, and digests them as they pass. */
export function countAndDigest() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(data: Buffer) {
      hash.update(data)
      for (let at = data.indexOf('\n'); at !== -1; at = data.indexOf('\n', at + 1)) rows++
    },
    rows: () => rows,
    result: () => ({ rows, sha256: hash.digest('hex') }),
  }
}
