import type { ServiceNowOptions } from '#lib/contracts/connection-options.ts'
import type { CheckStep } from '#lib/contracts/connection-values.ts'
import { runStep } from './check-step.ts'
import { findNewestRow } from './query-time-offset.ts'
import type { TableApi } from './table-api.ts'
import { closingFields } from './writes/close-change.ts'

type Writes = ServiceNowOptions['writes']

/** Returns the fields that the options write, by table. */
function writtenFields(writes: Writes): ReadonlyMap<string, readonly string[]> {
  const { status, date, comments } = writes.review_fields
  const change = [
    ...(writes.review ? [status, date, comments] : []),
    ...(writes.correlation_id ? ['correlation_id'] : []),
    ...(writes.close ? closingFields : []),
    ...(writes.work_note ? ['work_notes'] : []),
  ]
  const columnsByTable: [string, string[]][] = [
    ['change_request', change],
    ['incident', writes.caused_by ? ['caused_by'] : []],
  ]
  return new Map(columnsByTable.filter(([, fields]) => fields.length > 0))
}

/** Checks that everything enabled in the options can be written. */
export async function checkWrites(api: TableApi, { writes }: ServiceNowOptions): Promise<CheckStep[]> {
  const steps: CheckStep[] = []
  for (const [table, fields] of writtenFields(writes)) steps.push(await checkWrite(api, table, fields))
  if (writes.close) steps.push(await checkNextStates(api))
  const added = [...(writes.improvements ? [writes.improvements] : []), ...(writes.lessons ? ['kb_knowledge'] : [])]
  for (const table of added) steps.push(await checkAdded(api, table, writes))
  return steps
}

/** Sends an empty write to a record: it needs the right to write, and changes nothing. */
async function checkWrite(api: TableApi, table: string, fields: readonly string[]): Promise<CheckStep> {
  const advice = `Give the account a role that writes to ${table}, such as itil or sn_change_write.`
  return runStep(`Write to ${table}`, advice, async () => {
    const row = await findNewestRow(api, table)
    if (!row) return { status: 'skipped', message: `There is no record of ${table} to try it with.`, advice: null }
    await api.update(table, row.id, {})
    const [first] = (await api.list(table, { query: `sys_id=${row.id}`, fields, limit: 1 })).rows
    const missing = fields.filter((field) => first && !(field in first))
    if (missing.length === 0) return { status: 'ok', message: `${fields.join(', ')} can be written.`, advice: null }
    const message = `${missing.join(', ')} does not exist in ${table}, or is hidden from the account.`
    return { status: 'failed', message, advice: 'Name other fields, or give the account the right to them.' }
  })
}

async function checkNextStates(api: TableApi): Promise<CheckStep> {
  const advice = 'Give the account the role sn_change_read; the Change Management API is needed to close changes.'
  return runStep('Next states', advice, async () => {
    const row = await findNewestRow(api, 'change_request')
    if (!row) return { status: 'skipped', message: 'There is no change to ask for.', advice: null }
    const states = await api.nextStates(row.id)
    return {
      status: 'ok',
      message: `The instance names the next states of a change (${states.join(', ')}).`,
      advice: null,
    }
  })
}

/** Checks a table to which records are added. The right to add cannot be checked without adding one. */
async function checkAdded(api: TableApi, table: string, { knowledge_base: base }: Writes): Promise<CheckStep> {
  const advice = `Give the account a role that reads and writes ${table}.`
  return runStep(`Add to ${table}`, advice, async () => {
    await api.list(table, { query: '', fields: ['sys_id'], limit: 1 })
    if (table === 'kb_knowledge' && base === null) {
      const message = 'No knowledge base is named for the drafts.'
      return { status: 'failed', message, advice: 'Enter the sys_id of the knowledge base.' }
    }
    return { status: 'skipped', message: `${table} is readable; adding is tried with the first record.`, advice: null }
  })
}
