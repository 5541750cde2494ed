import { inArray, isNotNull } from 'drizzle-orm'
import {
  AccountOfRow,
  type AccountRow,
  type CheckedAccountRow,
  type checkAccountRows as contract,
} from '#lib/contracts/app/account-rows.ts'
import type { BodyOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { normalizeEmail } from '#server/platform/auth/account-queries.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getMailSettings } from '#server/platform/settings/current-settings.ts'
import { accounts } from '#server/schema/access.ts'
import { readAccountRows } from './read-csv.ts'

/** What each row would do. Throws `invalid_parameter` for a file that cannot be read. */
export async function checkAccountRows(
  { db }: Context,
  { csv, rows = [], columns }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const file =
    csv === undefined ? { rows, columns: [], fields: [], ignoredColumns: [] } : await readAccountRows(csv, columns)
  const checked = await checkRows(db, file.rows)
  return {
    rows: checked.map(({ row, outcome, faults }) => ({ row, outcome, faults })),
    columns: file.columns,
    fields: file.fields,
    ignored_columns: file.ignoredColumns,
    is_mail_sent: getMailSettings() !== undefined,
  }
}

type Fault = CheckedAccountRow['faults'][number]
type Checked = CheckedAccountRow & { readonly account: AccountOfRow | null }

/** The rows with their faults; the account is null unless it would be added. */
export async function checkRows(db: Queryable, rows: readonly AccountRow[]): Promise<Checked[]> {
  const addresses = rows.map(({ email }) => normalizeEmail(email))
  const [existing, named] = await Promise.all([
    db.select({ email: accounts.email }).from(accounts).where(inArray(accounts.email, addresses)),
    db.select({ userName: accounts.userName }).from(accounts).where(isNotNull(accounts.userName)),
  ])
  const taken = new Set(existing.map(({ email }) => email))
  const userNames = new Set(named.map(({ userName }) => folded(userName)))
  const seen = new Set<string>()
  return rows.map((row, at): Checked => {
    const email = addresses[at] ?? ''
    const parsed = AccountOfRow.safeParse({
      ...row,
      role: row.role.trim(),
      email,
      user_name: row.user_name.trim() || null,
      department: row.department.trim() || null,
    })
    const faults = parsed.success ? [] : faultsOf(parsed.error.issues)
    if (email !== '' && seen.has(email)) faults.push({ field: 'email', issue: 'is in the file twice' })
    seen.add(email)
    if (faults.length === 0 && taken.has(email)) return { row, outcome: 'exists', faults, account: null }
    const userName = folded(row.user_name)
    if (userName !== '' && userNames.has(userName)) {
      faults.push({ field: 'user_name', issue: 'belongs to another account' })
    }
    userNames.add(userName)
    if (faults.length > 0 || !parsed.success) return { row, outcome: 'refused', faults, account: null }
    return { row, outcome: 'add', faults, account: parsed.data }
  })
}

const folded = (text: string | null) => (text ?? '').trim().toLowerCase()

/** The first fault of each cell. */
const faultsOf = (issues: readonly { path: readonly PropertyKey[]; message: string }[]): Fault[] => {
  const faults = issues.map(({ path, message }) => ({ field: path[0] as Fault['field'], issue: message }))
  return faults.filter(({ field }, at) => faults.findIndex((fault) => fault.field === field) === at)
}
