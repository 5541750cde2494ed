import * as absence from './app/absence.ts'
import * as accounts from './app/accounts.ts'
import * as apiTokens from './app/api-tokens.ts'
import * as articleFacets from './app/article-facets.ts'
import * as articleSummaries from './app/article-summaries.ts'
import * as attachments from './app/attachments.ts'
import * as auditReconciliation from './app/audit-reconciliation.ts'
import * as audits from './app/audits.ts'
import * as calendars from './app/calendars.ts'
import * as candidates from './app/candidates.ts'
import * as changePeople from './app/change-people.ts'
import * as cleanCheck from './app/clean-check.ts'
import * as comments from './app/comments.ts'
import * as connections from './app/connections.ts'
import * as controls from './app/controls.ts'
import * as filterValues from './app/filter-values.ts'
import * as flatMetrics from './app/flat-metrics.ts'
import * as history from './app/history.ts'
import * as importMappings from './app/import-mappings.ts'
import * as importPreview from './app/import-preview.ts'
import * as appImports from './app/imports.ts'
import * as improvementEdits from './app/improvement-edits.ts'
import * as incidentDecisions from './app/incident-decisions.ts'
import * as invitations from './app/invitations.ts'
import * as issueLinks from './app/issue-links.ts'
import * as leavers from './app/leavers.ts'
import * as mailPreferences from './app/mail-preferences.ts'
import * as metrics from './app/metrics.ts'
import * as notifications from './app/notifications.ts'
import * as passwordReset from './app/password-reset.ts'
import * as peopleNames from './app/people-names.ts'
import * as personalData from './app/personal-data.ts'
import * as policy from './app/policy.ts'
import * as policyCalendar from './app/policy-calendar.ts'
import * as policyReviewers from './app/policy-reviewers.ts'
import * as publishedLessons from './app/published-lessons.ts'
import * as queue from './app/queue.ts'
import * as recordOrigins from './app/record-origins.ts'
import * as reports from './app/reports.ts'
import * as requesterQuestions from './app/requester-questions.ts'
import * as retention from './app/retention.ts'
import * as reviewBulk from './app/review-bulk.ts'
import * as reviewProposals from './app/review-proposals.ts'
import * as reviewSignOff from './app/review-sign-off.ts'
import * as reviewVersions from './app/review-versions.ts'
import * as reviews from './app/reviews.ts'
import * as savedViews from './app/saved-views.ts'
import * as search from './app/search.ts'
import * as sessions from './app/sessions.ts'
import * as settings from './app/settings.ts'
import * as setup from './app/setup.ts'
import * as similarChanges from './app/similar-changes.ts'
import * as system from './app/system.ts'
import * as unrecordedChanges from './app/unrecorded-changes.ts'
import * as webhookDeliveries from './app/webhook-deliveries.ts'
import * as webhooks from './app/webhooks.ts'
import * as worklist from './app/worklist.ts'
import * as articles from './articles.ts'
import * as changeWrites from './change-writes.ts'
import * as changes from './changes.ts'
import type { Endpoint } from './endpoint.ts'
import * as events from './events.ts'
import * as imports from './imports.ts'
import * as improvements from './improvements.ts'
import * as inboundEvents from './inbound-events.ts'
import * as incidentWrites from './incident-writes.ts'
import * as incidents from './incidents.ts'
import * as ledger from './ledger.ts'
import * as operations from './operations.ts'
import * as products from './products.ts'
import type { Route } from './routes.ts'
import * as users from './users.ts'

/** The contracts in the order of the reference. */
const contracts = {
  ...users,
  ...peopleNames,
  ...products,
  ...changes,
  // These lines set the order of the methods of a path in the reference.
  updateChange: changeWrites.updateChange,
  deleteChange: changeWrites.deleteChange,
  putChange: changeWrites.putChange,
  ...incidents,
  ...incidentDecisions,
  ...incidentWrites,
  ...improvements,
  ...events,
  ...articles,
  ...attachments,
  ...imports,
  ...appImports,
  ...importPreview,
  ...importMappings,
  ...worklist,
  ...queue,
  ...publishedLessons,
  ...reviews,
  ...reviewSignOff,
  ...reviewVersions,
  ...reviewProposals,
  ...retention,
  ...reviewBulk,
  ...changePeople,
  ...candidates,
  ...similarChanges,
  ...cleanCheck,
  ...comments,
  ...recordOrigins,
  ...reports,
  ...requesterQuestions,
  ...metrics,
  ...flatMetrics,
  ...audits,
  ...controls,
  ...auditReconciliation,
  ...personalData,
  ...policy,
  ...policyCalendar,
  ...policyReviewers,
  ...search,
  ...filterValues,
  ...articleSummaries,
  ...articleFacets,
  ...improvementEdits,
  ...issueLinks,
  ...savedViews,
  ...notifications,
  ...mailPreferences,
  ...history,
  ...accounts,
  ...invitations,
  ...leavers,
  ...absence,
  ...sessions,
  ...calendars,
  ...passwordReset,
  ...apiTokens,
  ...connections,
  ...inboundEvents,
  ...unrecordedChanges,
  ...webhooks,
  ...webhookDeliveries,
  ...setup,
  ...settings,
  ...system,
  ...ledger,
  ...operations,
}

type Contracts = typeof contracts

/** The endpoints by method and path. */
type EndpointsByRoute = {
  [Name in keyof Contracts as Contracts[Name] extends Endpoint
    ? `${Contracts[Name]['method']} ${Contracts[Name]['path']}`
    : never]: Contracts[Name]
}

/** The endpoint of a route, whose schemas type a call of the route. */
export type EndpointOf<R extends Route> = R extends Endpoint
  ? R
  : Extract<EndpointsByRoute[`${R['method']} ${R['path']}` & keyof EndpointsByRoute], Endpoint>

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** Every endpoint of the API. */
export const allEndpoints: readonly Endpoint[] = Object.values<unknown>(contracts).filter(isEndpoint)
