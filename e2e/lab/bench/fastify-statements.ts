import type { PgTable } from 'drizzle-orm/pg-core'
import { ChangeRecord } from '#lib/contracts/changes.ts'
import { Improvement } from '#lib/contracts/improvements.ts'
import { Incident } from '#lib/contracts/incidents.ts'
import { Product } from '#lib/contracts/products.ts'
import { User } from '#lib/contracts/users.ts'
import { recordColumns } from '#server/platform/db/record-columns.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { products, users } from '#server/schema/directory.ts'
import { improvements } from '#server/schema/improvements.ts'

/** Types that pg would not read as JSON writes them. */
const casts: Readonly<Record<string, string>> = { date: '::text', numeric: '::float8' }

/** The columns of a record as the contract names them. */
function columnsOf(table: PgTable, { shape }: { readonly shape: object }): string {
  const columns = Object.values(recordColumns(table, Object.keys(shape)))
  return columns.map((column) => `${column.name}${casts[column.getSQLType().replace(/\(.*/, '')] ?? ''}`).join(', ')
}
const userColumns = columnsOf(users, User)
const changeColumns = columnsOf(changes, ChangeRecord)

/** A page and the number of all matching rows, in one snapshot. */
const paged = (columns: string, rest: string, orderBy: string, cut: string) => `
  select counted.total, cut.*
  from (select count(*) as total ${rest}) as counted
  left join (select ${columns} ${rest} order by ${orderBy} ${cut}) as cut on true`

/** By the name of the prepared statement. */
export const statements = {
  users: paged(userColumns, 'from users', 'id', 'limit $1 offset $2'),
  usersAfter: `
  select counted.total, cut.*
  from (select count(*) as total from users) as counted
  left join (select ${userColumns} from users where id > $1 order by id limit $2) as cut on true`,
  products: paged(
    columnsOf(products, Product),
    'from products where category = $1 and price >= $2 and price <= $3',
    'id',
    'limit $4 offset $5',
  ),
  incidents: paged(
    columnsOf(incidents, Incident),
    `from incidents where related_change = $1
     or (opened_at >= $2::timestamptz and affected_service = $3 and priority = $4)`,
    'opened_at desc, number desc',
    'limit $5 offset $6',
  ),
  change: `select ${changeColumns} from changes where number = $1`,
  updateChange: `
  update changes set pir_reference = $2, pir_outcome = $3, pir_date = $4::date, version = version + 1,
    updated_at = now()
  where number = $1 returning ${changeColumns}`,
  createImprovement: `
  insert into improvements (id, title, description, source_type, source_ref, owner, target_date, category, priority,
    status, origin, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7::date, $8, $9, 'open', 'entry', now(), now())
  returning ${columnsOf(improvements, Improvement)}`,
}
