import { createHash } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { reviewActions } from '#lib/actions/review-actions.ts'
import { defaultStandardRule } from '#lib/contracts/app/standard-changes.ts'
import { findQuarter, nameQuarter } from '#lib/domain/metrics/metric-period.ts'
import { addMonthsTo } from '#lib/time/local-day.ts'
import { addComment } from '#server/discussion/comments.ts'
import { answerRequesterQuestion, askQuestion } from '#server/discussion/requester-questions.ts'
import { createAudit, drawAudit, updateAuditChange } from '#server/insights/audits/commands.ts'
import { listAuditSample } from '#server/insights/audits/queries.ts'
import { signConclusion, writeConclusion } from '#server/insights/conclusions.ts'
import { confirmStandard, decideStandard, setStandardRule } from '#server/insights/standard-changes.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { createSystemActor, getToday } from '#server/platform/runtime/context.ts'
import { setSecondLookRule } from '#server/policy/second-look-rule.ts'
import { remindOfActions, remindOfReviews } from '#server/reminders/remind.ts'
import { addAttachment } from '#server/reviews/attachments/commands.ts'
import { takeSecondLook } from '#server/reviews/commands/second-look.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { waiveReview } from '#server/reviews/commands/waive.ts'
import { proposeAnswers } from '#server/reviews/proposals.ts'
import { apiTokens } from '#server/schema/access.ts'
import { articles, lessonMarks } from '#server/schema/articles.ts'
import { changes } from '#server/schema/changes.ts'
import { notifications } from '#server/schema/notifications.ts'
import { attachmentParts, reviews } from '#server/schema/reviews.ts'
import { demoAccounts } from './accounts.ts'
import { addDays, addMinutes, type Instant, setTime, setWorkday, toDay, toIso } from './calendar.ts'
import { getEmail } from './catalogue.ts'
import { assistantName } from './seed-access.ts'
import { actAs, insert, type Seeding } from './seeding.ts'

const log = `09:58 probe /ready 200 on 6 of 6 nodes
10:04 error rate 0.02 % (before the change 0.02 %)
10:31 probe /ready 200 on 6 of 6 nodes, no restart since the change
`

async function findReview(tx: Transaction, condition: SQL | undefined, order: SQL) {
  const [found] = await tx
    .select()
    .from(reviews)
    .where(and(eq(reviews.origin, 'demo'), condition))
    .orderBy(order, asc(reviews.reference))
    .limit(1)
  if (!found?.reviewerName) throw new Error('The demo has no such review.')
  return { ...found, reviewerName: found.reviewerName }
}

/** Marks for each change that was carried out the two oldest lessons of its services that were known before. */
export async function seedLessonMarks({ tx }: Seeding): Promise<void> {
  await tx.execute(sql`insert into ${lessonMarks} (article, change, mark, marked_by, marked_at)
    select lesson.id, change.number, (array['applied', 'applied', 'not_now', 'not_applicable'])[1 + abs(hashtext(lesson.id || change.number)) % 4],
      change.assigned_to, change.planned_start - interval '2 days'
    from ${changes} change cross join lateral (select id from ${articles} join ${changes} source on source.number = source_change
      where source.affected_services && change.affected_services and created < change.planned_start - interval '2 days'
      order by created, id limit 2) lesson
    where change.actual_end is not null and change.assigned_to is not null`)
}

/**
 * Adds what people did beside the reviews: comments, a file as evidence, answers that an assistant proposes, a question
 * to the requester that is open and one that is answered, and a waiver of last week.
 */
