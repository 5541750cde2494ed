import { listArticleFacets } from '#server/articles/facets.ts'
import { listArticles } from '#server/articles/queries.ts'
import { listChanges } from '#server/changes/queries.ts'
import { listImprovements } from '#server/improvements/queries.ts'
import { listIncidents } from '#server/incidents/queries.ts'
import { getInsights } from '#server/insights/get-insights.ts'
import { listMetricRecords } from '#server/insights/list-records.ts'
import { listUsers } from '#server/people/queries.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { listProducts } from '#server/products/queries.ts'
import { listCandidates } from '#server/reviews/candidates/queries.ts'
import { updateChange } from '#server/reviews/update-change.ts'
import { listFilterValues } from '#server/search/filter-values.ts'
import { searchAll } from '#server/search/queries.ts'
import { getWorklist } from '#server/worklist/queries.ts'
import { listQueue } from '#server/worklist/queue/queries.ts'
import { numberAt } from './fill-scale.ts'

/** A request of a client. `round` selects another page or value for each repetition. */
export type ScaleQuestion = {
  readonly name: string
  /** A write to the data it reads, before the first response. */
  write?(ctx: Context, size: number): Promise<unknown>
  ask(ctx: Context, round: number, size: number): Promise<{ readonly rowCount: number }>
}

type ListResult = { readonly rows: readonly unknown[]; readonly total: number }
type ListQuery = { page: number; limit: number; sort?: string; query?: string; q?: string }
type Lister = (ctx: Context, input: never) => Promise<ListResult>

const limit = 50
const counted = async (result: Promise<ListResult>) => ({ rowCount: (await result).rows.length })
const one = async (result: Promise<unknown>) => {
  await result
  return { rowCount: 1 }
}

/** The pages of a list of `share` × size rows: the first, middle and last ones. */
function pagesOf(
  list: string,
  ask: Lister,
  share: number,
  more: Omit<ListQuery, 'page' | 'limit'> = {},
): ScaleQuestion[] {
  const pages = (size: number) => Math.ceil((size * share) / limit)
  const at = (page: number) => ({ page, limit, ...more }) as never
  const name = `${list}${more.sort === undefined ? '' : ` by ${more.sort}`}`
  return [
    { name: `${name}: first page`, ask: (ctx, round) => counted(ask(ctx, at(1 + (round % 3)))) },
    {
      name: `${name}: page in the middle`,
      ask: (ctx, round, size) => counted(ask(ctx, at(Math.floor(pages(size) / 2) + round))),
    },
    { name: `${name}: last page`, ask: (ctx, round, size) => counted(ask(ctx, at(pages(size) - (round % 3)))) },
  ]
}

const filtered = (
  name: string,
  ask: Lister,
  more: (round: number, size: number) => Omit<ListQuery, 'page' | 'limit'> & Record<string, unknown>,
  page = 1,
): ScaleQuestion => ({
  name,
  ask: (ctx, round, size) => counted(ask(ctx, { page, limit, ...more(round, size) } as never)),
})

const number = (prefix: string, value: number) => `${prefix}${String(Math.floor(value)).padStart(8, '0')}`
const priorities = ['1 - Critical', '2 - High', '3 - Moderate', '4 - Low', '5 - Planning']
const services = ['core-network', 'firewall', 'erp-finance', 'mail-relay', 'reporting']
const on = <Item>(items: readonly Item[], round: number) => items[round % items.length] as Item

/** The day that many days before the last incident. */
const dayBefore = (days: number) => new Date(Date.parse('2026-11-20') - days * 86_400_000).toISOString().slice(0, 10)

const lists = {
  users: listUsers as Lister,
  products: listProducts as Lister,
  incidents: listIncidents as Lister,
  changes: listChanges as Lister,
  improvements: listImprovements as Lister,
  articles: listArticles as Lister,
  queue: listQueue as unknown as Lister,
}

