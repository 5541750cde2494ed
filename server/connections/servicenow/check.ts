import type { ServiceNowOptions } from '#lib/contracts/connection-options.ts'
import type { CheckStep, ServiceNowTable } from '#lib/contracts/connection-values.ts'
import type { ConnectorContext, OpenConnection } from '#server/connections/connector.ts'
import { allTargets } from '#server/import/targets/all-targets.ts'
import { runStep } from './check-step.ts'
import { findNewestRow, measureQueryTimeOffset, type TimedRow } from './query-time-offset.ts'
import { attachApprovers } from './read-approvers.ts'
import { readPages } from './read-pages.ts'
import { ServiceNowError } from './servicenow-error.ts'
import { createTableApi, type Page, type RemoteRow, type TableApi } from './table-api.ts'
import { groupByMissing, planTable, type TablePlan } from './table-plan.ts'
import { readingOrder } from './tables.ts'
import { closingFields } from './writes/close-change.ts'

/** Checks a connection step by step. The only writes are empty ones, which change nothing. */
export async function checkServiceNow(ctx: ConnectorContext, connection: OpenConnection): Promise<CheckStep[]> {
  const options = connection.options as ServiceNowOptions
  const api = createTableApi(ctx, connection)
  const chosen = readingOrder.filter((table) => options.tables[table] !== undefined)
  const table = chosen.at(-1) ?? 'sys_user'
  const [signInStep, page] = await checkSignIn(api, connection, table)
  if (!page) return [signInStep]
  const steps = [signInStep, checkClock(page), checkLimits(page, options), await checkUnknownField(api, table)]
  for (const each of chosen) steps.push(...(await checkTable(api, await planTable(ctx.db, connection, each))))
  if (chosen.length === 0) {
    const advice = 'Choose the tables to read, such as change_request.'
    steps.push({ name: 'Tables', status: 'warning', message: 'No table is chosen.', advice })
  }
  return [...steps, await checkZone(api, chosen), ...(await checkWrites(api, options))]
}

async function checkSignIn(
  api: TableApi,
  { url }: OpenConnection,
  table: ServiceNowTable,
): Promise<[CheckStep, Page | undefined]> {
  const name = 'URL and sign-in'
  const { host } = new URL(url ?? '')
  const started = performance.now()
  let page: Page | undefined
  const advice = 'Check the URL, the user or client, and the secret.'
  const step = await runStep(name, advice, async () => {
    try {
      page = await api.list(table, { query: '', fields: ['sys_id'], limit: 1 })
    } catch (error) {
      // A missing right shows that the sign-in worked; the table itself is checked later.
      if (!(error instanceof ServiceNowError && error.reason === 'rights')) throw error
      page = { rows: [], total: undefined, hasMore: false, at: new Date(), requestsPerHour: undefined }
    }
    const message = `${host} answers in ${Math.round(performance.now() - started)} ms.`
    return { status: 'ok', message, advice: null }
  })
  return [step, page]
}

function checkClock({ at }: Page): CheckStep {
  const seconds = Math.round((at.getTime() - Date.now()) / 1000)
  const name = 'Clock'
  if (Math.abs(seconds) <= 30) return { name, status: 'ok', message: 'Both clocks agree.', advice: null }
  const message = `The clock of ServiceNow is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} this one.`
  return {
    name,
    status: 'warning',
    message,
    advice: 'Records are read by the clock of ServiceNow; synchronise both clocks.',
  }
}

function checkLimits({ requestsPerHour }: Page, { requests_per_minute: perMinute }: ServiceNowOptions): CheckStep {
  const name = 'Limits'
  const stated = `Hindsight sends at most ${perMinute} requests a minute`
  if (requestsPerHour === undefined)
    return { name, status: 'ok', message: `${stated}; the instance states no limit.`, advice: null }
  const message = `${stated}; a rule of ServiceNow allows ${requestsPerHour.toLocaleString('en')} an hour.`
  if (perMinute * 60 <= requestsPerHour) return { name, status: 'ok', message, advice: null }
  const fitting = Math.max(1, Math.floor(requestsPerHour / 60))
  return { name, status: 'warning', message, advice: `Lower the requests a minute to ${fitting}.` }
}

