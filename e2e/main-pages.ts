import { connectionPaths } from '#lib/domain/connection-paths.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { webhookPaths } from '#lib/domain/webhook-paths.ts'

/** A demo change whose review is completed, and one whose review is in progress. */
const [reviewed, written] = ['CHG0030008', 'CHG0030032']
export const writtenReview = pagePaths.review(written, 'plan')

/** A demo incident that the review of its change confirmed. */
const confirmed = 'INC0200015'

/** The pages that people open every day, by the name of their picture. */
export const mainPages = {
  today: pagePaths.start,
  changes: pagePaths.changes,
  change: pagePaths.change(reviewed),
  review: pagePaths.review(reviewed, 'incidents'),
  incidents: pagePaths.incidents,
  incident: pagePaths.incident(confirmed),
  improvements: pagePaths.improvements,
  insights: pagePaths.insights,
  policy: pagePaths.policy,
  knowledge: pagePaths.knowledge,
  report: pagePaths.report(reviewed),
}

/** Every kind of page, signed in as an admin. */
export const everyPage: readonly string[] = [
  pagePaths.signIn,
  ...Object.values(mainPages),
  ...['plan', 'risk', 'incidents', 'outcome', 'improvements', 'lessons', 'sign-off'].map((step) =>
    pagePaths.review(reviewed, step),
  ),
  writtenReview,
  pagePaths.discussion(reviewed),
  pagePaths.unrecordedChanges,
  pagePaths.metric('change_failure_rate'),
  ...[pagePaths.audits, pagePaths.newAudit, pagePaths.controls, pagePaths.users],
  pagePaths.user('usr_0001'),
  pagePaths.products,
  pagePaths.notifications,
  pagePaths.settings,
  pagePaths.article('KB0010001'),
  pagePaths.newArticle,
  pagePaths.policyRule('new'),
  pagePaths.accounts,
  pagePaths.leavers,
  pagePaths.tokens,
  pagePaths.imports,
  connectionPaths.all,
  connectionPaths.new('servicenow'),
  webhookPaths.all,
  pagePaths.organisation,
  pagePaths.firstSteps,
  pagePaths.system,
  pagePaths.history,
  pagePaths.reference,
  `${pagePaths.reference}/changes`,
]
