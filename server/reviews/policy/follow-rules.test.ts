import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NewPolicyRule } from '#lib/contracts/app/policy.ts'
import { noConditions } from '#lib/domain/policy/default-rules.ts'
import { readRows } from '#server/platform/db/testing.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { putChange } from '#server/reviews/api-writes/put-change.ts'
import { completeReview } from '#server/reviews/commands/complete.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { getReview } from '#server/reviews/queries.ts'
import { ada, callum, createContext, fillReview, henrike, insertChange, noor, paolo } from '#server/reviews/testing.ts'
import { needsSignOff, provideReviews, quiet, unconditional } from '#server/reviews/testing-reviews.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { policyRules } from '#server/schema/policy.ts'
import { reviewSteps, reviews } from '#server/schema/reviews.ts'
import { findTouchedReviews, listFormerVersions } from './follow-rules.ts'
import { confirmRuleEnd, createPolicyRule, deletePolicyRule, updatePolicyRule } from './rule-commands.ts'

const { database, as, put } = provideReviews({
  people: [noor, callum, henrike, paolo, ada],
  pipeline: false,
  hasRules: false,
})
async function empty() {
  for (const table of [reviewSteps, reviews, changes, policyRules, auditEvents]) await database.db.delete(table)
}

const risks = ['moderate', 'high'] as const
type Risk = (typeof risks)[number]

const writeRule = (asked: readonly Risk[], name = 'Rated risk'): NewPolicyRule => ({
  name,
  is_active: true,
  conditions: { ...noConditions, types: [], risks: [...asked], close_codes: [], models: [], services: [] },
  form: 'full',
  due_business_days: 10,
  needs_sign_off: true,
  assignment: { kind: 'nobody' },
})

/** The rule in its own words: which risks it asked a sign-off for, from when until when, and whether that is over. */
type ModelVersion = {
  readonly asked: ReadonlySet<Risk>
  readonly from: number
  until: number | null
  by: Actor | null
  isOver: boolean
}
type ModelReview = {
  readonly number: string
  readonly start: number
  readonly opened: number
  readonly rated: Set<Risk>
}

const isMet = ({ asked }: ModelVersion, { rated }: ModelReview) => [...rated].some((risk) => asked.has(risk))

/** A review needs a sign-off by each version that is in force, was since it was opened, or was when the work began. */
function needs(review: ModelReview, versions: readonly ModelVersion[]): boolean {
  return versions.some(({ from, until, isOver, ...version }) => {
    const isHeld = until === null || until >= review.opened || (from <= review.start && review.start <= until)
    return isHeld && !isOver && isMet({ from, until, isOver, ...version }, review)
  })
}

const person = fc.constantFrom(henrike, paolo)
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      who: person,
      asked: fc.subarray([...risks]),
      switches: fc.nat(5),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('register' as const), risk: fc.constantFrom(...risks), age: fc.nat(8) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('rate' as const), which: fc.nat(), risk: fc.constantFrom(...risks) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('confirm' as const), who: person, which: fc.nat() }) },
)

