import { readPage } from './read-page.ts'
import { ServiceNowError } from './service-now-error.ts'
import { type ForeignRow, idOf, type TableApi } from './table-api.ts'
import { isApprovalColumn, nameInApproval, splitIntoChunks, type TablePlan } from './table-plan.ts'

const table = 'sysapproval_approver'
const maxApprovals = 1000

/**
 * The rows with who approved each of them last, if the mapping reads that. An approval is a record of its own, so it takes
 * a request for every hundred rows. Where the account may not read approvals, the columns are missing from the rows.
 */
export async function attachApprovers(
  api: TableApi,
  { columns }: Pick<TablePlan, 'columns'>,
  rows: readonly ForeignRow[],
): Promise<readonly ForeignRow[]> {
  const approvalColumns = columns.filter(isApprovalColumn)
  if (approvalColumns.length === 0) return rows
  const isAsked = ({ approval = 'approved' }: ForeignRow) => approval === 'approved'
  const approvals = new Map<string, ForeignRow | null>()
  try {
    for (const ids of splitIntoChunks(rows.filter(isAsked).map(idOf)))
      for (const [id, approval] of await readLast(api, approvalColumns.map(nameInApproval), ids))
        approvals.set(id, approval)
  } catch (error) {
    if (error instanceof ServiceNowError && ['rights', 'missing'].includes(error.reason)) return rows
    throw error
  }
  return rows.map((row) => {
    const approval = isAsked(row) ? approvals.get(idOf(row)) : null
    if (approval === undefined) return row
    return {
      ...row,
      ...Object.fromEntries(approvalColumns.map((column) => [column, approval?.[nameInApproval(column)] ?? ''])),
    }
  })
}

/** The last approval of each record, null for none; records whose approvals may be hidden from the account are left out. */
async function readLast(
  api: TableApi,
  fields: readonly string[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, ForeignRow | null>> {
  const query = `sysapprovalIN${ids.join(',')}^state=approved^ORDERBYDESCsys_updated_on`
  const source = { table, filter: '', fields: ['sysapproval', ...fields] }
  const { page } = await readPage(api, source, { query, offset: 0, limit: maxApprovals })
  if (page.hasMore && ids.length > 1) {
    const middle = Math.ceil(ids.length / 2)
    const halves = [ids.slice(0, middle), ids.slice(middle)]
    const read = []
    for (const half of halves) read.push(...(await readLast(api, fields, half)))
    return new Map(read)
  }
  const isHidden = !page.hasMore && page.total !== undefined && page.total > page.rows.length
  const approvals = new Map<string, ForeignRow | null>(isHidden ? [] : ids.map((id) => [id, null]))
  for (const row of page.rows.toReversed()) approvals.set(String(row.sysapproval), row)
  return approvals
}
