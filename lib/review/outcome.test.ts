import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import type { CloseCode } from '#lib/contracts/record-values.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { emptyReviewForms, type ReviewFormValues } from './forms.ts'
import { proposeOutcome } from './outcome.ts'
import { outcomeOrder } from './questions/outcome-criteria.ts'
import { reviewedChange } from './testing-answers.ts'

type Facts = {
  readonly isBackoutUsed: boolean | null
  readonly hasBackoutWorked: boolean | null
  readonly objective: 'yes' | 'partly' | 'no' | null
  readonly skipped: readonly string[]
  readonly deviated: readonly string[]
  /** Confirmed incidents with their priorities. */
  readonly confirmed: readonly (readonly [number: string, priority?: string])[]
  readonly overrunMinutes: number
  readonly closeCode: CloseCode | null
  readonly rolledBackAt: string | null
}

const clean: Facts = {
  isBackoutUsed: false,
  hasBackoutWorked: null,
  objective: 'yes',
  skipped: [],
  deviated: [],
  confirmed: [],
  overrunMinutes: 0,
  closeCode: null,
  rolledBackAt: null,
}
const plannedEnd = reviewedChange.planned_end ?? ''
const planOf = (facts: Facts) => ({ steps: [...facts.skipped, ...facts.deviated] })
const keysOf = (facts: Facts) => readPlanSteps(planOf(facts)).map(({ key }) => key)

function propose(facts: Facts) {
  const change = {
    ...reviewedChange,
    implementation_plan: planOf(facts),
    actual_end: new Date(Date.parse(plannedEnd) + facts.overrunMinutes * 60_000).toISOString(),
    close_code: facts.closeCode,
    rolled_back_at: facts.rolledBackAt,
  }
  const empty = emptyReviewForms(change)
  const forms: ReviewFormValues = {
    ...empty,
    plan: {
      ...empty.plan,
      steps: keysOf(facts).map((key, at) => ({
        key,
        result: at < facts.skipped.length ? 'skipped' : 'deviated',
        note: '',
      })),
      is_backout_used: facts.isBackoutUsed,
      has_backout_worked: facts.hasBackoutWorked,
      is_objective_met: facts.objective,
    },
    incidents: {
      ...empty.incidents,
      decisions: facts.confirmed.map(([incident]) => ({ incident, decision: 'confirmed', reason: '' })),
    },
  }
  return proposeOutcome(
    change,
    forms,
    facts.confirmed.flatMap(([number, priority]) => (priority === undefined ? [] : [{ number, priority }])),
  )
}

const backedOut = { isBackoutUsed: true, hasBackoutWorked: true }
const backoutFailed = { isBackoutUsed: true, hasBackoutWorked: false }
const noFault = 'No incident, overrun, deviation or backout'

