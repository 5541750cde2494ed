import { describe, expect, test } from 'vitest'
import { reviewForms } from '#lib/contracts/app/review-forms.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import { changeTypes } from '#lib/contracts/changes.ts'
import { improvementStatuses } from '#lib/contracts/improvements.ts'
import { incidentStates } from '#lib/contracts/incidents.ts'
import { changeStates, polarities, reviewOutcomes } from '#lib/contracts/record-values.ts'
import type { ReviewFormValues } from '#lib/review/forms.ts'
import { proposeOutcome } from '#lib/review/outcome.ts'
import { listStepProgress } from '#lib/review/progress.ts'
import { buildDemoData, type DemoData } from './build-demo-data.ts'
import { toEvidenceSource } from './build-reviews.ts'
import { services } from './catalogue.ts'
import { readStories } from './story.ts'

const data = buildDemoData(new Date('2026-11-20T14:03:07.123Z'))
const changesByNumber = new Map(data.changes.map((change) => [change.number, change]))
const incidentsByNumber = new Map(data.incidents.map((incident) => [incident.number, incident]))

test('is the same for the same day, at any hour, with the same numbers on every day', () => {
  expect(buildDemoData(new Date('2026-11-20T00:00:00.000Z'))).toEqual(data)
  const later = buildDemoData(new Date('2027-03-02T09:00:00.000Z'))
  const listClosed = (from: DemoData) =>
    from.changes.filter(({ state }) => state === 'closed').map(({ number, assignedTo }) => [number, assignedTo])
  expect(later).not.toEqual(data)
  expect(listClosed(later)).toEqual(listClosed(data))
})

test.each([
  ['changes', 'state', changeStates],
  ['changes', 'type', changeTypes],
  ['changes', 'pirOutcome', reviewOutcomes],
  ['incidents', 'state', incidentStates],
  ['incidents', 'priorityLevel', [1, 2, 3, 4, 5]],
  ['improvements', 'status', improvementStatuses],
  ['articles', 'polarity', polarities],
] as const)('has %s with every %s', (table, field, values) => {
  const rows: readonly Record<string, unknown>[] = data[table]
  const found = new Set(rows.map((row) => row[field]))
  expect([...values].filter((value) => !found.has(value))).toEqual([])
})

describe('what it names exists', () => {
  test('changes, services and people', () => {
    const isKnown = (service: string | null | undefined) => services().has(service ?? '')
    const linked = data.incidents.flatMap(({ relatedChange }) => relatedChange ?? [])
    expect(linked.length).toBeGreaterThan(5)
    expect(linked.filter((number) => !changesByNumber.has(number))).toEqual([])
    expect(data.incidents.filter(({ affectedService }) => !isKnown(affectedService))).toEqual([])
    const emails = new Set(data.users.map(({ email }) => email))
    const named = [
      ...data.changes.flatMap(({ assignedTo, requestedBy }) => [assignedTo, requestedBy]),
      ...data.improvements.map(({ owner }) => owner),
      ...data.reviews.map(({ review }) => review.reviewer),
      ...data.accounts.map(({ email }) => email),
    ]
    expect(named.filter((email) => email && !emails.has(email))).toEqual([])
  })

  test('the review of each action and lesson', () => {
    const references = data.reviews.map(({ review }) => review.reference)
    expect(data.improvements.filter(({ sourceRef }) => !references.includes(sourceRef))).toEqual([])
    const ofOthers = data.articles.filter(
      ({ sourceChange, sourcePir }) => changesByNumber.get(sourceChange ?? '')?.pirReference !== sourcePir,
    )
    expect(ofOthers).toEqual([])
  })

  test('the causing change of an incident began before it; most are not linked', () => {
    const wrong = data.causes.filter(
      ({ incident, change }) =>
        (incidentsByNumber.get(incident)?.openedAt ?? '') <= (changesByNumber.get(change)?.actualStart ?? '9'),
    )
    expect(wrong).toEqual([])
    const unlinked = data.causes.filter(({ incident }) => incidentsByNumber.get(incident)?.relatedChange === null)
    expect(unlinked.length).toBeGreaterThan(data.causes.length / 2)
  })

  test('no text has an unfilled placeholder, and each finished action has evidence', () => {
    expect(JSON.stringify(data).match(/<\w+>|\{(change|pir|incident|month)[^}]*\}/g)).toBeNull()
    const finished = data.improvements.filter(({ status }) => status === 'done' || status === 'verified')
    expect(finished.filter(({ evidence }) => !evidence)).toEqual([])
  })
})

