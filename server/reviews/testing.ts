import { fillExample, type ReviewForm, type ReviewStep } from '#lib/contracts/app/review-forms.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { NewImprovement } from '#lib/contracts/improvements.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { answersOf } from '#lib/review/testing-answers.ts'
import { foldForSorting } from '#lib/text/fold-for-sorting.ts'
import type { Database } from '#server/platform/db/client.ts'
import type { Actor, Context } from '#server/platform/runtime/context.ts'
import { testContext, testNow, testPerson } from '#server/platform/runtime/testing-context.ts'
import { accounts } from '#server/schema/access.ts'
import { articles } from '#server/schema/articles.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { deployments } from '#server/schema/connections.ts'
import { users } from '#server/schema/directory.ts'
import { improvements } from '#server/schema/improvements.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { saveReviewStep } from './save-step.ts'

type AccountActor = Extract<Actor, { kind: 'account' }>

export const noor = { ...testPerson('reviewer', 'acc_noor'), name: 'Noor Haddad' }
export const callum = { ...testPerson('reviewer', 'acc_callum'), name: 'Callum Reid' }
export const henrike = { ...testPerson('manager', 'acc_henrike'), name: 'Henrike Vos' }
export const paolo = { ...testPerson('manager', 'acc_paolo'), name: 'Paolo Ferrand' }
export const ada = { ...testPerson('admin', 'acc_ada'), name: 'Ada Moreau' }

/** Creates a context, by default of Noor. `now` is ISO 8601. */
export const createContext = (db: Database, actor: Actor = noor, now = testNow.toISOString()): Context =>
  testContext(db, actor, new Date(now))

const implementationPlan = { steps: ['Stop the writers', 'Start the writers'] }
export const planKeys = readPlanSteps(implementationPlan).map(({ key }) => key)

/** Adds people to the directory by their e-mail addresses, each with a name and perhaps other values. */
export async function insertPeople(
  db: Database,
  people: Readonly<Record<string, string | (Partial<typeof users.$inferInsert> & { readonly name: string })>>,
): Promise<void> {
  const values = Object.entries(people).map(([email, given]) => {
    const person = typeof given === 'string' ? { name: given } : given
    const nameKey = foldForSorting(person.name)
    const createdAt = testNow.toISOString()
    return { id: `usr_${email}`, email, nameKey, bio: '', location: '', origin: 'entry', createdAt, ...person }
  })
  await db.insert(users).values(values).onConflictDoNothing()
}

/** Inserts an account for a person of the tests. */
export async function insertAccount(
  db: Database,
  { id, email, name, role }: AccountActor,
  values: Partial<typeof accounts.$inferInsert> = {},
): Promise<void> {
  const at = testNow.toISOString()
  const account = { id, email, name, role, origin: 'entry', createdAt: at, updatedAt: at, ...values }
  await db.insert(accounts).values(account).onConflictDoNothing()
}

const tomas = 'tomas.lind@hindsight.example'

/**
 * Inserts a change, by default one that a person of the directory implemented as planned and that waits for its review.
 */
export async function insertChange(
  db: Database,
  number: string,
  values: Partial<typeof changes.$inferInsert> = {},
): Promise<string> {
  await insertPeople(db, { [tomas]: 'Tomas Lind' })
  await db.insert(changes).values({
    number,
    title: `Change ${number}`,
    state: 'review',
    type: 'normal',
    risk: 'high',
    affectedServices: ['payments-db'],
    implementationPlan,
    riskAssessment: null,
    backoutPlan: null,
    plannedStart: '2026-03-01T01:00:00.000Z',
    plannedEnd: '2026-03-01T03:00:00.000Z',
    actualStart: '2026-03-01T01:05:00.000Z',
    actualEnd: '2026-03-01T02:55:00.000Z',
    assignedTo: tomas,
    origin: 'entry',
    createdAt: '2026-02-17T09:12:00.000Z',
    updatedAt: '2026-03-01T03:00:00.000Z',
    ...values,
  })
  return number
}

/**
 * Inserts a change and its review as the policy opens it: owed for the risk, by default unassigned and without a due
 * date.
 */
export async function insertOwed(
  db: Database,
  number: string,
  values: Partial<typeof reviews.$inferInsert> = {},
  change: Partial<typeof changes.$inferInsert> = {},
): Promise<string> {
  await insertChange(db, number, change)
  const reference = `PIR-${number}`
  await db.insert(reviews).values({
    reference,
    changeNumber: number,
    status: 'not_started',
    reasons: [{ rule_id: 'rule_high_risk', rule: 'High risk', text: 'The risk is rated high' }],
    origin: 'policy',
    createdAt: '2026-03-02T08:00:00.000Z',
    updatedAt: '2026-03-02T08:00:00.000Z',
    ...values,
  })
  return reference
}