test(
  'an open review needs a sign-off by each rule that counts for its work, until a second manager says otherwise',
  async () => {
    let run = 0
    const play = async (steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) => {
      run += 1
      await empty()
      const zero = Date.UTC(2026, 2, 10)
      let minute = 20
      const toTime = (at: number) => new Date(zero + at * 60_000).toISOString()
      const at = (actor: Actor = noor) => createContext(database.db, actor, toTime(minute))
      const { id } = await createPolicyRule(at(henrike), writeRule(['high']))
      const open: (ModelReview & { readonly reference: string })[] = []
      const versions: ModelVersion[] = [
        { asked: new Set(['high']), from: minute, until: null, by: null, isOver: false },
      ]
      for (const one of steps) {
        minute += 1
        const current = versions.at(-1)
        if (one.kind === 'edit') {
          // A rule that is off or asks for no sign-off asks for nothing.
          const asked = new Set(one.switches < 2 ? [] : one.asked)
          const patch =
            asked.size > 0
              ? writeRule([...asked], `Rule ${minute}`)
              : { ...writeRule(['high']), ...(one.switches === 0 ? { is_active: false } : { needs_sign_off: false }) }
          const touched = await findTouchedReviews(at(), id, { ...patch, id })
          const former = versions.map((version) => ({ ...version, until: version.until ?? minute }))
          const next = { asked, from: minute, until: null, by: null, isOver: false }
          const find = (isTouched: (review: ModelReview) => boolean) =>
            open.filter(isTouched).map(({ number }) => number)
          expect(touched).toEqual({
            raised: find((review) => !needs(review, versions) && needs(review, [...former, next])),
            kept: find((review) => current !== undefined && isMet(current, review) && !isMet(next, review)),
          })
          await updatePolicyRule(at(one.who), id, patch)
          if (current && current.asked.symmetricDifference(asked).size > 0) {
            current.until = minute
            current.by = one.who
            versions.push(next)
          }
        } else if (one.kind === 'register') {
          const number = `CHG-${run}-${String(open.length).padStart(2, '0')}`
          const start = minute - one.age
          await insertChange(database.db, number, { ...quiet, risk: one.risk, actualStart: toTime(start) })
          const { reference } = await startReview(at(), number)
          open.push({ number, reference, start, opened: minute, rated: new Set([one.risk]) })
        } else if (one.kind === 'rate') {
          const review = open[one.which % open.length]
          if (!review) continue
          await putChange(at(ada), review.number, { risk: one.risk }, unconditional)
          review.rated.add(one.risk)
        } else {
          const listed = await listFormerVersions(database.db)
          const version = listed[one.which % listed.length]
          if (!version) continue
          const known = versions.find(({ until }) => until !== null && toTime(until) === version.end.at)
          if (!known) throw new Error(`The model knows no version that ended at ${version.end.at}.`)
          const confirming = confirmRuleEnd(at(one.who), version.end.id, 'A slip.')
          if (known.by === one.who) await expect(confirming).rejects.toMatchObject({ code: 'forbidden' })
          else {
            await confirming
            known.isOver = true
          }
        }
        const stored = await database.db.select().from(reviews)
        const entries = await readRows(database.db, auditEvents, { entityType: 'review' })
        const last = new Map(
          entries
            .toSorted((one, other) => (one.id < other.id ? -1 : 1))
            .flatMap(({ entityId, changes: { needs_sign_off: need } }) => (need ? [[entityId, need.to]] : [])),
        )
        const found = stored.map(({ changeNumber: number, reference, needsSignOff: isNeeded, reasons }) => ({
          number,
          isNeeded,
          reasons: reasons.map(({ rule_id }) => rule_id),
          isLastEntry: last.get(reference) ?? false,
        }))
        const expected = open.map((review) => {
          const isNeeded = needs(review, versions)
          return { number: review.number, isNeeded, reasons: isNeeded ? [id] : [], isLastEntry: isNeeded }
        })
        expect(new Set(found)).toEqual(new Set(expected))
      }
      for (const { reference, ...review } of open) {
        expect((await getReview(at(), reference)).needs_sign_off).toBe(needs(review, versions))
      }
    }
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12, size: 'max' }), play), {
      numRuns: runs(6),
      seed: 5,
      endOnFailure: true,
    })
  },
  runs(60_000),
)

/** Work as planned, which began at a time and took half an hour. */
function work(start: Date) {
  const actualEnd = new Date(start.getTime() + 1_800_000).toISOString()
  const actualStart = start.toISOString()
  return { ...quiet, plannedStart: actualStart, actualStart, actualEnd, plannedEnd: actualEnd }
}

test('a rule lowered for a minute does not spare the work that began before, whoever registers it later', async () => {
  await empty()
  const { id } = await createPolicyRule(as(henrike), writeRule(['high']))
  const { now } = as()
  await updatePolicyRule(as(henrike), id, { needs_sign_off: false })
  await insertChange(database.db, 'CHG-LATE', { ...work(now), risk: 'high' })
  const { reference } = await startReview(as(henrike), 'CHG-LATE')
  await fillReview(as(henrike), await getReview(as(henrike), reference))
  await expect(completeReview(as(henrike), reference, {})).rejects.toMatchObject(needsSignOff)
  const [version] = await listFormerVersions(database.db)
  expect(version?.reviews.map(({ row }) => row.changeNumber)).toEqual(['CHG-LATE'])
  expect((await getReview(as(), reference)).reasons.map(({ text }) => text)).toEqual([
    'Risk rated high; by the rule as it was until 10 Mar 2026',
  ])
  const end = version?.end.id ?? ''
  await expect(confirmRuleEnd(as(henrike), end, 'Mine.')).rejects.toMatchObject({ code: 'forbidden' })
  expect(await confirmRuleEnd(as(paolo), end, 'Too strict.')).toBe(1)
  await expect(confirmRuleEnd(as(paolo), end, 'Again.')).rejects.toMatchObject({ code: 'conflict' })
  expect(await completeReview(as(henrike), reference, {})).toMatchObject({ status: 'completed' })
})

test('a review that ended while a rule was lowered waits for a sign-off once its record shows what the rule asks', async () => {
  await empty()
  const { id } = await createPolicyRule(as(henrike), writeRule(['high']))
  const { now } = as()
  await updatePolicyRule(as(henrike), id, { is_active: false })
  await insertChange(database.db, 'CHG-QUIET', work(now))
  const { reference } = await startReview(as(henrike), 'CHG-QUIET')
  await fillReview(as(henrike), await getReview(as(henrike), reference))
  await completeReview(as(henrike), reference, {})
  await deletePolicyRule(as(henrike), id)
  await put(ada, 'CHG-QUIET', { risk: 'high' })
  expect(await getReview(as(), reference)).toMatchObject({ status: 'awaiting_sign_off' })
})
