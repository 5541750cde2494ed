import type { CheckStep } from '#lib/contracts/connection-values.ts'
import { allTargets } from '#server/import/targets/all-targets.ts'
import { runStep } from './check-step.ts'
import { attachApprovers } from './read-approvers.ts'
import { readPages } from './read-pages.ts'
import type { RemoteRow, TableApi } from './table-api.ts'
import { groupByMissing, type TablePlan } from './table-plan.ts'

/** Checks that the rows of a table, and each of its mapped fields, can be read with its filter. */
export async function checkTable(api: TableApi, plan: TablePlan): Promise<CheckStep[]> {
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
