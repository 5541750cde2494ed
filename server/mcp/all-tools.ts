import { z } from 'zod'
import { listArticleSummaries } from '#lib/contracts/app/articles.ts'
import * as changes from '#lib/contracts/app/changes.ts'
import { metricNames } from '#lib/contracts/app/metric-values.ts'
import * as metrics from '#lib/contracts/app/metrics.ts'
import * as queue from '#lib/contracts/app/queue.ts'
import { decideReviewProposal, ProposedPart } from '#lib/contracts/app/review-proposals.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import * as improvements from '#lib/contracts/improvements.ts'
import * as incidents from '#lib/contracts/incidents.ts'
import { EmailAddress, oneOf, wholeNumber } from '#lib/contracts/primitives.ts'
import { describeComparison, describeEmptiness } from '#lib/filter/comparison-labels.ts'
import { parseFilter } from '#lib/filter/parse.ts'
import { printFilter } from '#lib/filter/print.ts'
import { emptinessTests, operatorMeanings, operatorsByType, valueForms } from '#lib/filter/reference.ts'
import type { FilterTree } from '#lib/filter/syntax-tree.ts'
import { writeReportMarkdown } from '#lib/report/report-text.ts'
import { buildOpenReviewsQuery, sectionFilters } from '#lib/review/worklists.ts'
import { listArticleSummaries as readSummaries } from '#server/articles/summaries.ts'
import { listImprovements } from '#server/improvements/queries.ts'
import { listIncidentDecisions } from '#server/incidents/decisions.ts'
import { listIncidents } from '#server/incidents/queries.ts'
import { getInsights } from '#server/insights/get-insights.ts'
import { loadReviewReport } from '#server/pages/report/load-review-report.ts'
import { getZone } from '#server/pages/report/report-file.ts'
import { AppError } from '#server/platform/errors.ts'
import * as proposals from '#server/reviews/proposals.ts'
import { listQueue } from '#server/worklist/queue/queries.ts'
import { createFilterArgument, createListTool, createValueTool, slicePart, type Tool } from './tool.ts'

const { query: changeQuery } = queue.listQueue
const { query: incidentQuery } = incidents.listIncidents
const { query: articleQuery } = listArticleSummaries

const findChanges = createListTool({
  name: 'find_changes',
  title: 'Find changes',
  description: `${queue.listQueue.summary}. ${queue.listQueue.description}`,
  endpoint: queue.listQueue,
  input: z.strictObject({
    query: createFilterArgument(queue.queueFields),
    search: changeQuery.shape.search,
    sort: changeQuery.shape.sort,
  }),
  read: listQueue,
})

const openWork = createListTool({
  name: 'open_work',
  title: 'Open work',
  description:
    'List the reviews that are still to be done, due ones first: of one person, or of everybody, also those that wait for a sign-off.',
  endpoint: queue.listQueue,
  input: z.strictObject({
    person: EmailAddress.optional().describe('E-mail address of the reviewer; without it the work of everybody'),
  }),
  read: (ctx, { person, ...page }) =>
    listQueue(ctx, { ...page, sort: 'due_on', query: person ? buildOpenReviewsQuery(person) : sectionFilters.open }),
})

const reviewDossier = createValueTool({
  name: 'review_dossier',
  title: 'Dossier of a review',
  description:
    'The whole review of a change as Markdown: plan and result, incidents with the decision about each, findings, lessons, actions, questions, signatures and timeline.',
  endpoint: changes.getReviewReport,
  input: z.strictObject({
    number: changes.getReviewReport.params.shape.number,
    part: wholeNumber(1, 1000).default(1).describe('Part of a long dossier, from 1'),
  }),
  read: async (ctx, { number, part }) => {
    const report = await loadReviewReport(ctx, number)
    if (!report) {
      throw new AppError('not_found', `The review of ${number} is not started; find_changes shows its status.`)
    }
    return slicePart(writeReportMarkdown(report, getZone(ctx)), part)
  },
})

const findIncidents = createListTool({
  name: 'find_incidents',
  title: 'Find incidents',
  description: `${incidents.listIncidents.summary}. Newest first. \`related_change\` is what the incident record says; \`caused_by_change\` is what the review of a change confirmed.`,
  endpoint: incidents.listIncidents,
  input: z.strictObject({
    query: createFilterArgument(incidents.listIncidents.filterFields),
    search: incidentQuery.shape.search,
    sort: incidentQuery.shape.sort,
  }),
  read: listIncidents,
})

const whyLinked = createValueTool({
  name: 'why_incident_linked',
  title: 'Why an incident was linked or rejected',
  description: `${changes.listIncidentDecisions.summary}: whether the change caused it, the reason given, who decided and when.`,
  endpoint: changes.listIncidentDecisions,
  input: changes.listIncidentDecisions.params.strict(),
  read: async (ctx, { number }) => ({ result: await listIncidentDecisions(ctx, number) }),
})

/** Lessons per answer; they are read by page, so that none is omitted if texts are long. */
const lessonsOnPage = 10

