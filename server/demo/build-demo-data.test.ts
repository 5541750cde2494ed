import { describe, expect, test } from 'vitest'
import { changeTypes } from '#lib/contracts/changes.ts'
import { improvementStatuses } from '#lib/contracts/improvements.ts'
import { incidentStates } from '#lib/contracts/incidents.ts'
import { changeStates, reviewOutcomes } from '#lib/contracts/record-values.ts'
import { buildDemoData } from './build-demo-data.ts'
import { services } from './catalogue.ts'
import type { DemoData } from './demo-data.ts'

const now = new Date('2026-11-20T14:03:07.123Z')
const data = buildDemoData(now)
const changesByNumber = new Map(data.changes.map((change) => [change.number, change]))
const incidentsByNumber = new Map(data.incidents.map((incident) => [incident.number, incident]))
const emails = new Set(data.users.map(({ email }) => email))
const references = new Set(data.reviews.map(({ reference }) => reference))

test('is the same for the same day, at any hour', () => {
  expect(buildDemoData(new Date('2026-11-20T00:00:00.000Z'))).toEqual(data)
  expect(buildDemoData(new Date('2026-11-21T00:00:00.000Z'))).not.toEqual(data)
})

test('has the same numbers and texts every day', () => {
  const later = buildDemoData(new Date('2027-03-02T09:00:00.000Z'))
  const describeChange = (change: DemoData['changes'][number]) =>
    `${change.number} ${change.assignedTo} ${change.state}`
  const closed = (from: DemoData) => from.changes.filter(({ state }) => state === 'closed').map(describeChange)
  expect(closed(later)).toEqual(closed(data))
  expect(later.products).toEqual(data.products)
})

test('has the promised amounts', () => {
  expect(Object.fromEntries(Object.entries(data).map(([table, rows]) => [table, rows.length]))).toMatchObject({
    accounts: 7,
    users: 60,
    products: 120,
    changes: 56,
    incidents: 300,
    improvements: 23,
    articles: 29,
  })
})

test.each([
  ['changes', 'state', changeStates],
  ['changes', 'type', changeTypes],
  ['changes', 'pirOutcome', reviewOutcomes],
  ['incidents', 'state', incidentStates],
  ['incidents', 'priorityLevel', [1, 2, 3, 4, 5]],
  ['improvements', 'status', improvementStatuses],
  ['articles', 'polarity', ['positive', 'negative', 'neutral']],
] as const)('has %s with every %s', (table, field, values) => {
  const rows: readonly Record<string, unknown>[] = data[table]
  const found = new Set(rows.map((row) => row[field]))
  expect([...values].filter((value) => !found.has(value))).toEqual([])
})

describe('references are valid', () => {
  test('incidents name changes and services that exist', () => {
    const linked = data.incidents.filter(({ relatedChange }) => relatedChange)
    expect(linked.length).toBeGreaterThan(10)
    expect(linked.length).toBeLessThan(40)
    expect(linked.filter(({ relatedChange }) => !changesByNumber.has(relatedChange ?? ''))).toEqual([])
    const isKnown = (service: string | null | undefined) => services().has(service ?? '')
    expect(data.incidents.filter(({ affectedService }) => !isKnown(affectedService))).toEqual([])
    expect(data.changes.filter(({ affectedServices }) => !affectedServices.every(isKnown))).toEqual([])
  })

  test('a causing change has an incident after its start, usually not linked', () => {
    expect(data.causes.length).toBeGreaterThan(30)
    const wrong = data.causes.filter(({ incident, change }) => {
      const openedAt = incidentsByNumber.get(incident)?.openedAt ?? ''
      return openedAt <= (changesByNumber.get(change)?.actualStart ?? '9')
    })
    expect(wrong).toEqual([])
    const unlinked = data.causes.filter(({ incident }) => incidentsByNumber.get(incident)?.relatedChange === null)
    expect(unlinked.length).toBeGreaterThan(data.causes.length / 2)
  })

  test('a reference belongs to one change, which has outcome and date', () => {
    const completed = data.changes.filter(({ pirCompleted }) => pirCompleted)
    expect(new Set(completed.map(({ pirReference }) => pirReference))).toEqual(references)
    expect(completed.length).toBe(references.size)
    for (const change of completed) {
      expect(change).toMatchObject({ state: 'closed', pirOutcome: expect.any(String) })
      expect(change.pirReference).toMatch(new RegExp(`^PIR-${change.pirDate?.slice(0, 4)}-\\d{4}$`))
    }
    const others = data.changes.filter(({ pirCompleted }) => !pirCompleted)
    expect(others.filter(({ pirReference, pirOutcome, pirDate }) => pirReference || pirOutcome || pirDate)).toEqual([])
  })

  test('improvements and lessons belong to a review', () => {
    expect(data.improvements.filter(({ sourceRef }) => !references.has(sourceRef))).toEqual([])
    expect(
      data.articles.filter(
        ({ sourceChange, sourcePir }) =>
          changesByNumber.get(sourceChange ?? '')?.pirReference !== sourcePir || !sourcePir,
      ),
    ).toEqual([])
  })

  test('people and accounts named by e-mail address exist', () => {
    const named = [
      ...data.changes.flatMap(({ assignedTo, requestedBy }) => [assignedTo, requestedBy]),
      ...data.improvements.map(({ owner }) => owner),
      ...data.reviews.flatMap(({ reviewer, signedOffBy }) => [reviewer, signedOffBy]),
      ...data.accounts.map(({ email }) => email),
    ]
    expect(named.filter((email) => email && !emails.has(email))).toEqual([])
  })

  test('no text has an unfilled placeholder', () => {
    expect(JSON.stringify(data).match(/<\w+>|\{(change|pir|incident|month)[^}]*\}/g)).toBeNull()
  })
})

