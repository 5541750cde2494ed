import { readPage } from './read-pages.ts'
import { getSysId, type RemoteRow, ServiceNowError, type TableApi } from './table-api.ts'
import { isApprovalColumn, splitIntoChunks, type TablePlan, toApprovalField } from './table-plan.ts'

const table = 'sysapproval_approver'
const maxApprovals = 1000

/**
 * Adds the last approver to each row, if the mapping reads it. Approvals are separate records, which take a request per
 * hundred rows. If the account may not read them, the columns are missing from the rows.
 */
export async function attachApprovers(
  api: TableApi,
  { columns }: Pick<TablePlan, 'columns'>,
  rows: readonly RemoteRow[],
): Promise<readonly RemoteRow[]> {
  const approvalColumns = columns.filter(isApprovalColumn)
  if (approvalColumns.length === 0) return rows
  const mayBeApproved = ({ approval = 'approved' }: RemoteRow) => approval === 'approved'
  const approvals = new Map<string, RemoteRow | null>()
  try {
    for (const ids of splitIntoChunks(rows.filter(mayBeApproved).map(getSysId)))
      for (const [id, approval] of await readLast(api, approvalColumns.map(toApprovalField), ids))
        approvals.set(id, approval)
  } catch (error) {
    if (error instanceof ServiceNowError && ['rights', 'missing'].includes(error.reason)) return rows
    throw error
  }
  return rows.map((row) => {
    const approval = mayBeApproved(row) ? approvals.get(getSysId(row)) : null
    if (approval === undefined) return row
    return {
      ...row,
      ...Object.fromEntries(approvalColumns.map((column) => [column, approval?.[toApprovalField(column)] ?? ''])),
    }
  })
}

/** Reads the last approval of each record or null, leaving out records whose approvals may be hidden. */
async function readLast(
  api: TableApi,
  fields: readonly string[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, RemoteRow | null>> {
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
  const approvals = new Map<string, RemoteRow | null>(isHidden ? [] : ids.map((id) => [id, null]))
  for (const row of page.rows.toReversed()) approvals.set(String(row.sysapproval), row)
  return approvals
}