const findLessons = createValueTool({
  name: 'find_lessons',
  title: 'Lessons for a plan',
  description:
    'Lessons and articles of the knowledge base. With `for_change` those that fit a change that is being planned, best fit first, each with the reasons; with `q` those that match words.',
  endpoint: listArticleSummaries,
  input: z.strictObject({
    query: createFilterArgument(listArticleSummaries.filterFields),
    q: articleQuery.shape.q,
    for_change: articleQuery.shape.for_change,
    service: articleQuery.shape.service,
    page: articleQuery.shape.page,
  }),
  read: async (ctx, input) => {
    const { rows, total } = await readSummaries(ctx, { ...input, limit: lessonsOnPage })
    const hasMore = input.page * lessonsOnPage < total
    return { total_count: total, articles: rows, next_page: hasMore ? input.page + 1 : null }
  },
})

const findActions = createListTool({
  name: 'find_actions',
  title: 'Find improvement actions',
  description: `${improvements.listImprovements.summary} that reviews led to. Newest first.`,
  endpoint: improvements.listImprovements,
  input: z.strictObject({
    query: createFilterArgument(improvements.listImprovements.filterFields),
    sort: improvements.listImprovements.query.shape.sort,
  }),
  read: listImprovements,
})

const readMetric = createValueTool({
  name: 'read_metric',
  title: 'A metric',
  description:
    'One metric of a period with numerator, denominator, definition, exclusions and the same for the previous period. The period is at most 3,660 days and defaults to the last 12 months.',
  endpoint: metrics.getInsights,
  input: metrics.getInsights.query.safeExtend({ name: oneOf(metricNames).describe('Name of the metric') }),
  read: async (ctx, { name, ...query }) => {
    const { metrics, period, time_zone, computed_at } = await getInsights(ctx, query)
    return { period, time_zone, computed_at, metric: metrics.find((metric) => metric.name === name) }
  },
})

const filterLists = {
  changes: queue.queueFields,
  incidents: incidents.listIncidents.filterFields,
  actions: improvements.listImprovements.filterFields,
  lessons: listArticleSummaries.filterFields,
}

const explain = createValueTool({
  name: 'explain_filter',
  title: 'Explain a filter',
  description:
    'Check a filter without reading records: what it means, or what is wrong with it and where. Without a filter: the fields of the list with their values and operators.',
  endpoint: queue.listQueue,
  input: z.strictObject({
    list: oneOf(Object.keys(filterLists) as [keyof typeof filterLists]).describe('The list that the filter is for'),
    query: z.string().max(4096).optional().describe('The filter'),
  }),
  read: async (_, { list, query }) => explainFilter(filterLists[list], query),
})

const proposeAnswers = createValueTool({
  name: 'propose_answers',
  title: 'Propose answers of a review',
  description:
    'Put drafts beside the steps of the review of a change: a reviewer sees them there as proposed, and takes or dismisses each. Nothing of the review changes. An answer to the same field, incident or lesson replaces the one that you proposed before. Read review_dossier first, and say in a text what it is based on.',
  endpoint: decideReviewProposal,
  isReadOnly: false,
  input: z.strictObject({
    number: changes.getReviewReport.params.shape.number,
    parts: z.array(ProposedPart).min(1).max(20).describe('The answers, each with its field'),
  }),
  read: async (ctx, { number, parts }) => ({
    reference: await proposals.proposeAnswers(ctx, number, parts),
    proposed: parts.map(({ field }) => field),
  }),
})

/** The tools in the order in which they are listed. */
export const allTools: readonly Tool[] = [
  findChanges,
  openWork,
  reviewDossier,
  findIncidents,
  whyLinked,
  findLessons,
  findActions,
  readMetric,
  explain,
  proposeAnswers,
]

/** Maximum expected alternatives in the explanation of a fault. */
const maxExpected = 40

/** Explains the meaning or the fault of a filter; without a filter, the syntax for these fields. */
function explainFilter(fields: FilterFields, query: string | undefined): object {
  if (query === undefined || query.trim() === '') return describeGrammar(fields)
  const result = parseFilter(query, fields)
  if (result.ok) {
    return { is_valid: true, canonical: printFilter(result.tree), means: explainTree(result.tree, fields) }
  }
  const { message, line, column, expected } = result.error
  return { is_valid: false, problem: message, line, column, expected: expected.slice(0, maxExpected) }
}

const describeGrammar = (fields: FilterFields) => ({
  operators: { ...operatorMeanings, ...emptinessTests },
  operators_by_type: operatorsByType,
  values_by_type: valueForms,
  fields,
})

/** Describes a filter in words, such as `Risk: high or very high, and State: review`. */
function explainTree(tree: FilterTree, fields: FilterFields): string {
  switch (tree.kind) {
    case 'and':
    case 'or': {
      const operands = tree.operands.map((operand) => {
        const inner = explainTree(operand, fields)
        return operand.kind === 'and' || operand.kind === 'or' ? `(${inner})` : inner
      })
      return operands.join(`, ${tree.kind} `)
    }
    case 'not':
      return `not (${explainTree(tree.operand, fields)})`
    default: {
      const { label, value } = tree.kind === 'emptiness' ? describeEmptiness(tree) : describeComparison(tree, fields)
      return `${label}: ${value}`
    }
  }
}