/** The cases follow the criteria of the outcomes; for a backout that did not work see its question. */
describe('the proposed outcome', () => {
  test.each<[string, Partial<Facts>, ReviewOutcome, string[]]>([
    ['nothing bad', {}, 'successful', ['Objective', noFault]],
    ['a confirmed incident', { confirmed: [['INC7']] }, 'successful_with_issues', ['Caused incident']],
    ['an overrun window', { overrunMinutes: 110 }, 'successful_with_issues', ['Window']],
    ['a deviation', { deviated: ['Copy'] }, 'successful_with_issues', ['Deviation']],
    ['closed with issues', { closeCode: 'successful_with_issues' }, 'successful_with_issues', ['Close code']],
    ['closed as backed out', { closeCode: 'backed_out' }, 'partially_successful', ['Close code']],
    ['closed as failed', { closeCode: 'failed' }, 'failed', ['Close code']],
    ['closed as successful', { closeCode: 'successful' }, 'successful', ['Objective', 'Close code', noFault]],
    ['closed as successful, objective not met', { closeCode: 'successful', objective: 'no' }, 'failed', ['Objective']],
    ['a skipped step', { skipped: ['Copy'] }, 'partially_successful', ['Skipped step']],
    ['part of the objective', { objective: 'partly' }, 'partially_successful', ['Objective']],
    ['part backed out', backedOut, 'partially_successful', ['Backout']],
    [
      'part backed out, part met',
      { ...backedOut, objective: 'partly' },
      'partially_successful',
      ['Objective', 'Backout'],
    ],
    ['the objective not met', { objective: 'no' }, 'failed', ['Objective']],
    ['all backed out', { ...backedOut, objective: 'no' }, 'failed', ['Objective', 'Backout']],
    ['a backout that did not work', backoutFailed, 'failed', ['Backout']],
    ['a backout that did not work, part met', { ...backoutFailed, objective: 'partly' }, 'failed', ['Backout']],
    ['a backout that did not work, objective open', { ...backoutFailed, objective: null }, 'failed', ['Backout']],
    ['the objective not met, backout open', { isBackoutUsed: null, objective: 'no' }, 'failed', ['Objective']],
    [
      'the objective not met, result of the backout open',
      { isBackoutUsed: true, objective: 'no' },
      'failed',
      ['Objective', 'Backout'],
    ],
    ['the result of a backout that was not used', { hasBackoutWorked: false }, 'successful', ['Objective', noFault]],
    [
      'an incident and an overrun beside skipped steps',
      { skipped: ['A', 'B'], confirmed: [['INC7']], overrunMinutes: 1 },
      'partially_successful',
      ['Skipped step', 'Skipped step'],
    ],
    [
      'all the lesser issues at once',
      { deviated: ['A'], confirmed: [['INC7', '1 - Critical']], overrunMinutes: 5 },
      'successful_with_issues',
      ['Deviation', 'Caused incident', 'Window'],
    ],
  ])('%s', (_, changed, outcome, deciding) => {
    const proposal = propose({ ...clean, ...changed })
    expect(proposal.outcome).toBe(outcome)
    const decides = proposal.evidence.filter(({ allows }) => allows === outcome)
    expect(decides.map(({ label }) => label)).toEqual(deciding)
  })

  test.each<[string, Partial<Facts>, string[]]>([
    ['whether the objective was met', { objective: null }, ['is_objective_met']],
    ['whether the backout plan was used', { isBackoutUsed: null }, ['is_backout_used']],
    ['whether the backout worked', { isBackoutUsed: true }, ['has_backout_worked']],
    ['whether the objective was met, closed as failed', { objective: null, closeCode: 'failed' }, ['is_objective_met']],
    ['all of it', { objective: null, isBackoutUsed: null }, ['is_objective_met', 'is_backout_used']],
  ])('is unknown while it is open %s', (_, changed, fields) => {
    const { outcome, evidence } = propose({ ...clean, ...changed })
    expect(outcome).toBeNull()
    expect(evidence.filter(({ label }) => label === 'Not answered').map(({ field }) => field)).toEqual(fields)
  })

  test('each part of the evidence has a text and its source; incidents are listed by their urgency', () => {
    const facts: Facts = {
      ...backedOut,
      objective: 'partly',
      skipped: ['Copy'],
      deviated: ['Start'],
      confirmed: [['INC6'], ['INC7', 'P4'], ['INC8', '2 - High']],
      overrunMinutes: 110.9,
      closeCode: 'backed_out',
      rolledBackAt: '2026-03-01T03:00:00.000Z',
    }
    const [copy, start] = keysOf(facts)
    expect(propose(facts).evidence.map(({ text, step, field, entry }) => [text, step, field, entry])).toEqual([
      ['Only part of the objective was met.', 'plan', 'is_objective_met', null],
      ['Part of the change was backed out.', 'plan', 'is_backout_used', null],
      ['Copy', 'plan', 'steps', copy],
      ['Start', 'plan', 'steps', start],
      ['INC8, priority 2 - High', 'incidents', 'decisions', 'INC8'],
      ['INC7, priority P4', 'incidents', 'decisions', 'INC7'],
      ['INC6', 'incidents', 'decisions', 'INC6'],
      ['Overrun by 1 hour 50 minutes.', 'plan', 'actual_end', null],
      ['A pipeline rolled the change back.', null, 'rolled_back_at', null],
      ['The change was closed as backed out.', null, 'close_code', null],
    ])
  })
})

/** The values of each part of the evidence, in order from best to worst. */
const worsening = {
  objective: ['yes', 'partly', 'no'],
  backout: [{ isBackoutUsed: false, hasBackoutWorked: null }, backedOut, backoutFailed],
  skipped: [[], ['A'], ['A', 'B']],
  deviated: [[], ['C'], ['C', 'D']],
  confirmed: [[], [['INC1', '4 - Low']], [['INC2', '1 - Critical'], ['INC1']]],
  overrunMinutes: [0, 1, 600],
  closeCode: ['successful', 'successful_with_issues', 'failed'],
  rolledBackAt: [null, '2026-03-01T03:00:00.000Z', '2026-03-01T04:00:00.000Z'],
} as const
const parts = Object.keys(worsening) as (keyof typeof worsening)[]

/** Every combination of these values, each as its levels in the order of `parts`. */
const combinations = parts.reduce<number[][]>(
  (all) => all.flatMap((levels) => [0, 1, 2].map((it) => [...levels, it])),
  [[]],
)

