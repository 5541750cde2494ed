import fc from 'fast-check'
import type { OwedReason } from '#lib/contracts/app/review-forms.ts'
import { reviewStatuses } from '#lib/contracts/app/review-values.ts'
import { changeTypes } from '#lib/contracts/changes.ts'
import { improvementStatuses } from '#lib/contracts/improvements.ts'
import { changeStates, closeCodes, reviewOutcomes } from '#lib/contracts/record-values.ts'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import type { Database } from '#server/platform/db/client.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { improvements } from '#server/schema/improvements.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviews, reviewVersions } from '#server/schema/reviews.ts'

/** Start and length in days of the range of random timestamps, some exactly at the ends of a day. */
const first = Date.parse('2024-01-01T00:00:00Z')
const days = 800

const moment = fc
  .tuple(
    fc.integer({ min: 0, max: days }),
    fc.oneof(fc.constantFrom(0, 1, 86_399_999), fc.integer({ min: 0, max: 86_399_999 })),
  )
  .map(([day, milliseconds]) => new Date(first + day * 86_400_000 + milliseconds).toISOString())
const calendarDay = moment.map((instant) => instant.slice(0, 10))
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 3, nil: null })

const teams = ['Databases', 'Web "Ops"', 'A\\B', 'o’Brien', ...Array.from({ length: 9 }, (_, index) => `Team ${index}`)]
const services = ['payments-db', 'payments api', 'dns', 'ldap', 'mail', 'wiki', 'vpn', 'ci', 'crm', 'erp', 'hr', 'cdn']

const randomChange = fc.record({
  state: fc.constantFrom(...changeStates),
  type: fc.constantFrom(...changeTypes),
  affectedServices: fc.array(fc.constantFrom(...services), { maxLength: 4 }),
  actualEnd: fc.option(moment, { freq: 8, nil: null }),
  assignmentGroup: maybe(fc.constantFrom(...teams)),
  closeCode: maybe(fc.constantFrom(...closeCodes)),
  pirCompleted: fc.boolean(),
  pirOutcome: maybe(fc.constantFrom(...reviewOutcomes)),
  isStub: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
  isOwed: maybe(fc.boolean()),
  review: maybe(
    fc.record({
      status: fc.oneof(fc.constant('completed' as const), fc.constantFrom(...reviewStatuses)),
      dueOn: maybe(calendarDay),
      /** Days before the due date on which it was first due. */
      extended: maybe(fc.integer({ min: 1, max: 30 })),
      completedAt: moment,
      /** Days from the first completion to the last. */
      reopenedAfter: maybe(fc.integer({ min: 0, max: 60 })),
      reviewer: maybe(fc.integer({ min: 0, max: 14 }).map((at) => `reviewer-${at}@hindsight.example`)),
      isCancelled: fc.boolean(),
      proposedOutcome: maybe(fc.constantFrom(...reviewOutcomes)),
      decisions: maybe(fc.array(fc.constantFrom('confirmed', 'rejected', 'rejected'), { maxLength: 3 })),
    }),
  ),
})

const randomAction = fc.record({
  status: fc.constantFrom(...improvementStatuses),
  targetDate: calendarDay,
  /** Days after the target date; may be 0 or negative. */
  doneAfter: maybe(fc.integer({ min: -3, max: 3 })),
  verifiedAfter: maybe(fc.integer({ min: -2, max: 4 })),
  ofChange: maybe(fc.nat({ max: 299 })),
})

/** An incident that no change caused; some stay open, most for up to 40 days. */
const randomOutage = fc.record({
  service: fc.constantFrom(...services),
  openedAt: moment,
  lastsHours: maybe(fc.integer({ min: 0, max: 1_000 })),
})

type DrawnValue<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never
export type RandomChange = DrawnValue<typeof randomChange> & {
  readonly number: string
  readonly reference: string
  /** Set for every second change that ended. */
  readonly actualStart: string | null
  /** Set for every fifth change that ended. */
  readonly rolledBackAt: string | null
}
type RandomOutage = { readonly service: string; readonly openedAt: string; readonly resolvedAt: string | null }
export type RandomAction = Omit<DrawnValue<typeof randomAction>, 'ofChange'> & {
  readonly id: string
  readonly sourceRef: string
  readonly doneAt: string | null
  readonly verifiedAt: string | null
}
export type RandomRecords = {
  readonly changes: readonly RandomChange[]
  readonly actions: readonly RandomAction[]
  readonly outages: readonly RandomOutage[]
}

const hoursAfter = (instant: string, hours: number) => new Date(Date.parse(instant) + hours * 3_600_000).toISOString()