/** Everything that is measured, in the order of the table. */
export const scaleQuestions: readonly ScaleQuestion[] = [
  ...pagesOf('users', lists.users, 1),
  ...pagesOf('users', lists.users, 1, { sort: 'name' }),
  ...pagesOf('products', lists.products, 1),
  filtered('products: category and price, many match', lists.products, (round) => ({
    category: `category-${1 + round}`,
    max_price: 900 + round,
  })),
  filtered('products: price, few match', lists.products, (round, size) => ({
    min_price: 5000 + round,
    max_price: 5000 + round + 2_000_000 / size,
  })),
  ...pagesOf('incidents', lists.incidents, 1),
  ...pagesOf('incidents', lists.incidents, 1, { sort: 'priority' }),
  filtered('incidents: of one change', lists.incidents, (round, size) => ({
    query: `related_change = ${number('CHG', size * 0.1 + round)}`,
  })),
  filtered('incidents: change or service, time and priority', lists.incidents, (round, size) => ({
    query: `related_change = ${number('CHG', size * 0.1 + round)} OR (opened_at >= ${dayBefore(4_000_000 / size + round)} AND affected_service = ${on(services, round)} AND priority = "${on(priorities, round)}")`,
  })),
  filtered('incidents: priority, many match', lists.incidents, (round) => ({
    query: `priority = "${on(priorities, round)}"`,
  })),
  filtered(
    'incidents: priority, page 20',
    lists.incidents,
    (round) => ({
      query: `priority IN ("${on(priorities, round)}", "${on(priorities, round + 1)}")`,
    }),
    20,
  ),
  filtered('incidents: words of the description', lists.incidents, (round) => ({
    query: `short_description ~ "${on(['quorum', 'deadlock', 'kernel', 'zone', 'firmware'], round)} "`,
  })),
  filtered('incidents: words that few have', lists.incidents, (round, size) => ({
    query: `short_description ~ "deadlock ${numberAt('incidents', size, 0.4 + round / 20)}"`,
  })),
  ...pagesOf('changes', lists.changes, 0.3),
  ...pagesOf('improvements', lists.improvements, 0.2),
  filtered('improvements: of two owners, many match', lists.improvements, (round) => ({
    query: `owner IN (user1@hindsight.example, user${2 + round}@hindsight.example)`,
  })),
  ...pagesOf('articles', lists.articles, 0.1),
  filtered('articles: rare word', lists.articles, (round, size) => ({
    q: `ref${numberAt('articles', size, 0.4 + round / 20)}`,
  })),
  filtered('articles: common word', lists.articles, (round) => ({
    q: on(['quorum', 'deadlock', 'kernel', 'zone', 'firmware'], round),
  })),
  { name: 'articles: facets', ask: (ctx) => one(listArticleFacets(ctx, {} as never)) },
  ...pagesOf('changes', lists.queue, 0.3, { sort: '-created_at' }).map(asQueue),
  ...pagesOf('changes', lists.queue, 0.3, { sort: '-actual_end' }).map(asQueue),
  ...pagesOf('changes', lists.queue, 0.3, { sort: 'risk' }).map(asQueue),
  ...pagesOf('changes', lists.queue, 0.3, { sort: 'due_on' }).map(asQueue),
  filtered('queue: in review', lists.queue, () => ({
    query: 'state = review AND pir_completed = false',
    sort: '-actual_end',
  })),
  filtered('queue: overdue', lists.queue, () => ({ query: 'is_overdue = true', sort: 'due_on' })),
  filtered('queue: of a service, many match', lists.queue, (round) => ({
    query: `affected_services = ${on(services, round)}`,
  })),
  filtered('queue: search in titles', lists.queue, (round, size) => ({
    search: `${on(['ledger', 'tunnel', 'index'], round)} ${numberAt('changes', size, 0.4 + round / 20)}`,
  })),
  {
    name: 'candidates: usual window',
    ask: (ctx, round, size) =>
      one(listCandidates(ctx, number('CHG', size * (0.12 + round * 0.01)), { limit: 20 } as never)),
  },
  { name: 'candidates: 366 days', ask: askCandidatesOfYear },
  {
    name: 'candidates: 366 days, a change is written',
    write: writeChange,
    ask: askCandidatesOfYear,
  },
  { name: 'values for filters', ask: (ctx) => one(listFilterValues(ctx)) },
  { name: 'worklist', ask: (ctx) => one(getWorklist(ctx)) },
  {
    name: 'search everywhere',
    ask: (ctx, round) => one(searchAll(ctx, { q: on(['ledger', 'deadlock', 'Marchetti', 'tunnel'], round) })),
  },
  {
    name: 'insights: 12 months',
    write: writeChange,
    ask: (ctx) => one(getInsights(ctx, { bucket: 'month' } as never)),
  },
  {
    name: 'insights: 5 years',
    write: writeChange,
    ask: (ctx) => one(getInsights(ctx, { bucket: 'month', from: '2021-11-20', to: '2026-11-20' } as never)),
  },
  {
    name: 'insights: records of 5 years, page in the middle',
    write: writeChange,
    ask: (ctx, round, size) => {
      const page = Math.floor((size * 0.15) / limit) + round
      const query = { part: 'denominator', page, limit, from: '2021-11-20', to: '2026-11-20' } as const
      return counted(listMetricRecords(ctx, 'change_failure_rate', query as never))
    },
  },
]

function writeChange(ctx: Context, size: number) {
  return updateChange(ctx, number('CHG', size * 0.1), { pir_reference: `PIR-${Date.now()}` })
}

function askCandidatesOfYear(ctx: Context, round: number, size: number) {
  const window = { from: '2024-01-01T00:00:00Z', to: '2025-01-01T00:00:00Z' }
  const query = { limit: 20, ...window }
  return one(listCandidates(ctx, number('CHG', size * (0.12 + round * 0.01)), query as never))
}

function asQueue(question: ScaleQuestion): ScaleQuestion {
  return { ...question, name: question.name.replace('changes', 'queue') }
}