describe('reviews agree with the records', () => {
  const reviewed = data.reviews.map((review) => ({ review, change: changesByNumber.get(review.change) }))

  test('“successful” means within the window, as planned, without incident', () => {
    for (const { review, change } of reviewed) {
      const isClean =
        review.incidents.every(({ decision }) => decision === 'rejected') &&
        (change?.actualEnd ?? '9') <= (change?.plannedEnd ?? '') &&
        review.deviations.length === 0 &&
        !review.backout
      expect([review.reference, isClean]).toEqual([review.reference, review.outcome === 'successful'])
    }
  })

  test('a deviated step exists in the plan', () => {
    const unknown = reviewed.flatMap(({ review, change }) =>
      review.deviations.filter(({ step }) => !JSON.stringify(change?.implementationPlan).includes(step)),
    )
    expect(unknown).toEqual([])
  })

  test('every incident was resolved before the review was completed, and has a reason', () => {
    for (const { review } of reviewed) {
      for (const { incident, reason } of review.incidents) {
        expect(reason).not.toBe('')
        expect((incidentsByNumber.get(incident)?.resolvedAt ?? '9') < review.completedAt).toBe(true)
      }
    }
  })

  test('nobody reviews or signs off their own change, nor signs off their own review', () => {
    for (const { review, change } of reviewed) {
      const involved = [change?.assignedTo, review.reviewer, review.signedOffBy].filter(Boolean)
      expect(new Set(involved).size).toBe(involved.length)
    }
  })
})

/** Days of seeding: every weekday, New Year, a leap day. */
const days = [
  ...Array.from({ length: 21 }, (_, index) => `2026-12-${String(index + 11).padStart(2, '0')}`),
  '2027-01-01',
  '2027-01-03',
  '2028-02-28',
  '2028-02-29',
  '2028-03-01',
  '2029-07-08',
]

describe.each(days)('seeded on %s', (day) => {
  const midnight = `${day}T00:00:00.000Z`
  const { changes, incidents, improvements, articles } = buildDemoData(new Date(midnight))
  const first = new Date(Date.parse(midnight) - 400 * 86_400_000).toISOString()

  test('no past event is in the future or older than about a year', () => {
    const past = [
      ...changes.flatMap((change) => [change.createdAt, change.updatedAt, change.actualStart, change.actualEnd]),
      ...changes.map(({ pirDate }) => pirDate && `${pirDate}T00:00:00.000Z`),
      ...incidents.flatMap((incident) => [incident.openedAt, incident.updatedAt, incident.resolvedAt]),
      ...improvements.flatMap((improvement) => [improvement.createdAt, improvement.updatedAt]),
      ...articles.map(({ createdAt }) => createdAt),
    ].filter((moment) => moment !== null && moment !== undefined)
    expect(past.filter((moment) => moment > midnight || moment < first)).toEqual([])
  })

  test('dates are in order, at whole minutes', () => {
    for (const change of changes) {
      const { createdAt, plannedStart, plannedEnd, actualStart, actualEnd, updatedAt } = change
      const inOrder = [createdAt, actualStart, actualEnd].filter((moment) => moment !== null)
      expect(inOrder).toEqual(inOrder.toSorted())
      expect(createdAt < (plannedStart ?? '') && (plannedStart ?? '') < (plannedEnd ?? '')).toBe(true)
      expect(updatedAt >= (actualEnd ?? createdAt)).toBe(true)
      expect([createdAt, plannedStart, updatedAt].filter((moment) => !moment?.endsWith(':00.000Z'))).toEqual([])
    }
    expect(incidents.filter(({ openedAt, resolvedAt }) => resolvedAt && resolvedAt <= openedAt)).toEqual([])
    expect(improvements.filter(({ createdAt, updatedAt }) => updatedAt < createdAt)).toEqual([])
    expect(improvements.filter(({ createdAt, targetDate }) => targetDate < createdAt.slice(0, 10))).toEqual([])
  })

  test('planned changes are in the future, and past ones were carried out', () => {
    for (const { state, plannedStart, actualStart, actualEnd, closeCode } of changes) {
      const isAhead = ['new', 'assess', 'authorize', 'scheduled'].includes(state)
      const isOver = state === 'review' || state === 'closed'
      expect([state, (plannedStart ?? '') > midnight]).toEqual([state, isAhead])
      expect([state, actualStart !== null, actualEnd !== null, closeCode !== null]).toEqual([
        state,
        isOver || state === 'implement',
        isOver,
        isOver,
      ])
    }
  })

  test('some actions and reviews are overdue, others are not', () => {
    const pending = improvements.filter(({ status }) => status === 'open' || status === 'in_progress')
    const overdue = pending.filter(({ targetDate }) => targetDate < day)
    expect(overdue.length).toBeGreaterThan(3)
    expect(pending.length - overdue.length).toBeGreaterThan(3)
    const waiting = changes.filter(({ state }) => state === 'review').map(({ actualEnd }) => actualEnd ?? '')
    const twoWeeksAgo = new Date(Date.parse(midnight) - 14 * 86_400_000).toISOString()
    expect(waiting.filter((end) => end < twoWeeksAgo).length).toBeGreaterThan(3)
    expect(waiting.filter((end) => end > twoWeeksAgo).length).toBeGreaterThan(3)
  })
})
