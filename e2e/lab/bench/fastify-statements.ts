/** A page and the number of all matching rows, in one snapshot. */
const paged = (columns: string, rest: string, orderBy: string, cut: string) => `
  select counted.total, cut.*
  from (select count(*) as total ${rest}) as counted
  left join (select ${columns} ${rest} order by ${orderBy} ${cut}) as cut on true`

const incidentColumns = `number, short_description, priority, state, opened_at, resolved_at, related_change, caused_by_change,
  affected_service`

const changeColumns = `number, title, state, type, risk, affected_services, implementation_plan, risk_assessment,
  backout_plan, planned_start, planned_end, actual_start, actual_end, assigned_to, close_code, close_notes,
  pir_completed, pir_reference, pir_outcome, pir_date::text, is_stub, created_at, updated_at`

const improvementColumns = `id, title, description, source_type, source_ref, owner, target_date::text, category,
  priority, status, created_at, updated_at`

/** By the name of the prepared statement. */
export const statements = {
  users: paged('id, name, email, created_at', 'from users', 'id', 'limit $1 offset $2'),
  usersAfter: `
  select counted.total, cut.*
  from (select count(*) as total from users) as counted
  left join (select id, name, email, created_at from users where id > $1 order by id limit $2) as cut on true`,
  products: paged(
    'id, name, description, price::float8, category',
    'from products where category = $1 and price >= $2 and price <= $3',
    'id',
    'limit $4 offset $5',
  ),
  incidents: paged(
    incidentColumns,
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
  returning ${improvementColumns}`,
}
