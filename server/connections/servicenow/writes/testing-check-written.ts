import { eq } from 'drizzle-orm'
import type { HostileServiceNow } from '#e2e/lab/servicenow/hostile-servicenow.ts'
import type { TableRow } from '#e2e/lab/servicenow/tables.ts'
import { outcomeCriteria } from '#lib/review/questions/outcome-criteria.ts'
import type { Database } from '#server/platform/db/client.ts'
import { changes } from '#server/schema/changes.ts'
import { connectionRecords, connectionWrites } from '#server/schema/connections.ts'
import type { RemoteText, Stage } from './testing-stage.ts'

type Write = typeof connectionWrites.$inferSelect
type Counts = Record<Write['status'], number>

const closeCodes = {
  successful: 'successful',
  successful_with_issues: 'successful_issues',
  partially_successful: 'successful_issues',
  failed: 'unsuccessful',
}

/**
 * Compares every write with the instance: a done write is there once and equal, and no text of another person was
 * overwritten without a conflict. `resolved` names the changes whose conflicts a person has decided.
 */
export async function checkWritten(
  db: Database,
  instance: HostileServiceNow,
  { connectionId, remoteTexts }: Stage,
  resolved: ReadonlySet<string> = new Set(),
): Promise<{ readonly counts: Counts; readonly faults: readonly string[] }> {
  const writes = await db
    .select()
    .from(connectionWrites)
    .where(eq(connectionWrites.connectionId, connectionId))
    .orderBy(connectionWrites.id)
  const counts: Counts = { waiting: 0, done: 0, conflict: 0, failed: 0, dropped: 0 }
  const last = new Map<string, Write>()
  for (const write of writes) {
    counts[write.status] += 1
    last.set(`${write.payload.kind} ${write.key}`, write)
  }
  const localChanges = new Map((await db.select().from(changes)).map((change) => [change.number, change]))
  const importedRecords = await db
    .select()
    .from(connectionRecords)
    .where(eq(connectionRecords.connectionId, connectionId))
  const idsByKey = new Map(importedRecords.map(({ key, remoteId }) => [key, remoteId]))
  const read = (table: string, key: string) => instance.readRow(table, idsByKey.get(key) ?? '') ?? {}
  const isRemote = (text: string | undefined) => remoteTexts.some((one) => one.text === text)

  const faults: string[] = []
  for (const { status, payload, key, reason } of last.values()) {
    const name = `${payload.kind} ${key}`
    if ((status === 'failed' || status === 'conflict') && !reason) faults.push(`${name} is ${status} without a reason`)
    if (status !== 'done') continue
    const change = localChanges.get(String(payload.change))
    if (!change) throw new Error(`There is no change ${String(payload.change)}.`)
    const remote = read(getTable(payload.kind), key)
    const wanted = getWantedText(payload.kind, key, change, idsByKey)
    for (const [field, value] of Object.entries(wanted)) {
      const text = remote[field]
      const isEqual = field === 'review_comments' || field === 'close_notes' ? text?.startsWith(value) : text === value
      if (!isEqual && !isRemote(text)) faults.push(`${name} is done, but ${field} is ${JSON.stringify(text)}`)
    }
  }
  return {
    counts,
    faults: [...faults, ...findDoubles(instance), ...findOverwritten(instance, writes, remoteTexts, resolved)],
  }
}

const getTable = (kind: string) =>
  ({ caused_by: 'incident', improvement: 'change_task', lesson: 'kb_knowledge' })[kind] ?? 'change_request'

function getWantedText(
  kind: string,
  key: string,
  { number, pirOutcome, pirReference, pirDate }: typeof changes.$inferSelect,
  idsByKey: ReadonlyMap<string, string>,
): TableRow {
  if (pirOutcome === null) throw new Error(`${number} has no outcome.`)
  const { label } = outcomeCriteria[pirOutcome]
  const comments = `Outcome: ${label}. `
  switch (kind) {
    case 'review':
      return { review_status: label, review_comments: comments, ...(pirDate && { review_date: pirDate }) }
    case 'correlation_id':
      return { correlation_id: pirReference ?? '' }
    case 'close':
      return { state: '3', close_code: closeCodes[pirOutcome], close_notes: comments }
    case 'caused_by':
      return { caused_by: idsByKey.get(number) ?? '' }
    case 'improvement':
      return { correlation_id: key, change_request: idsByKey.get(number) ?? '' }
    case 'lesson':
      return { short_description: `Rehearse ${number}`, workflow_state: 'draft' }
    default:
      return {}
  }
}

function findDoubles({ tables }: HostileServiceNow): string[] {
  const listRows = (name: string) => [...(tables[name]?.rows.values() ?? [])]
  const notes = listRows('sys_journal_field').map(({ element_id: id, value }) => `note ${id} ${value}`)
  const tasks = listRows('change_task').map(({ short_description: title }) => `task ${title}`)
  const drafts = listRows('kb_knowledge').map(({ short_description: title }) => `draft ${title}`)
  const all = Object.entries(Object.groupBy([...notes, ...tasks, ...drafts], (name) => name))
  return all.flatMap(([name, same]) => ((same?.length ?? 0) > 1 ? [`${name} is there ${same?.length} times`] : []))
}

/** Lists texts of other people that are neither in the instance nor in a conflict. */
function findOverwritten(
  instance: HostileServiceNow,
  writes: readonly Write[],
  remoteTexts: readonly RemoteText[],
  resolved: ReadonlySet<string>,
): string[] {
  const listed = new Set(
    writes.filter(({ result }) => (result?.fields as [] | undefined)?.length).map(({ key }) => key),
  )
  const newest = new Map(remoteTexts.map((one) => [one.sysId, one]))
  return [...newest.values()].flatMap(({ change, sysId, text }) => {
    const isPresent = Object.values(instance.readRow('change_request', sysId) ?? {}).includes(text)
    return isPresent || listed.has(change) || resolved.has(change)
      ? []
      : [`${text} was overwritten silently on ${change}`]
  })
}
