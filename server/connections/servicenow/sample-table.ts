import type { ServiceNowTable } from '#lib/contracts/connection-values.ts'
import { askConnection } from '#server/connections/check-connection.ts'
import { getConnectionRow, openConnection } from '#server/connections/find-connection.ts'
import { createImport } from '#server/import/jobs/commands.ts'
import { storeUpload } from '#server/import/jobs/stored-content.ts'
import { AppError } from '#server/platform/errors.ts'
import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { attachApprovers } from './read-approvers.ts'
import { createTableApi, type RemoteRow, ServiceNowError, type TableApi } from './table-api.ts'
import { planTable, type TablePlan } from './table-plan.ts'

const maxRows = 100
const timeoutMs = 60_000

/**
 * Creates a draft import of the newest rows of a table, with all fields and the current mapping, to edit the mapping on
 * the import screen. Returns the identifier of the import. Throws `not_found`, and `conflict` if there is nothing to
 * map.
 */
export async function sampleTable(ctx: Context, id: string, table: ServiceNowTable): Promise<string> {
  const row = await getConnectionRow(ctx.db, id)
  const connection = openConnection(row)
  if (connection.kind !== 'servicenow') throw new AppError('conflict', `${connection.name} has no tables to map.`)
  const plan = await planTable(ctx.db, connection, table)
  if (plan.kind === null)
    throw new AppError('conflict', `${table} becomes no records here, so there is nothing to map.`)
  try {
    const rows = await askConnection(ctx, connection, AbortSignal.timeout(timeoutMs), (connectorCtx) =>
      readSample(createTableApi(connectorCtx, connection), plan),
    )
    if (rows.length === 0) throw new AppError('conflict', `${table} has no rows that the account may read.`)
    const upload = await storeUpload(ctx, streamText(JSON.stringify({ result: rows })))
    const { id: importId } = await createImport(ctx, {
      upload,
      kind: plan.kind,
      fileName: `${table} of ${connection.name}.json`,
      options: { mapping: plan.mapping, time_zone: 'UTC' },
      status: 'draft',
      source: 'page',
      isDryRun: false,
    })
    return importId
  } catch (error) {
    if (error instanceof OutgoingError || error instanceof ServiceNowError)
      throw new AppError('conflict', error.message)
    throw error
  }
}

/** Reads the newest rows with all fields of the table, and the fields of referenced records that the mapping reads. */
async function readSample(api: TableApi, plan: TablePlan): Promise<readonly RemoteRow[]> {
  const { table, filter, fields } = plan
  const query = `${filter === '' ? '' : `${filter}^`}ORDERBYDESCsys_updated_on`
  const whole = await api.list(table, { query, fields: [], limit: maxRows })
  const dotted = ['sys_id', ...fields.filter((field) => field.includes('.'))]
  const { rows } = await api.list(table, { query, fields: dotted, limit: maxRows })
  const referenced = new Map(rows.map((each) => [each.sys_id, each]))
  const complete = whole.rows.map((each) => ({ ...each, ...referenced.get(each.sys_id) }))
  return attachApprovers(api, plan, complete)
}

async function* streamText(text: string) {
  yield Buffer.from(text)
}
