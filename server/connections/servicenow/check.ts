import type { ServiceNowOptions } from '#lib/contracts/connection-options.ts'
import type { CheckStep, ServiceNowTable } from '#lib/contracts/connection-values.ts'
import { type ConnectorContext, type OpenConnection, runStep, type StepResult } from '#server/connections/connector.ts'
import { allTargets } from '#server/import/targets/all-targets.ts'
import { attachApprovers } from './read-approvers.ts'
import { findNewestRow, measureQueryTimeOffset, readPages, type TimedRow } from './read-pages.ts'
import { createTableApi, type Page, type RemoteRow, ServiceNowError, type TableApi } from './table-api.ts'
import { groupByMissing, planTable, type TablePlan } from './table-plan.ts'
import { readingOrder } from './tables.ts'
import { closingFields } from './writes/write-fields.ts'

const check = (name: string, advice: string, run: () => StepResult | Promise<StepResult>): Promise<CheckStep> =>
  runStep(name, advice, run, (error) => error instanceof ServiceNowError)

/** Checks a connection step by step. The only writes are empty ones, which change nothing. */
export async function checkServiceNow(ctx: ConnectorContext, connection: OpenConnection): Promise<CheckStep[]> {
  const options = connection.options as ServiceNowOptions
  const api = createTableApi(ctx, connection)
  const chosen = readingOrder.filter((table) => options.tables[table] !== undefined)
  const table = chosen.at(-1) ?? 'sys_user'
  const { step, page } = await checkSignIn(api, connection, table)
  if (!page) return [step]
  const steps = [
    step,
    await check('Clock', '', () => checkClock(page)),
    await check('Limits', '', () => checkLimits(page, options)),
    await check('Unknown fields in queries', 'See the step of the table.', () => checkUnknownField(api, table)),
  ]
  for (const each of chosen) steps.push(...(await checkTable(api, await planTable(ctx.db, connection, each))))
  if (chosen.length === 0) {
    const advice = 'Choose the tables to read, such as change_request.'
    steps.push({ name: 'Tables', status: 'warning', message: 'No table is chosen.', advice })
  }
  return [
    ...steps,
    await check('Time zone', zoneAdvice, () => checkZone(api, chosen)),
    ...(await checkWrites(api, options)),
  ]
}

async function checkSignIn(api: TableApi, { url }: OpenConnection, table: ServiceNowTable) {
  const { host } = new URL(url ?? '')
  const started = performance.now()
  const pages: Page[] = []
  const advice = 'Check the URL, the user or client, and the secret.'
  const step = await check('URL and sign-in', advice, async () => {
    try {
      pages.push(await api.list(table, { query: '', fields: ['sys_id'], limit: 1 }))
    } catch (error) {
      // A missing right shows that the sign-in worked; the table itself is checked later.
      if (!(error instanceof ServiceNowError && error.reason === 'rights')) throw error
      pages.push({ rows: [], total: undefined, hasMore: false, at: new Date(), requestsPerHour: undefined })
    }
    return `${host} answers in ${Math.round(performance.now() - started)} ms.`
  })
  return { step, page: pages[0] }
}

function checkClock({ at }: Page): StepResult {
  const seconds = Math.round((at.getTime() - Date.now()) / 1000)
  if (Math.abs(seconds) <= 30) return 'Both clocks agree.'
  const message = `The clock of ServiceNow is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} this one.`
  const advice = 'Records are read by the clock of ServiceNow; synchronise both clocks.'
  return { status: 'warning', message, advice }
}

function checkLimits({ requestsPerHour }: Page, { requests_per_minute: perMinute }: ServiceNowOptions): StepResult {
  const stated = `Hindsight sends at most ${perMinute} requests a minute`
  if (requestsPerHour === undefined) return `${stated}; the instance states no limit.`
  const message = `${stated}; a rule of ServiceNow allows ${requestsPerHour.toLocaleString('en')} an hour.`
  if (perMinute * 60 <= requestsPerHour) return message
  const fitting = Math.max(1, Math.floor(requestsPerHour / 60))
  return { status: 'warning', message, advice: `Lower the requests a minute to ${fitting}.` }
}

async function checkUnknownField(api: TableApi, table: ServiceNowTable): Promise<StepResult> {
  const query = 'u_hindsight_no_such_field=1'
  const { total, rows } = await api.list(table, { query, fields: ['sys_id'], limit: 1 })
  if ((total ?? rows.length) === 0) return 'A query with an unknown field returns nothing.'
  const message = 'A query with an unknown field returns everything: a mistyped filter would fall away.'
  const advice =
    'Hindsight tests each record against the filter and stops if one does not fit. An admin there may set glide.invalid_query.returns_no_rows to true.'
  return { status: 'warning', message, advice }
}

const zoneAdvice = 'Give the account of the connection the time zone GMT.'

async function checkZone(api: TableApi, tables: readonly ServiceNowTable[]): Promise<StepResult> {
  const row = await findAnyRow(api, tables)
  if (!row) return { status: 'skipped', message: 'There is no record to compare times with.' }
  const offset = await measureQueryTimeOffset(api, row.table, row)
  const query = `sys_id=${row.id}`
  const { rows } = await api.list(row.table, { query, fields: ['sys_updated_on'], limit: 1, display: 'all' })
  const cell = rows[0]?.sys_updated_on as { value?: string; display_value?: string } | undefined
  const remark = `The time ${cell?.value ?? row.time} UTC is displayed to the account as ${cell?.display_value ?? '–'}`
  if (!offset) return `${remark}; queries are read in UTC.`
  const message = `${remark}; queries are read at UTC${describeOffset(offset)}. Hindsight allows for it.`
  return { status: 'warning', message, advice: `${zoneAdvice} A zone with daylight saving repeats an hour each year.` }
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
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `${ms < 0 ? '−' : '+'}${hours}:${rest}`
}

