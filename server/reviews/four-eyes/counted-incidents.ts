import { inArray, sql } from 'drizzle-orm'
import { findMostUrgentLevel } from '#lib/domain/incidents/counted-incidents.ts'
import { currentNumberSql, selectEntries } from '#server/history/entries-of-record.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { LinkedIncident } from '#server/policy/policy-input.ts'
import { incidents } from '#server/schema/changes.ts'
import { auditEvents, formerLink } from '#server/schema/history.ts'

/**
 * Lists the incidents that count for the requirements of changes, by the number of the change: incidents that name it
 * or that its review confirmed, now or formerly, with the most urgent priority that they have had since.
 */
export async function listCountedIncidents(
  db: Queryable,
  changes: readonly string[],
): Promise<ReadonlyMap<string, readonly LinkedIncident[]>> {
  const pairs = changes.length === 0 ? [] : await listEverLinked(db, changes)
  const numbers = [...new Set(pairs.map(({ incident }) => incident))]
  if (numbers.length === 0) return new Map()
  const [stored, writes] = await Promise.all([
    db
      .select({
        number: incidents.number,
        related_change: incidents.relatedChange,
        caused_by_change: incidents.causedByChange,
        priority_level: incidents.priorityLevel,
        updated_at: incidents.updatedAt,
      })
      .from(incidents)
      .where(inArray(incidents.number, numbers)),
    listWrites(db, numbers),
  ])
  const current = new Map(stored.map((row) => [row.number, row]))
  const histories = Map.groupBy(writes, ({ incident }) => incident)
  return new Map(
    [...Map.groupBy(pairs, ({ change }) => change)].map(([change, linkedPairs]) => [
      change,
      linkedPairs.map(({ incident }) => {
        const row = current.get(incident)
        const history = (histories.get(incident) ?? []).map(({ changes: written }) => written)
        const priority_level = findMostUrgentLevel(change, row ?? null, history)
        return { number: incident, priority_level, updated_at: row?.updated_at ?? '' }
      }),
    ]),
  )
}

type LinkedPair = { change: string; incident: string }

/** Lists each change with each incident that is or was linked to it or confirmed, by their current numbers. */
async function listEverLinked(db: Queryable, changes: readonly string[]): Promise<LinkedPair[]> {
  const numbers = sql.param([...changes])
  const formerly = (field: 'related_change' | 'caused_by_change') => {
    const link = formerLink(sql`e.changes`, field)
    return sql`select ${sql.raw(currentNumberSql("'change'", `(e.changes #>> '{${field},from}')`, 'e'))},
        ${sql.raw(currentNumberSql("'incident'", 'e.entity_id', 'e'))}
      from ${auditEvents} e where e.entity_type = 'incident' and ${link} = any(array(select number from named))`
  }
  const { rows } = await db.execute<LinkedPair>(sql`
    with named (number) as (
      select unnest(${numbers}::text[])
      union select f.former from former_numbers f where f.entity_type = 'change' and f.number = any(${numbers}::text[])
    ), linked (change, incident) as (
      select ${incidents.relatedChange}, ${incidents.number} from ${incidents} where ${incidents.relatedChange} = any(${numbers}::text[])
      union select ${incidents.causedByChange}, ${incidents.number} from ${incidents} where ${incidents.causedByChange} = any(${numbers}::text[])
      union ${formerly('related_change')}
      union ${formerly('caused_by_change')}
    )
    select change, incident from linked where change = any(${numbers}::text[]) order by change, incident`)
  return rows
}

type IncidentWrite = { incident: string; changes: Record<string, { from: unknown; to: unknown }> }

/** Lists the writes of incidents, oldest first. Changes that they name have their current numbers. */
async function listWrites(db: Queryable, numbers: readonly string[]): Promise<IncidentWrite[]> {
  const was = (field: string) => sql.raw(currentNumberSql("'change'", `(e.changes #>> '{${field},from}')`, 'e'))
  const { rows } = await db.execute<IncidentWrite & { related: string | null; caused: string | null }>(sql`
    select record.number as incident, e.changes, ${was('related_change')} as related, ${was('caused_by_change')} as caused
    from unnest(${sql.param([...numbers])}::text[]) record (number)
    cross join lateral ${sql.raw(selectEntries("'incident'", 'record.number'))} e
    order by e.at, e.id`)
  return rows.map(({ incident, changes, related, caused }) => {
    const { related_change, caused_by_change } = changes
    const links = {
      ...(related_change && { related_change: { ...related_change, from: related } }),
      ...(caused_by_change && { caused_by_change: { ...caused_by_change, from: caused } }),
    }
    return { incident, changes: { ...changes, ...links } }
  })
}