export async function seedTeamwork({ tx, now }: Seeding): Promise<void> {
  const open = await findReview(tx, eq(reviews.status, 'in_progress'), asc(reviews.dueOn))
  const { reviewerName: reviewer, reference } = open
  const yesterday = (time: string) => setWorkday(now, 1, time)
  await attachLog(actAs(tx, reviewer, yesterday('10:40')), reference)
  await addComment(actAs(tx, 'Paolo Ferrand', yesterday('11:05')), reference, {
    body: `@${reviewer} The window was announced until midnight. Please say who stopped the work, and when.`,
    field: 'plan.notes',
  })
  await addComment(actAs(tx, reviewer, yesterday('13:40')), reference, {
    body: 'The shift lead did, at 23:40. The log of the checks is attached to this step.',
    field: 'plan.notes',
  })
  const [assistant] = await tx.select().from(apiTokens).where(eq(apiTokens.name, assistantName))
  const actor = {
    kind: 'token',
    id: assistant?.id ?? '',
    name: assistantName,
    system: 'mcp',
    scope: 'propose',
  } as const
  await proposeAnswers({ ...actAs(tx, reviewer, yesterday('14:20')), actor }, open.changeNumber, [
    { field: 'risk.verdict', value: 'right' },
    {
      field: 'risk.missed',
      value: 'The assessment does not name the nightly export, which reads the same tables until 02:30.',
    },
  ])
  const last = await findReview(tx, isNotNull(reviews.completedAt), desc(reviews.completedAt))
  const completedAt = Date.parse(last.completedAt ?? '')
  await addComment(actAs(tx, 'Maja Lindqvist', addDays(completedAt, 1)), last.reference, {
    body: 'The first line had no call about it. May we name it in the Monday notes as an example?',
  })
  await addComment(actAs(tx, 'Henrike Vos', addDays(completedAt, 2)), last.reference, {
    body: 'Yes. Please link the lesson, not the review.',
  })
  const ask = (at: Instant, name: string, ofReview: string, kind: 'requester' | 'stakeholder', names: string[]) =>
    askQuestion(
      actAs(tx, name, at),
      ofReview,
      { kind, people: names.map(getEmail), question: 'Did it work for you? What did not?', valid_days: 60 },
      { isMailOn: false },
    )
  const askLast = (kind: 'requester' | 'stakeholder', names: string[]) =>
    ask(addMinutes(completedAt, -1_500), last.reviewerName, last.reference, kind, names)
  const replied = (name: string) => actAs(tx, name, addMinutes(completedAt, -90))
  const said = { answer: 'yes' as const, remark: 'Nobody here noticed anything.', checks: [] }
  for (const { id } of (await askLast('requester', ['Maja Lindqvist'])).questions)
    await answerRequesterQuestion(replied('Maja Lindqvist'), id, said)
  const { questions } = await askLast('stakeholder', Object.keys(stakeholderAnswers))
  for (const [index, [name, given]] of Object.entries(stakeholderAnswers).entries()) {
    const { id = '', checks: asked = [] } = questions[index] ?? {}
    const checks = asked.map((entry, at) => ({ ...entry, answer: given[at] ?? null }))
    if (given.length > 0) await answerRequesterQuestion(replied(name), id, { answer: null, remark: '', checks })
  }
  await ask(yesterday('09:40'), reviewer, reference, 'requester', ['Maja Lindqvist'])
  await seedWaiver(tx, setWorkday(now, 9, '09:10'), setWorkday(now, 7, '15:30'))
}

/** What stakeholders answered to the checks that ship, in their order; the last did not answer. */
const stakeholderAnswers: Readonly<Record<string, readonly (string | null)[]>> = {
  'Maja Lindqvist': ['yes', 'Not at all', null],
  'Ingrid Solheim': ['no', 'A little', 'Let us try it before: two of our reports were still wrong on Monday.'],
  'Sanna Koskinen': [],
}

/** Sets the rule for second looks, and adds those of earlier reviews: one says that the result got worse, two are due. */
export async function seedSecondLooks({ tx, now }: Seeding): Promise<void> {
  await setSecondLookRule(actAs(tx, 'Henrike Vos', setWorkday(now, 200, '10:00')), {
    measures: 90,
    high_risk: 60,
    failed: 30,
  })
  await tx.execute(sql`update ${reviews} set second_look_on = ${reviews.completedAt}::date + case
      when ${changes.pirOutcome} = 'failed' then 30 else 60 end
    from ${changes} where ${changes.number} = ${reviews.changeNumber} and ${reviews.status} = 'completed'
      and (${changes.pirOutcome} = 'failed' or ${changes.risk} in ('high', 'very_high'))`)
  const looks = await tx
    .select({ reference: reviews.reference, reviewer: reviews.reviewerName, day: reviews.secondLookOn })
    .from(reviews)
    .where(lte(reviews.secondLookOn, toDay(now.getTime())))
    .orderBy(asc(reviews.secondLookOn))
  for (const [index, { reference, reviewer, day }] of looks.slice(0, -2).entries()) {
    const verdict = index === 1 ? 'worse' : index === 2 ? 'better' : 'still_good'
    const note = {
      worse: 'The alarms of the first days are back.',
      better: 'Faster than promised since the index was added.',
      still_good: 'No incident since, and the requester agrees.',
    }[verdict]
    const who = demoAccounts.some(({ name }) => name === reviewer) ? (reviewer ?? '') : 'Henrike Vos'
    await takeSecondLook(actAs(tx, who, Date.parse(`${day}T09:30:00Z`)), reference, { verdict, note })
  }
}

/** Adds the conclusion of the last quarter, which a second manager signed. */
export async function seedConclusion({ tx, now }: Seeding): Promise<void> {
  const written = actAs(tx, 'Henrike Vos', setWorkday(now, 2, '16:10'))
  const quarter = nameQuarter(findQuarter(nameQuarter(getToday(written)), -1).from)
  const text =
    'Too many changes met something that nobody had tested: **a copy of the data of production** is missing where we test.\n\n- Tests run against last night’s copy from now on.\n- A plan names who decides whether to go on.'
  // In the first days of a quarter the one before is concluded later.
  if (findQuarter(quarter).to >= getToday(written)) return
  await writeConclusion(written, quarter, text)
  await signConclusion(actAs(tx, 'Paolo Ferrand', setWorkday(now, 1, '09:05')), quarter)
}