describe('reviews agree with the records', () => {
  const stories = readStories().filter(({ review }) => review)
  const filled = data.reviews
    .filter(({ review }) => review.status !== 'in_progress')
    .map(({ review, forms }) => {
      const change = changesByNumber.get(review.changeNumber)
      if (!change) throw new Error(review.changeNumber)
      return { review, change, reviewed: toEvidenceSource(change), forms: forms as ReviewFormValues }
    })

  test('their answers match the schemas and are complete', () => {
    for (const { review, reviewed, forms } of filled) {
      for (const step of reviewSteps) expect(reviewForms[step].parse(forms[step])).toEqual(forms[step])
      const progress = listStepProgress({
        change: reviewed,
        forms,
        improvementCount: forms.improvements.is_none_needed ? 0 : 1,
        linkedIncidents: data.incidents
          .filter(({ relatedChange }) => relatedChange === review.changeNumber)
          .map(({ number }) => number),
        urgentIncidents: [],
        review: { status: 'completed', needs_sign_off: false },
      })
      const missing = progress.flatMap((step) => step.missing.map(({ text }) => text))
      expect([review.changeNumber, missing]).toEqual([review.changeNumber, []])
    }
  })

  test('most outcomes are those that the evidence suggests', () => {
    const others = filled.filter(
      ({ reviewed, forms }) => proposeOutcome(reviewed, forms).outcome !== forms.outcome.outcome,
    )
    expect(others.length).toBeLessThan(filled.length / 4)
    expect(others.length).toBeGreaterThan(0)
  })

  test('a deviated step exists in the plan', () => {
    const unknown = stories.flatMap(({ key, plan, review }) =>
      (review?.deviations ?? []).flatMap(({ step }) =>
        JSON.stringify(plan).includes(step) ? [] : [`${key}: ${step}`],
      ),
    )
    expect(unknown).toEqual([])
  })

  test('each incident was resolved before the review, and has a reason', () => {
    for (const { review, forms } of filled) {
      for (const { incident, reason } of forms.incidents.decisions) {
        expect([incident, reason]).not.toEqual([incident, ''])
        expect((incidentsByNumber.get(incident)?.resolvedAt ?? '9') < review.updatedAt).toBe(true)
      }
    }
  })

  test('nobody reviews or signs off their own change, nor signs off their own review', () => {
    for (const { assignee, review } of stories) {
      const involved = [assignee, review?.reviewer, review?.signedOffBy].filter(Boolean)
      expect(new Set(involved).size).toBe(involved.length)
    }
    expect(filled.filter(({ review }) => review.signedOffBy).length).toBeGreaterThan(5)
  })
})

describe.each([
  '2026-12-11',
  '2026-12-12',
  '2026-12-13',
  '2026-12-14',
  '2026-12-15',
  '2026-12-16',
  '2026-12-17',
  '2027-01-01',
  '2028-02-29',
])('seeded on %s', (day) => {
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

  test('dates are in order', () => {
    for (const { createdAt, plannedStart, plannedEnd, actualStart, actualEnd, updatedAt } of changes) {
      const inOrder = [createdAt, actualStart, actualEnd].filter((moment) => moment !== null)
      expect(inOrder).toEqual(inOrder.toSorted())
      expect(createdAt < (plannedStart ?? '') && (plannedStart ?? '') < (plannedEnd ?? '')).toBe(true)
      expect(updatedAt >= (actualEnd ?? createdAt)).toBe(true)
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
      const facts = [actualStart !== null, actualEnd !== null, closeCode !== null]
      expect([state, ...facts]).toEqual([state, isOver || state === 'implement', isOver, isOver])
    }
  })

  test('some actions and reviews are overdue, others are not', () => {
    const pending = improvements.filter(({ status }) => status === 'open' || status === 'in_progress')
    const overdue = pending.filter(({ targetDate }) => targetDate < day)
    expect(overdue.length).toBeGreaterThan(1)
    expect(pending.length).toBeGreaterThan(overdue.length)
    const ends = changes.filter(({ state }) => state === 'review').map(({ actualEnd }) => actualEnd ?? '')
    const twoWeeksAgo = new Date(Date.parse(midnight) - 14 * 86_400_000).toISOString()
    expect(ends.filter((end) => end < twoWeeksAgo).length).toBeGreaterThan(2)
    expect(ends.filter((end) => end > twoWeeksAgo).length).toBeGreaterThan(2)
  })
})
