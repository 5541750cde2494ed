import type { ServiceNowOptions } from '#lib/contracts/connection-options.ts'
import type { CheckStep, ServiceNowTable } from '#lib/contracts/connection-values.ts'
import type { ConnectorContext, OpenConnection } from '#server/connections/connector.ts'
import { runStep } from './check-step.ts'
import { checkTable } from './check-table.ts'
import { checkWrites } from './check-writes.ts'
import { findNewestRow, measureQueryTimeOffset, type TimedRow } from './query-time-offset.ts'
import { ServiceNowError } from './servicenow-error.ts'
import { createTableApi, type Page, type TableApi } from './table-api.ts'
import { planTable } from './table-plan.ts'
import { readingOrder } from './tables.ts'

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