/** Adds a change model that two managers made standard, and one on which a second has to decide. */
export async function seedStandardChanges({ tx, now }: Seeding): Promise<void> {
  const at = (days: number, time: string, name = 'Henrike Vos') => actAs(tx, name, setWorkday(now, days, time))
  const updates = 'Monthly Windows updates'
  const decided = at(20, '15:20')
  await decideStandard(decided, {
    model: updates,
    decision: 'standard',
    reason: 'The same steps each month, a pilot group before, and a snapshot to go back to.',
    owner: getEmail('Paolo Ferrand'),
    expires_on: addMonthsTo(getToday(decided), 12),
  })
  await setStandardRule(decided, { ...defaultStandardRule, reviewed: 3 })
  await confirmStandard(at(19, '09:40', 'Paolo Ferrand'), updates)
  await decideStandard(at(1, '11:30'), {
    model: 'Release of a shop service',
    decision: 'not_standard',
    reason: 'Tests still run on a catalogue of a hundred products.',
    owner: null,
    expires_on: null,
  })
}

async function attachLog(ctx: ReturnType<typeof actAs>, reference: string): Promise<void> {
  const content = Buffer.from(log)
  const id = newId('att', ctx.now)
  const stored = { attachmentId: id, ordinal: 0, content, uploader: ctx.actor.id, storedAt: ctx.now.toISOString() }
  await insert(ctx.db, attachmentParts, [stored])
  const digest = createHash('sha256').update(content).digest('hex')
  const file = { id, type: 'text/plain', size: content.length, digest }
  await addAttachment(ctx, { name: 'checks.log', reference, step: 'plan' }, file)
}

/** Adds a review that its reviewer started by choice and a manager waived. */
async function seedWaiver(tx: Transaction, startedAt: Instant, waivedAt: Instant): Promise<void> {
  const isUnreviewed = and(eq(changes.state, 'closed'), isNull(reviews.reference))
  const [change] = await tx
    .select({ number: changes.number })
    .from(changes)
    .leftJoin(reviews, eq(reviews.changeNumber, changes.number))
    .where(and(eq(changes.origin, 'demo'), isUnreviewed, lt(changes.updatedAt, toIso(startedAt))))
    .orderBy(desc(changes.actualEnd))
    .limit(1)
  const { reference } = await startReview(actAs(tx, 'Callum Reid', startedAt), change?.number ?? '')
  const reason = 'A routine change without deviation or incident; the monthly sample covers its kind.'
  await waiveReview(actAs(tx, 'Paolo Ferrand', waivedAt), reference, reason)
}

/**
 * Notifies people about their reviews and what is due. Notifications older than three days are marked as read. No mail
 * is sent.
 */
export async function seedNotifications({ tx, now }: Seeding): Promise<void> {
  const at = (time: Date) => ({ db: tx, actor: createSystemActor('demo'), now: time, requestId: 'demo' })
  const rows = await tx
    .select({ review: reviews, change: { number: changes.number, title: changes.title } })
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(inArray(reviews.status, ['not_started', 'in_progress', 'awaiting_sign_off']))
    .orderBy(asc(reviews.reference))
  for (const { review, change } of rows) {
    const { reference, dueOn, reviewer, createdAt } = review
    const facts = { change, reference, dueOn, to: reviewer ?? '' }
    await notifyAll(at(new Date(createdAt)), reviewActions.create.notifies(facts))
  }
  const morning = at(new Date(setWorkday(now, 1, '05:20')))
  await remindOfReviews(morning)
  await remindOfActions(morning)
  const unreadFrom = toIso(setTime(addDays(now.getTime(), -3), '00:00'))
  const readAt = sql`case when ${notifications.createdAt} < ${unreadFrom} then ${notifications.createdAt} end`
  await tx.update(notifications).set({ isMailDue: false, readAt })
}

const auditSize = 20

/** Creates an audit of changes of the last year, one of them an exception and one not answered yet. */
export async function seedAudit({ tx, now }: Seeding): Promise<void> {
  const at = (daysAgo: number, time: string) => actAs(tx, 'Ingrid Solheim', setWorkday(now, daysAgo, time))
  const made = at(12, '09:00')
  const { id } = await createAudit(made, {
    name: 'Change management, last twelve months',
    from: toDay(addDays(made.now.getTime(), -365)),
    to: toDay(addDays(made.now.getTime(), -1)),
    method: 'random',
    size: auditSize,
    seed: '17-23-31-38-40-44',
  })
  await drawAudit(at(12, '09:20'), id)
  const { rows } = await listAuditSample(made, id, { page: 1, limit: auditSize })
  const exception = rows.find(({ missing }) => missing.length > 0) ?? rows[0]
  for (const [index, row] of rows.slice(0, -1).entries()) {
    const ctx = at(9 - Math.floor(index / 5), `1${index % 5}:${10 + index}`)
    await updateAuditChange(
      ctx,
      { id, number: row.number },
      {
        request_number: `R-${String(index + 1).padStart(2, '0')}`,
        ...(row === exception
          ? {
              state: 'exception',
              note:
                row.missing.length > 0
                  ? 'The record lacks what is listed here; the team is asked for a paper trail.'
                  : 'The change ran before its approver had answered the team’s question.',
            }
          : { state: 'answered' }),
      },
    )
  }
}