function rankOutcome(levels: readonly number[]): number {
  const values = Object.fromEntries(parts.map((part, at) => [part, worsening[part][levels[at] ?? 0]]))
  const { backout, ...facts } = values as { backout: object } & Record<string, unknown>
  const { outcome } = propose({ ...facts, ...backout } as Facts)
  return outcome === null ? -1 : outcomeOrder.indexOf(outcome)
}

test('worse evidence never improves the outcome, and answered questions always determine one', () => {
  expect(combinations).toHaveLength(3 ** parts.length)
  const ranks = new Map(combinations.map((levels) => [levels.join(), rankOutcome(levels)]))
  expect([...ranks].filter(([, rank]) => rank === -1)).toEqual([])
  const better = combinations.flatMap((levels) =>
    parts.flatMap((part, at) => {
      const worse = levels.with(at, (levels[at] ?? 0) + 1)
      const rank = ranks.get(worse.join())
      return rank !== undefined && rank < (ranks.get(levels.join()) ?? 0) ? [`${levels}: ${part}`] : []
    }),
  )
  expect(better).toEqual([])
  expect(new Set(ranks.values())).toEqual(new Set([0, 1, 2, 3]))
})

test('marks of steps that the plan no longer has, and rejected incidents, are no evidence', () => {
  const change = { ...reviewedChange, implementation_plan: null }
  const empty = emptyReviewForms(change)
  const forms: ReviewFormValues = {
    ...empty,
    plan: { ...empty.plan, steps: [{ key: 'gone', result: 'skipped', note: '' }] },
    incidents: { ...empty.incidents, decisions: [{ incident: 'INC2', decision: 'rejected', reason: 'Printer' }] },
  }
  const found = proposeOutcome(change, forms).evidence.map(({ field }) => field)
  expect(found).toEqual(['is_objective_met', 'is_backout_used'])
})

const end = reviewedChange.actual_end ?? ''
const someValue = fc.integer({ min: -3, max: 3 })
const someMeasure = fc.record({
  better: fc.constantFrom('lower' as const, 'higher' as const),
  baseline: fc.option(someValue),
  target: someValue,
  isLate: fc.boolean(),
  readings: fc.array(fc.record({ minutes: fc.integer({ min: -2, max: 2 }), value: fc.option(someValue) }), {
    maxLength: 4,
  }),
})
const someObjective = fc.constantFrom('yes' as const, 'partly' as const, 'no' as const)

/** What a measure allows, in its own words: 0 for a full success, 2 for a part of one. */
function judgeAgain({ better, target, readings }: typeof someMeasure extends fc.Arbitrary<infer M> ? M : never) {
  let last: { minutes: number; value: number | null } | null = null
  for (const one of readings) if (one.minutes >= 0 && (last === null || one.minutes >= last.minutes)) last = one
  if (last === null || last.value === null) return 0
  const distance = better === 'higher' ? target - last.value : last.value - target
  return distance > 0 ? 2 : 0
}

test('a missed target is at best a partial success, and what was not measured neither lowers nor raises', () => {
  const cases = fc.property(fc.array(someMeasure, { maxLength: 5 }), someObjective, (drawn, objective) => {
    const measures = drawn.map(({ readings, isLate, ...one }, index) => ({
      ...one,
      id: `msr_${index}`,
      name: `Measure ${index}`,
      unit: null,
      abort_if: null,
      query: null,
      stated_by: 'Ines',
      stated_at: isLate ? end : '2020-01-01T00:00:00.000Z',
      readings: readings
        .toSorted((before, after) => before.minutes - after.minutes)
        .map(({ minutes, value }) => ({
          value,
          taken_at: new Date(Date.parse(end) + minutes * 60_000).toISOString(),
          source: 'Grafana',
        })),
    }))
    const change = { ...reviewedChange, implementation_plan: null, measures }
    const empty = emptyReviewForms(change)
    const plan = { ...empty.plan, is_backout_used: false, is_objective_met: objective }
    const { outcome, evidence } = proposeOutcome(change, { ...empty, plan })
    const wanted = Math.max({ yes: 0, partly: 2, no: 3 }[objective], ...drawn.map(judgeAgain))
    expect(outcome).toBe(['successful', 'successful_with_issues', 'partially_successful', 'failed'][wanted])
    const texts = evidence.flatMap(({ label, text }) => (label === 'Measure' ? text : []))
    expect(texts.map((text) => text.includes('stated after the work began'))).toEqual(drawn.map(({ isLate }) => isLate))
  })
  fc.assert(cases, { numRuns: 200 })
})
