import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type HostileServiceNow, startServiceNow } from '#e2e/lab/servicenow/hostile-servicenow.ts'
import type { TableRow } from '#e2e/lab/servicenow/tables.ts'
import { drawTraps, noTraps, type Traps } from '#e2e/lab/servicenow/traps.ts'
import { outcomeCriteria } from '#lib/review/questions/outcome-criteria.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createDatabase, type Database } from '#server/platform/db/client.ts'
import { provideTestDatabase, readRows, waitForUses } from '#server/platform/db/testing.ts'
import { readEnv } from '#server/platform/env.ts'
import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { changes } from '#server/schema/changes.ts'
import { connectionRecords, connectionWrites } from '#server/schema/connections.ts'
import { prepareStage, type RemoteText, type Stage } from './testing-stage.ts'
import { countWrites, delayMs, openWriter, resolveConflicts } from './testing-writer.ts'

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
async function checkWritten(
  db: Database,
  instance: HostileServiceNow,
  { connectionId, remoteTexts }: Stage,
  resolved: ReadonlySet<string> = new Set(),
): Promise<{ readonly counts: Counts; readonly faults: readonly string[] }> {
  const writes = await readRows(db, connectionWrites, { connectionId })
  const counts: Counts = { waiting: 0, done: 0, conflict: 0, failed: 0, dropped: 0 }
  const last = new Map<string, Write>()
  for (const write of writes) {
    counts[write.status] += 1
    last.set(`${write.payload.kind} ${write.key}`, write)
  }
  const localChanges = new Map((await db.select().from(changes)).map((change) => [change.number, change]))
  const importedRecords = await readRows(db, connectionRecords, { connectionId })
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

const database = provideTestDatabase()
beforeAll(async () => {
  setTestRuntime(database)
  setRuntime({ ...getRuntime(), env: readEnv({ NODE_ENV: 'test', HINDSIGHT_PLAIN_HOSTS: '127.0.0.1' }) })
})

/** Completed reviews after which the instance behaves differently. */
const completionsPerSetting = 25
const perMinute = 2000

/** Draws the traps of a setting, without waits of minutes and with all rows readable. */
function drawSetting(index: number): Traps {
  const traps = drawTraps(`write back ${index}`)
  const storm = { ...traps.storm, every: traps.storm.every * 10 }
  return { ...traps, hiddenShare: 0, clockSkewMs: 0, maxPageBytes: Number.POSITIVE_INFINITY, storm }
}

/**
 * A process that performs the due writes and, when it is killed, loses its request and all its database connections.
 * `doomed` resolves after `uses` uses of the database.
 */
function startWriter(connectionId: string, number: number, uses: number) {
  const url = new URL(database.url)
  url.searchParams.set('application_name', `writer ${number}`)
  const { db, pool } = createDatabase(url.href, { poolSize: 2 })
  const killed = new AbortController()
  const now = new Date(Date.now() + number * delayMs)
  const run = async () => (await openWriter(db, connectionId)).run({ now, signal: killed.signal })
  const work = run().catch((error) => {
    if (!(killed.signal.aborted || error instanceof OutgoingError)) throw error
  })
  return {
    doomed: waitForUses(pool, uses),
    work,
    async kill() {
      killed.abort()
      const isOwn = sql`application_name = ${`writer ${number}`}`
      await database.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where ${isOwn}`)
      await Promise.all([work, pool.end()])
    },
  }
}

test(
  'whatever the instance does and wherever a writer is killed, nothing is doubled, lost or overwritten silently',
  async () => {
    const lives = fc.sample(fc.integer({ min: 10, max: 200 }), { numRuns: 1_000, seed: 3 })
    const completions = runs(4)
    const instance = await startServiceNow(drawSetting(0), 'small')
    onTestFinished(instance.stop)
    const { db } = database
    const stage = await prepareStage(db, instance, { seed: 'small', perMinute })
    const isWaiting = async (most = 0) => (await countWrites(db, stage.connectionId, 'waiting')) > most
    let isCompleting = true
    let kills = 0
    const writeAll = async () => {
      for (; isCompleting || (await isWaiting()); kills += 1) {
        const writer = startWriter(stage.connectionId, kills, lives[kills % lives.length] ?? 1)
        await Promise.race([writer.work, writer.doomed])
        await writer.kill()
      }
    }
    const completeAll = async () => {
      for (let index = 0; index < completions; index += 1) {
        if (index % completionsPerSetting === 0) instance.traps = drawSetting(index)
        await stage.complete(index)
        // The writer follows closely, so that others write before, between and after its requests.
        await vi.waitFor(async () => expect(await isWaiting(200)).toBe(false), { timeout: runs(120_000) })
      }
      isCompleting = false
    }
    await Promise.all([writeAll(), completeAll()])
    const first = await checkWritten(db, instance, stage)
    expect(first.faults).toEqual([])
    expect(first.counts.done).toBeGreaterThan(completions)

    instance.traps = noTraps
    const resolvedChanges = await resolveConflicts(db, stage.connectionId)
    await writeAll()
    const last = await checkWritten(db, instance, stage, resolvedChanges)
    expect(last).toMatchObject({ faults: [], counts: { waiting: 0, conflict: 0 } })
    expect(kills).toBeGreaterThan(completions / 10)
    expect(instance.requests.mostWithin(60_000)).toBeLessThanOrEqual(perMinute)
  },
  runs(120_000),
)