/** Draws records that metrics count or exclude, deterministic by seed. */
export function drawRecords(seed: number): RandomRecords {
  const numbered = (prefix: string, at: number) => `${prefix}${String(at).padStart(4, '0')}`
  const later = (day: string, after: number | null) =>
    after === null ? null : new Date(Date.parse(`${day}T23:59:59.999Z`) + after * 86_400_000).toISOString()
  return {
    changes: fc.sample(randomChange, { numRuns: 300, seed }).map((change, index) => ({
      ...change,
      number: numbered('CHG', index),
      reference: numbered('PIR-2026-', index),
      actualStart: index % 2 === 0 && change.actualEnd ? hoursAfter(change.actualEnd, -20) : null,
      rolledBackAt: index % 5 === 0 && change.actualEnd ? hoursAfter(change.actualEnd, (index % 7) + 0.5) : null,
    })),
    outages: fc.sample(randomOutage, { numRuns: 400, seed }).map(({ service, openedAt, lastsHours }) => ({
      service,
      openedAt,
      resolvedAt: lastsHours === null ? null : hoursAfter(openedAt, lastsHours),
    })),
    actions: fc.sample(randomAction, { numRuns: 200, seed }).map(({ ofChange, ...action }, index) => ({
      ...action,
      id: numbered('imp_', index),
      sourceRef: ofChange === null ? 'elsewhere' : numbered('PIR-2026-', ofChange),
      doneAt: later(action.targetDate, action.doneAfter),
      verifiedAt: later(action.targetDate, action.verifiedAfter),
    })),
  }
}

/** Creation time of all records. */
export const createdAt = '2024-01-01T00:00:00.000Z'
const creationFields = { origin: 'entry', createdAt, updatedAt: createdAt }
const noReasons: OwedReason[] = []
const anyVersion = { number: 1, completedBy: 'Ada Manager', outcome: 'successful', snapshot: {} as never } as const

type RandomReview = NonNullable<RandomChange['review']>

/** Returns the day on which a review was first due; null if the due date never moved. */
export const findFirstDueDate = ({ dueOn, extended }: Pick<RandomReview, 'dueOn' | 'extended'>): string | null =>
  dueOn === null || extended === null ? null : addDaysTo(dueOn, -extended)

type Completion = Pick<RandomReview, 'status' | 'completedAt' | 'reopenedAfter'>

/**
 * Returns the time of the first completion of a review; null if it never was completed. A reopened one may be open
 * again.
 */
export function findFirstCompletion({ status, completedAt, reopenedAfter }: Completion): string | null {
  if (reopenedAfter === null) return status === 'completed' ? completedAt : null
  return `${addDaysTo(completedAt.slice(0, 10), -reopenedAfter)}${completedAt.slice(10)}`
}

export async function insertRecords(db: Database, records: RandomRecords): Promise<void> {
  await db.insert(changes).values(
    records.changes.map(({ isOwed: _owed, review: _review, reference: _reference, ...change }) => ({
      ...change,
      ...creationFields,
      title: `Change ${change.number}`,
    })),
  )
  const owed = records.changes.flatMap(({ number, isOwed }) => (isOwed === null ? [] : [{ number, isOwed }]))
  await db.insert(policyDecisions).values(
    owed.map(({ number, isOwed }) => ({
      changeNumber: number,
      isOwed,
      isSampled: false,
      reasons: noReasons,
      decidedAt: creationFields.createdAt,
      origin: 'entry',
    })),
  )
  const reviewed = records.changes.flatMap(({ review, ...change }) => (review ? [{ ...change, ...review }] : []))
  await db.insert(reviews).values(
    reviewed.map(
      ({ number, reference, status, reviewer, dueOn, completedAt, isCancelled, proposedOutcome, extended }) => ({
        ...creationFields,
        reference,
        changeNumber: number,
        status,
        reviewer,
        dueOn,
        firstDueOn: findFirstDueDate({ dueOn, extended }),
        completedAt: status === 'completed' ? completedAt : null,
        ...(status === 'waived' && {
          waivedAt: completedAt,
          waivedBy: isCancelled ? null : 'Ada Manager',
          waiveReason: 'Twice',
        }),
        proposedOutcome,
      }),
    ),
  )
  await db.insert(reviewVersions).values(
    reviewed.flatMap((review) => {
      const completedAt = findFirstCompletion(review)
      if (completedAt === null) return []
      return [{ ...anyVersion, reference: review.reference, completedAt }]
    }),
  )
  await db.insert(incidents).values(
    reviewed.flatMap(({ number, decisions }) =>
      (decisions ?? []).map((decision, index) => ({
        number: `INC-${number}-${index}`,
        shortDescription: 'Logins fail',
        priority: '3 - Moderate',
        state: 'closed' as const,
        openedAt: creationFields.createdAt,
        relatedChange: number,
        causedByChange: decision === 'confirmed' ? number : null,
        origin: creationFields.origin,
        updatedAt: creationFields.updatedAt,
      })),
    ),
  )
  await db.insert(incidents).values(
    records.outages.map(({ service, openedAt, resolvedAt }, index) => ({
      number: `OUT-${index}`,
      shortDescription: 'Logins fail',
      priority: '3 - Moderate',
      state: resolvedAt === null ? ('new' as const) : ('closed' as const),
      openedAt,
      resolvedAt,
      affectedService: service,
      origin: creationFields.origin,
      updatedAt: creationFields.updatedAt,
    })),
  )
  await db.insert(improvements).values(
    records.actions.map(({ doneAfter: _done, verifiedAfter: _verified, ...action }) => ({
      ...action,
      ...creationFields,
      title: `Action ${action.id}`,
      sourceType: 'pir',
      owner: 'ines.marchetti@hindsight.example',
    })),
  )
}