/** Checks that the rows of a table, and each of its mapped fields, can be read with its filter. */
async function checkTable(api: TableApi, plan: TablePlan): Promise<CheckStep[]> {
  const { table, filter, kind } = plan
  let rows: readonly RemoteRow[] = []
  const advice = `Give the account a role that reads ${table}, and check the filter.`
  const readable = await check(`Read ${table}`, advice, async () => {
    const first = await readPages(api, { ...plan, pageSize: 50, after: [] }, { offsetMs: 0 }).next()
    if (first.done) {
      const message = filter === '' ? 'It is empty, or the account may read none of it.' : `Nothing matches ${filter}.`
      return { status: 'warning', message, advice }
    }
    rows = await attachApprovers(api, plan, first.value.rows)
    const total = (first.value.total ?? rows.length).toLocaleString('en')
    return `There are ${total} records${filter === '' ? '' : ` that match ${filter}`}.`
  })
  if (rows.length === 0 || kind === null) return [readable]
  return [readable, await check(`Fields of ${table}`, '', () => checkFields(plan, allTargets[kind].entity, rows))]
}

function checkFields(plan: TablePlan, entity: string, rows: readonly RemoteRow[]): StepResult {
  const [fullest] = groupByMissing(plan, rows).toSorted((left, right) => left.missing.length - right.missing.length)
  const { missing, missingRequired } = fullest ?? { missing: [], missingRequired: [] }
  if (missing.length === 0) return `All ${plan.columns.length} mapped fields are readable.`
  const message = `Missing or hidden from the account: ${missing.join(', ')}.`
  const advice = 'Give the account the right to read them, or map others.'
  if (missingRequired.length === 0) {
    return { status: 'warning', message: `${message} What is stored in Hindsight stays.`, advice }
  }
  const needed = `Every one of the ${entity} needs ${missingRequired.join(', ')}.`
  return { status: 'failed', message: `${message} ${needed}`, advice }
}

type Writes = ServiceNowOptions['writes']

/** Lists the fields of a change that the options write. */
const listWrittenFields = ({ review, review_fields, correlation_id, close, work_note }: Writes): readonly string[] => [
  ...(review ? [review_fields.status, review_fields.date, review_fields.comments] : []),
  ...(correlation_id ? ['correlation_id'] : []),
  ...(close ? closingFields : []),
  ...(work_note ? ['work_notes'] : []),
]

/** Checks that everything enabled in the options can be written. */
async function checkWrites(api: TableApi, { writes }: ServiceNowOptions): Promise<CheckStep[]> {
  const steps: CheckStep[] = []
  const fields = listWrittenFields(writes)
  if (fields.length > 0) steps.push(await checkWrite(api, 'change_request', fields))
  if (writes.caused_by) steps.push(await checkWrite(api, 'incident', ['caused_by']))
  if (writes.close) steps.push(await checkNextStates(api))
  if (writes.improvements) steps.push(await checkAdded(api, writes.improvements, writes))
  if (writes.lessons) steps.push(await checkAdded(api, 'kb_knowledge', writes))
  return steps
}

/** Sends an empty write to a record: it needs the right to write, and changes nothing. */
function checkWrite(api: TableApi, table: string, fields: readonly string[]): Promise<CheckStep> {
  const advice = `Give the account a role that writes to ${table}, such as itil or sn_change_write.`
  return check(`Write to ${table}`, advice, async () => {
    const row = await findNewestRow(api, table)
    if (!row) return { status: 'skipped', message: `There is no record of ${table} to try it with.` }
    await api.update(table, row.id, {})
    const [first] = (await api.list(table, { query: `sys_id=${row.id}`, fields, limit: 1 })).rows
    const missing = fields.filter((field) => first && !(field in first))
    if (missing.length === 0) return `${fields.join(', ')} can be written.`
    const message = `${missing.join(', ')} does not exist in ${table}, or is hidden from the account.`
    return { status: 'failed', message, advice: 'Name other fields, or give the account the right to them.' }
  })
}

function checkNextStates(api: TableApi): Promise<CheckStep> {
  const advice = 'Give the account the role sn_change_read; the Change Management API is needed to close changes.'
  return check('Next states', advice, async () => {
    const row = await findNewestRow(api, 'change_request')
    if (!row) return { status: 'skipped', message: 'There is no change to ask for.' }
    return `The instance names the next states of a change (${(await api.nextStates(row.id)).join(', ')}).`
  })
}

/** Checks a table to which records are added. The right to add cannot be checked without adding one. */
function checkAdded(api: TableApi, table: string, { knowledge_base: base }: Writes): Promise<CheckStep> {
  return check(`Add to ${table}`, `Give the account a role that reads and writes ${table}.`, async () => {
    await api.list(table, { query: '', fields: ['sys_id'], limit: 1 })
    if (table === 'kb_knowledge' && base === null) {
      const message = 'No knowledge base is named for the drafts.'
      return { status: 'failed', message, advice: 'Enter the sys_id of the knowledge base.' }
    }
    return { status: 'skipped', message: `${table} is readable; adding is tried with the first record.` }
  })
}