export async function insertIncident(
  db: Database,
  number: string,
  relatedChange: string | null,
  values: Partial<typeof incidents.$inferInsert> = {},
): Promise<void> {
  await db.insert(incidents).values({
    number,
    shortDescription: 'Card payments time out',
    priority: '2 - High',
    priorityLevel: 2,
    state: 'closed',
    openedAt: '2026-03-01T04:00:00.000Z',
    relatedChange,
    affectedService: 'payments-db',
    origin: 'entry',
    updatedAt: '2026-03-01T04:00:00.000Z',
    ...values,
  })
}

/** Inserts the decision of the policy about a change: by default that it owes a review. */
export async function insertDecision(
  db: Database,
  changeNumber: string,
  values: Partial<typeof policyDecisions.$inferInsert> = {},
): Promise<void> {
  const decision = { isOwed: true, isSampled: false, reasons: [], decidedAt: '2026-03-02T08:00:00.000Z' }
  await db.insert(policyDecisions).values({ changeNumber, ...decision, origin: 'policy', ...values })
}

/** Inserts a deployment to production that began and succeeded at a moment. */
export async function insertDeployment(
  db: Database,
  id: string,
  at: string,
  values: Partial<typeof deployments.$inferInsert> = {},
): Promise<void> {
  const place = { connectionId: 'con_ci', service: 'shop', environment: 'production', isProduction: true, facts: {} }
  const times = { startedAt: at, endedAt: at, eventAt: at, updatedAt: at }
  await db.insert(deployments).values({ id, remoteId: id, status: 'succeeded', ...place, ...times, ...values })
}

/** The input of an action of a review, by default one of Noor. */
export const newAction = (source_ref: string, fields: Partial<NewImprovement> = {}): NewImprovement => {
  const source = { source_type: 'pir', source_ref } as const
  return { title: 'Rehearse upgrades', ...source, owner: noor.email, target_date: '2026-05-29', ...fields }
}

/** Inserts an action, by default an open one of Noor. */
export async function insertAction(
  db: Database,
  id: string,
  values: Partial<typeof improvements.$inferInsert> = {},
): Promise<void> {
  const at = '2026-03-01T00:00:00.000Z'
  const source = {
    sourceType: 'pir',
    sourceRef: 'PIR-2026-0042',
    origin: 'entry',
    createdAt: at,
    updatedAt: at,
  } as const
  const action = { id, title: `Action ${id}`, owner: noor.email, targetDate: '2026-03-20', status: 'open' } as const
  await db.insert(improvements).values({ ...action, ...source, ...values })
}

export async function insertArticle(
  db: Database,
  id: string,
  values: Partial<typeof articles.$inferInsert> = {},
): Promise<void> {
  const at = '2026-03-01T00:00:00.000Z'
  const article = { id, content: '# Rehearse', tags: [], technologies: [], created: '2026-03-01', origin: 'entry' }
  await db.insert(articles).values({ ...article, createdAt: at, updatedAt: at, ...values })
}

/** Saves a step over the version in the review. */
export async function saveStep<Step extends ReviewStep>(
  ctx: Context,
  review: Review,
  step: Step,
  form: Partial<ReviewForm<Step>>,
): Promise<void> {
  const { version, form: shown } = review.steps[step]
  await saveReviewStep(ctx, review.reference, step, { version, form: { ...shown, ...form } })
}

/** Answers that complete the review of a clean change. */
export const cleanAnswers = {
  plan: {
    steps: planKeys.map((key) => ({ key, result: 'done', note: '' })),
    is_backout_used: false,
    is_objective_met: 'yes',
  },
  risk: { verdict: 'right' },
  incidents: { is_none_caused: true },
  outcome: answersOf('successful'),
  improvements: { is_none_needed: true },
  lessons: { is_none_learned: true },
} as const satisfies { readonly [Step in ReviewStep]: Partial<ReviewForm<Step>> }
export const answeredSteps = Object.keys(cleanAnswers) as ReviewStep[]

/** Saves all answers that a clean change needs for completion. */
export async function fillReview(ctx: Context, review: Review): Promise<void> {
  for (const step of answeredSteps) {
    const form = fillExample(step, { ...review.steps[step].form, ...cleanAnswers[step] })
    await saveStep(ctx, review, step, form)
  }
}
