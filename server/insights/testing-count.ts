import type { MetricName } from '#lib/contracts/app/metric-values.ts'
import { isClosedReview } from '#lib/contracts/app/review-values.ts'
import type { Period } from '#lib/domain/metrics/metric-period.ts'
import { getDayInZone } from '#lib/time/local-day.ts'
import {
  createdAt,
  findFirstCompletion,
  findFirstDueDate,
  type RandomAction,
  type RandomChange,
  type RandomRecords,
} from './testing.ts'

/** Days are in `zone`, by default UTC. */
export type CountedScope = Period & { team?: string; type?: string; service?: string; zone?: string }
type Counted = { readonly numerator: string[]; readonly denominator: string[]; readonly median: number | null }

/** Days of instants, by zone and instant, because the same ones are counted repeatedly and a calendar is slow. */
const days = new Map<string, string>()

function toDay(instant: string | null, { zone = 'UTC' }: Pick<CountedScope, 'zone'>): string | null {
  if (instant === null) return null
  const key = `${zone} ${instant}`
  const day = days.get(key) ?? getDayInZone(instant, zone)
  days.set(key, day)
  return day
}

const isWithin = (day: string | null, { from, to }: Period) => day !== null && day >= from && day <= to

const fits = (change: RandomChange, { team, type, service }: CountedScope) =>
  !change.isStub &&
  change.state !== 'canceled' &&
  (team === undefined || change.assignmentGroup === team) &&
  (type === undefined || change.type === type) &&
  (service === undefined || change.affectedServices.includes(service))

/** Returns changes that ended in the period. */
export const endedIn = ({ changes }: RandomRecords, scope: CountedScope): RandomChange[] =>
  changes.filter((change) => fits(change, scope) && isWithin(toDay(change.actualEnd, scope), scope))

const hasCaused = ({ review }: RandomChange) => review?.decisions?.includes('confirmed') ?? false

const hasFailed = (change: RandomChange) => change.pirOutcome === 'failed' || hasCaused(change)

const wasRolledBack = ({ rolledBackAt }: RandomChange, scope: CountedScope) =>
  (toDay(rolledBackAt, scope) ?? '9999') <= scope.to

const neededRemedy = (change: RandomChange, scope: CountedScope) =>
  hasFailed(change) ||
  change.closeCode === 'failed' ||
  change.closeCode === 'backed_out' ||
  wasRolledBack(change, scope)

function isRework({ type, affectedServices, actualStart, actualEnd }: RandomChange, { outages }: RandomRecords) {
  const start = Date.parse(actualStart ?? actualEnd ?? '')
  return (
    type === 'emergency' &&
    outages.some(({ service, openedAt, resolvedAt }) => {
      const age = start - Date.parse(openedAt)
      const isOpen = resolvedAt === null || Date.parse(resolvedAt) >= start
      return affectedServices.includes(service) && age >= 0 && age <= 7 * 86_400_000 && isOpen
    })
  )
}

/** Counts the changes that a rate over reviewed changes leaves out. */
export function leaveOut(records: RandomRecords, scope: CountedScope) {
  const open = endedIn(records, scope).filter(({ pirOutcome }) => pirOutcome === null)
  return {
    count: open.length,
    owed: open.filter(({ isOwed, review }) => isOwed === true && review?.status !== 'waived').length,
    closed_as_failed: open.filter(({ closeCode }) => closeCode === 'failed' || closeCode === 'backed_out').length,
  }
}

function daysToReview(change: RandomChange): number | null {
  if (change.review === null || change.actualEnd === null) return null
  const days = (Date.parse(findFirstCompletion(change.review) ?? '') - Date.parse(change.actualEnd)) / 86_400_000
  return days < 0 ? null : days
}

