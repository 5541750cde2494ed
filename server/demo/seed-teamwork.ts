import { createHash } from 'node:crypto'
import { and, asc, desc, eq, isNotNull, isNull, lt, type SQL } from 'drizzle-orm'
import { reviewActions } from '#lib/actions/review-actions.ts'
import type { ProposedPart } from '#lib/contracts/app/review-proposals.ts'
import { addComment } from '#server/discussion/comments.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { addAttachment } from '#server/reviews/attachments/commands.ts'
import { closeAsWaived } from '#server/reviews/lifecycle/waive-review.ts'
import { insertReview } from '#server/reviews/record/insert-review.ts'
import { proposeAnswers } from '#server/reviews/steps/proposals.ts'
import { changes } from '#server/schema/changes.ts'
import { attachmentParts, reviews, savedViews } from '#server/schema/reviews.ts'
import { type DemoAccount, demoAccounts } from './accounts.ts'
import { addDays, getWorkdayOnOrBefore, type Instant, setTime, toIso } from './calendar.ts'
import { assistant } from './seed-tokens.ts'

const log = `09:58 probe /ready 200 on 6 of 6 nodes
10:04 error rate 0.02 % (before the change 0.02 %)
10:31 probe /ready 200 on 6 of 6 nodes, no restart since the change
`

/** Answers that an assistant proposes for a review in progress. */
const proposed: readonly ProposedPart[] = [
  { field: 'risk.verdict', value: 'right' },
  {
    field: 'risk.missed',
    value: 'The assessment does not name the nightly export, which reads the same tables until 02:30.',
  },
]

/**
 * Inserts the teamwork on reviews: a discussion and a file as evidence, answers that an assistant proposes, a waiver of
 * last week, and saved views. Part of the transaction that inserts the rest.
 */
export async function seedDemoTeamwork(tx: Transaction, now: Date): Promise<void> {
  const day = (daysAgo: number) => getWorkdayOnOrBefore(addDays(now.getTime(), -daysAgo))
  const by = (name: string, at: Instant) => ({
    db: tx,
    actor: { kind: 'account', ...getAccount(name) } as const,
    now: new Date(at),
    requestId: 'demo-teamwork',
  })
  const open = await findReview(
    tx,
    and(eq(reviews.status, 'in_progress'), isNotNull(reviews.startedAt)),
    asc(reviews.dueOn),
  )
  if (open) {
    const reviewer = open.reviewerName ?? ''
    await attachLog(by(reviewer, setTime(day(1), '10:40')), open.reference)
    const addRemark = (name: string, time: string, comment: Parameters<typeof addComment>[2]) =>
      addComment(by(name, setTime(day(1), time)), open.reference, comment)
    await addRemark('Paolo Ferrand', '11:05', {
      body: `@${reviewer} The window was announced until midnight. Please say who stopped the work, and when.`,
      field: 'plan.notes',
    })
    await addRemark(reviewer, '13:40', {
      body: 'The shift lead did, at 23:40. The log of the checks is attached to this step.',
      field: 'plan.notes',
    })
    const asAssistant = { kind: 'token', ...assistant, system: 'mcp', scope: 'propose' } as const
    await proposeAnswers({ ...by(reviewer, setTime(day(1), '14:20')), actor: asAssistant }, open.changeNumber, proposed)
  }
  const last = await findReview(tx, isNotNull(reviews.completedAt), desc(reviews.completedAt))
  if (last?.completedAt) {
    await addComment(by('Maja Lindqvist', addDays(Date.parse(last.completedAt), 1)), last.reference, {
      body: 'The first line had no call about it. May we name it in the Monday notes as an example?',
    })
    await addComment(by('Henrike Vos', addDays(Date.parse(last.completedAt), 2)), last.reference, {
      body: 'Yes. Please link the lesson, not the review.',
    })
  }
  await waive(by('Callum Reid', setTime(day(9), '09:10')), by('Paolo Ferrand', setTime(day(7), '15:30')))
  await saveViews(tx, now)
}

type PersonContext = TxContext & { readonly actor: DemoAccount & { readonly kind: 'account' } }

function getAccount(name: string): DemoAccount {
  const account = demoAccounts.find((known) => known.name === name)
  if (!account) throw new Error(`${name} has no account in the demo.`)
  return account
}

async function findReview(tx: Transaction, condition: SQL | undefined, order: SQL) {
  const [found] = await tx
    .select()
    .from(reviews)
    .where(and(eq(reviews.origin, 'demo'), condition))
    .orderBy(order, asc(reviews.reference))
    .limit(1)
  return found
}

async function attachLog(ctx: PersonContext, reference: string): Promise<void> {
  const content = Buffer.from(log)
  const id = newId('att', ctx.now)
  const stored = { attachmentId: id, ordinal: 0, content, uploader: ctx.actor.id, storedAt: ctx.now.toISOString() }
  await ctx.db.insert(attachmentParts).values(stored)
  const digest = createHash('sha256').update(content).digest('hex')
  await addAttachment(
    ctx,
    { name: 'checks.log', reference, step: 'plan' },
    { id, type: 'text/plain', size: content.length, digest },
  )
}

/** Inserts a review that its reviewer started by choice and a manager waived. */
async function waive(started: PersonContext, waived: PersonContext): Promise<void> {
  const { db } = started
  const startedAt = started.now.toISOString()
  const [change] = await db
    .select({ number: changes.number })
    .from(changes)
    .leftJoin(reviews, eq(reviews.changeNumber, changes.number))
    .where(
      and(
        eq(changes.origin, 'demo'),
        eq(changes.state, 'closed'),
        isNull(reviews.reference),
        lt(changes.updatedAt, startedAt),
      ),
    )
    .orderBy(desc(changes.actualEnd))
    .limit(1)
  if (!change) return
  const { email: reviewer, name: reviewerName } = started.actor
  const row = await insertReview(db, null, {
    changeNumber: change.number,
    status: 'in_progress',
    reviewer,
    reviewerName,
    startedAt,
    origin: 'demo',
    createdAt: startedAt,
    updatedAt: startedAt,
  })
  const fields = listDifferences({}, { change_number: change.number, reviewer })
  await recordEvent(started, reviewActions.started, row.reference, fields)
  const reason = 'A routine change without deviation or incident; the monthly sample covers its kind.'
  await closeAsWaived(waived, row, { by: waived.actor.name, reason })
}

const views = [
  {
    owner: 'Henrike Vos',
    page: 'changes',
    name: 'Payments, high risk',
    isShared: true,
    search: 'query=affected_services+%3D+payments-api+AND+risk+%3D+high',
  },
  {
    owner: 'Noor Haddad',
    page: 'incidents',
    name: 'Urgent and open',
    isShared: false,
    search: 'query=priority_level+%3C%3D+2+AND+resolved_at+IS+EMPTY',
  },
] as const

const saveViews = (tx: Transaction, now: Date) =>
  tx
    .insert(savedViews)
    .values(
      views.map(({ owner, ...view }, index) => ({
        ...view,
        id: `view_demo_${index + 1}`,
        accountId: getAccount(owner).id,
        ownerName: owner,
        createdAt: toIso(addDays(now.getTime(), -40 - index)),
      })),
    )
    .onConflictDoNothing()