async function checkUnknownField(api: TableApi, table: ServiceNowTable): Promise<CheckStep> {
  const name = 'Unknown fields in queries'
  return runStep(name, 'See the step of the table.', async () => {
    const query = 'u_hindsight_no_such_field=1'
    const { total, rows } = await api.list(table, { query, fields: ['sys_id'], limit: 1 })
    if ((total ?? rows.length) === 0)
      return { status: 'ok', message: 'A query with an unknown field returns nothing.', advice: null }
    const message = 'A query with an unknown field returns everything: a mistyped filter would fall away.'
    const advice =
      'Hindsight tests each record against the filter and stops if one does not fit. An admin there may set glide.invalid_query.returns_no_rows to true.'
    return { status: 'warning', message, advice }
  })
}

async function checkZone(api: TableApi, tables: readonly ServiceNowTable[]): Promise<CheckStep> {
  const name = 'Time zone'
  const advice = 'Give the account of the connection the time zone GMT.'
  return runStep(name, advice, async () => {
    const row = await findAnyRow(api, tables)
    if (!row) return { status: 'skipped', message: 'There is no record to compare times with.', advice: null }
    const offset = await measureQueryTimeOffset(api, row.table, row)
    const query = `sys_id=${row.id}`
    const { rows } = await api.list(row.table, { query, fields: ['sys_updated_on'], limit: 1, display: 'all' })
    const cell = rows[0]?.sys_updated_on as { value?: string; display_value?: string } | undefined
    const remark = `The time ${cell?.value ?? row.time} UTC is displayed to the account as ${cell?.display_value ?? '–'}`
    if (offset === undefined || offset === 0)
      return { status: 'ok', message: `${remark}; queries are read in UTC.`, advice: null }
    const message = `${remark}; queries are read at UTC${describeOffset(offset)}. Hindsight allows for it.`
    return { status: 'warning', message, advice: `${advice} A zone with daylight saving repeats an hour each year.` }
  })
}

async function findAnyRow(api: TableApi, tables: readonly ServiceNowTable[]) {
  for (const table of tables) {
    const row: TimedRow | undefined = await findNewestRow(api, table).catch((error) => {
      if (error instanceof ServiceNowError) return undefined
      throw error
    })
    if (row) return { table, ...row }
  }
  return undefined
}

function describeOffset(ms: number): string {
  const minutes = Math.abs(ms) / 60_000
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return `${ms < 0 ? '−' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

/** Checks that the rows of a table, and each of its mapped fields, can be read with its filter. */
async function checkTable(api: TableApi, plan: TablePlan): Promise<CheckStep[]> {
  const { table, filter } = plan
  let rows: readonly RemoteRow[] = []
  const advice = `Give the account a role that reads ${table}, and check the filter.`
  const readable = await runStep(`Read ${table}`, advice, async () => {
    const first = await readPages(api, { ...plan, pageSize: 50, after: [] }, { offsetMs: 0 }).next()
    if (!first.done) {
      rows = await attachApprovers(api, plan, first.value.rows)
      const total = (first.value.total ?? rows.length).toLocaleString('en')
      const which = filter === '' ? '' : ` that match ${filter}`
      return { status: 'ok', message: `There are ${total} records${which}.`, advice: null }
    }
    const message = filter === '' ? 'It is empty, or the account may read none of it.' : `Nothing matches ${filter}.`
    return { status: 'warning', message, advice }
  })
  return rows.length === 0 || plan.kind === null ? [readable] : [readable, checkFields(plan, rows)]
}

function checkFields(plan: TablePlan, rows: readonly RemoteRow[]): CheckStep {
  const name = `Fields of ${plan.table}`
  const [fullest] = groupByMissing(plan, rows).toSorted((left, right) => left.missing.length - right.missing.length)
  const { missing, missingRequired } = fullest ?? { missing: [], missingRequired: [] }
  if (missing.length === 0) {
    const message = `All ${plan.columns.length} mapped fields are readable.`
    return { name, status: 'ok', message, advice: null }
  }
  const message = `Missing or hidden from the account: ${missing.join(', ')}.`
  const advice = 'Give the account the right to read them, or map others.'
  if (missingRequired.length === 0 || plan.kind === null) {
    return { name, status: 'warning', message: `${message} What is stored in Hindsight stays.`, advice }
  }
  const needed = `Every one of the ${allTargets[plan.kind].entity} needs ${missingRequired.join(', ')}.`
  return { name, status: 'failed', message: `${message} ${needed}`, advice }
}

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
async function checkWrites(api: TableApi, { writes }: ServiceNowOptions): Promise<CheckStep[]> {
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