function computeMedian(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const low = sorted[Math.ceil(sorted.length / 2) - 1]
  const high = sorted[Math.floor(sorted.length / 2)]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

function isInTime({ status, doneAt, verifiedAt, targetDate }: RandomAction, scope: CountedScope): boolean {
  const done = toDay(doneAt ?? verifiedAt, scope)
  return (status === 'done' || status === 'verified') && done !== null && done <= targetDate
}

/** Counts a metric independently, from the raw records. */
export function countAgain(name: MetricName, records: RandomRecords, scope: CountedScope, today: string): Counted {
  const ended = endedIn(records, scope)
  const reviewed = ended.filter(({ pirOutcome }) => pirOutcome !== null)
  const completed = records.changes.filter(
    ({ review, ...change }) =>
      review !== null &&
      fits({ ...change, review }, scope) &&
      isWithin(toDay(findFirstCompletion(review), scope), scope),
  )
  const counted = (denominator: RandomChange[], isCounted: (change: RandomChange) => boolean): Counted => ({
    numerator: denominator.filter(isCounted).map(({ number }) => number),
    denominator: denominator.map(({ number }) => number),
    median: computeMedian(denominator.map(daysToReview).filter((days) => days !== null)),
  })
  switch (name) {
    case 'change_failure_rate':
      return counted(reviewed, hasFailed)
    case 'caused_incidents':
      return counted(reviewed, hasCaused)
    case 'dora_failure_rate':
      return counted(ended, (change) => neededRemedy(change, scope))
    case 'recovery_time': {
      // Confirmed incidents of these records are never resolved.
      const failed = ended.filter((change) => neededRemedy(change, scope))
      const hours = (change: RandomChange) =>
        !hasCaused(change) && wasRolledBack(change, scope) && change.rolledBackAt && change.actualEnd
          ? (Date.parse(change.rolledBackAt) - Date.parse(change.actualEnd)) / 3_600_000
          : null
      return {
        ...counted(failed, (change) => hours(change) !== null),
        median: computeMedian(failed.map(hours).filter((one) => one !== null)),
      }
    }
    case 'deployment_frequency':
      return counted(ended, () => true)
    case 'rework_rate':
      return counted(ended, (change) => isRework(change, records))
    case 'changes_with_outcome':
      return counted(ended, ({ pirOutcome }) => pirOutcome !== null)
    case 'review_completion':
      return counted(
        ended.filter(({ isOwed, review }) => isOwed === true && review?.status !== 'waived'),
        ({ pirCompleted, review }) => pirCompleted && review?.status !== 'awaiting_sign_off',
      )
    case 'reviews_in_time':
      return dueReviews(records, scope, today)
    case 'overdue_reviews':
      return counted(
        records.changes.filter(
          (change) =>
            fits(change, scope) &&
            change.review !== null &&
            !isClosedReview(change.review.status) &&
            change.review.dueOn !== null,
        ),
        ({ review }) => (review?.dueOn ?? today) < today,
      )
    case 'waived_reviews': {
      const waived = records.changes.filter(
        ({ review, ...change }) =>
          review?.status === 'waived' &&
          !review.isCancelled &&
          fits({ ...change, review }, scope) &&
          isWithin(toDay(review.completedAt, scope), scope),
      )
      const { numerator } = counted(waived, () => true)
      return { numerator, denominator: [...numerator, ...counted(completed, () => true).denominator], median: null }
    }
    case 'days_to_review':
      return counted(completed, (change) => daysToReview(change) !== null)
    case 'overridden_proposals':
      return counted(
        completed.filter(({ review, pirOutcome }) => review?.proposedOutcome != null && pirOutcome !== null),
        ({ review, pirOutcome }) => review?.proposedOutcome !== pirOutcome,
      )
    case 'actions_in_time':
      return dueActions(records, scope, today)
  }
}

/** Returns reviews that are open now. */
export const openAgain = ({ changes }: RandomRecords, scope: CountedScope) =>
  changes.flatMap((change) => {
    const { review } = change
    return review && !isClosedReview(review.status) && fits(change, scope) ? [review] : []
  })

/** Counts reviews that were open with a due date at the end of a day, and those that were overdue. */
export function countOpenAt({ changes }: RandomRecords, scope: CountedScope, day: string) {
  const open = changes.flatMap((change) => {
    const { review } = change
    if (!review?.dueOn || day < (toDay(createdAt, scope) ?? '') || !fits(change, scope)) return []
    const isOpen = isClosedReview(review.status) ? (toDay(review.completedAt, scope) ?? '') > day : true
    return isOpen ? [review.dueOn] : []
  })
  return { numerator: open.filter((dueOn) => dueOn < day).length, denominator: open.length }
}

function dueReviews(records: RandomRecords, scope: CountedScope, today: string): Counted {
  const due = records.changes.flatMap((change) => {
    const { number, review } = change
    const day = review && (findFirstDueDate(review) ?? review.dueOn)
    if (!review || !day || review.status === 'waived' || !fits(change, scope)) return []
    const completed = findFirstCompletion(review)
    if (day >= today || !isWithin(day, scope)) return []
    return [{ number, isInTime: completed !== null && (toDay(completed, scope) ?? '') <= day }]
  })
  const listNumbers = (some: typeof due) => some.map(({ number }) => number)
  return { numerator: listNumbers(due.filter(({ isInTime }) => isInTime)), denominator: listNumbers(due), median: null }
}

function dueActions(records: RandomRecords, scope: CountedScope, today: string): Counted {
  const isFiltered = (scope.team ?? scope.type ?? scope.service) !== undefined
  const references = new Set(
    records.changes.filter((one) => one.review && fits(one, scope)).map(({ reference }) => reference),
  )
  const due = records.actions.filter(
    ({ status, targetDate, sourceRef }) =>
      status !== 'cancelled' &&
      targetDate < today &&
      isWithin(targetDate, scope) &&
      (!isFiltered || references.has(sourceRef)),
  )
  return {
    numerator: due.filter((action) => isInTime(action, scope)).map(({ id }) => id),
    denominator: due.map(({ id }) => id),
    median: null,
  }
}
