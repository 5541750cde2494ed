import { describe, expect, test } from 'vitest'
import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { emptyReviewForms, type ReviewFormValues } from './forms.ts'
import { gatherEvidence, type OutcomeEvidence, proposeOutcome } from './outcome.ts'
import { outcomeOrder } from './questions/outcome-criteria.ts'

const clean: OutcomeEvidence = {
  isBackoutUsed: false,
  hasBackoutWorked: null,
  objective: 'yes',
  skippedSteps: [],
  deviatedSteps: [],
  confirmedIncidents: [],
  overrunMinutes: 0,
  closeCode: null,
  rolledBackAt: null,
}
const steps = (...texts: string[]) => texts.map((text) => ({ key: `key of ${text}`, text }))
const incident = (number: string, priority: string | null = null) => ({ number, priority })
const backedOut = { isBackoutUsed: true, hasBackoutWorked: true }
const backoutFailed = { isBackoutUsed: true, hasBackoutWorked: false }

/** The cases follow the criteria of the outcomes; for a backout that did not work see `weighBackout`. */
describe('the proposed outcome', () => {
  test.each<[string, Partial<OutcomeEvidence>, ReviewOutcome, string[]]>([
    ['nothing bad', {}, 'successful', ['objective', 'clean']],
    ['a confirmed incident', { confirmedIncidents: [incident('INC7')] }, 'successful_with_issues', ['incident']],
    ['an overrun window', { overrunMinutes: 110 }, 'successful_with_issues', ['window']],
    ['a deviation', { deviatedSteps: steps('Copy') }, 'successful_with_issues', ['deviated']],
    ['closed with issues', { closeCode: 'successful_with_issues' }, 'successful_with_issues', ['closed']],
    ['closed as backed out', { closeCode: 'backed_out' }, 'partially_successful', ['closed']],
    ['closed as failed', { closeCode: 'failed' }, 'failed', ['closed']],
    ['closed as successful', { closeCode: 'successful' }, 'successful', ['objective', 'closed', 'clean']],
    ['closed as successful, objective not met', { closeCode: 'successful', objective: 'no' }, 'failed', ['objective']],
    ['a skipped step', { skippedSteps: steps('Copy') }, 'partially_successful', ['skipped']],
    ['part of the objective', { objective: 'partly' }, 'partially_successful', ['objective']],
    ['part backed out', backedOut, 'partially_successful', ['backout']],
    [
      'part backed out, part met',
      { ...backedOut, objective: 'partly' },
      'partially_successful',
      ['objective', 'backout'],
    ],
    ['the objective not met', { objective: 'no' }, 'failed', ['objective']],
    ['all backed out', { ...backedOut, objective: 'no' }, 'failed', ['objective', 'backout']],
    ['a backout that did not work', backoutFailed, 'failed', ['backout']],
    ['a backout that did not work, part met', { ...backoutFailed, objective: 'partly' }, 'failed', ['backout']],
    ['a backout that did not work, objective open', { ...backoutFailed, objective: null }, 'failed', ['backout']],
    ['the objective not met, backout open', { isBackoutUsed: null, objective: 'no' }, 'failed', ['objective']],
    [
      'the objective not met, result of the backout open',
      { isBackoutUsed: true, objective: 'no' },
      'failed',
      ['objective', 'backout'],
    ],
    ['the result of a backout that was not used', { hasBackoutWorked: false }, 'successful', ['objective', 'clean']],
    [
      'an incident and an overrun beside skipped steps',
      { skippedSteps: steps('A', 'B'), confirmedIncidents: [incident('INC7')], overrunMinutes: 1 },
      'partially_successful',
      ['skipped', 'skipped'],
    ],
    [
      'all the lesser issues at once',
      { deviatedSteps: steps('A'), confirmedIncidents: [incident('INC7', '1 - Critical')], overrunMinutes: 5 },
      'successful_with_issues',
      ['deviated', 'incident', 'window'],
    ],
  ])('%s', (_, changed, outcome, deciding) => {
    const proposal = proposeOutcome({ ...clean, ...changed })
    expect(proposal.outcome).toBe(outcome)
    const decides = proposal.evidence.filter(({ allows }) => allows === outcome)
    expect(decides.map(({ kind }) => kind)).toEqual(deciding)
  })

  test.each<[string, Partial<OutcomeEvidence>, string[]]>([
    ['whether the objective was met', { objective: null }, ['is_objective_met']],
    ['whether the backout plan was used', { isBackoutUsed: null }, ['is_backout_used']],
    ['whether the backout worked', { isBackoutUsed: true }, ['has_backout_worked']],
    ['whether the objective was met, closed as failed', { objective: null, closeCode: 'failed' }, ['is_objective_met']],
    ['all of it', { objective: null, isBackoutUsed: null }, ['is_objective_met', 'is_backout_used']],
  ])('is unknown while it is open %s', (_, changed, fields) => {
    const { outcome, evidence } = proposeOutcome({ ...clean, ...changed })
    expect(outcome).toBeNull()
    expect(evidence.filter(({ kind }) => kind === 'open').map(({ field }) => field)).toEqual(fields)
  })

  test('each part of the evidence has a text and its source', () => {
    const { evidence } = proposeOutcome({
      isBackoutUsed: true,
      hasBackoutWorked: true,
      objective: 'partly',
      skippedSteps: steps('Copy'),
      deviatedSteps: steps('Start'),
      confirmedIncidents: [incident('INC7', '2 - High'), incident('INC8')],
      overrunMinutes: 110,
      closeCode: 'backed_out',
      rolledBackAt: null,
    })
    expect(evidence.map(({ text, step, field, entry }) => [text, step, field, entry])).toEqual([
      ['Only part of the objective was met.', 'plan', 'is_objective_met', null],
      ['Part of the change was backed out.', 'plan', 'is_backout_used', null],
      ['Copy', 'plan', 'steps', 'key of Copy'],
      ['Start', 'plan', 'steps', 'key of Start'],
      ['INC7, priority 2 - High', 'incidents', 'decisions', 'INC7'],
      ['INC8', 'incidents', 'decisions', 'INC8'],
      ['Overrun by 1 hour 50 minutes.', 'plan', 'actual_end', null],
      ['The change was closed as backed out.', null, 'close_code', null],
    ])
  })
})

/** The values of each part of the evidence, in order from best to worst. */
const worsening = {
  objective: ['yes', 'partly', 'no'],
  backout: [{ isBackoutUsed: false, hasBackoutWorked: null }, backedOut, backoutFailed],
  skippedSteps: [[], steps('A'), steps('A', 'B')],
  deviatedSteps: [[], steps('C'), steps('C', 'D')],
  confirmedIncidents: [[], [incident('INC1', '4 - Low')], [incident('INC2', '1 - Critical'), incident('INC1')]],
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
  const { outcome } = proposeOutcome({ ...facts, ...backout } as OutcomeEvidence)
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

const change = {
  number: 'CHG1',
  implementation_plan: { steps: ['Stop', 'Copy', 'Start'] },
  planned_start: '2026-03-01T01:00:00.000Z',
  planned_end: '2026-03-01T03:00:00.000Z',
  actual_start: null,
  actual_end: null,
  close_code: 'backed_out' as const,
  rolled_back_at: null,
}
const [stop, copy, start] = readPlanSteps(change.implementation_plan).map(({ key }) => key)
const forms = emptyReviewForms(change)
const mark = (key: string | undefined, result: 'done' | 'skipped' | 'deviated') => ({
  key: key ?? '',
  result,
  note: '',
})

test('evidence comes from the steps of the plan and the decisions on incidents', () => {
  const filled = {
    ...forms,
    plan: {
      ...forms.plan,
      steps: [mark(stop, 'done'), mark(copy, 'skipped'), mark(start, 'deviated'), mark('gone', 'skipped')],
      actual_end: '2026-03-01T04:50:59.000Z',
      is_backout_used: false,
      is_objective_met: 'partly',
    },
    incidents: {
      ...forms.incidents,
      decisions: [
        { incident: 'INC1', decision: 'confirmed', reason: '' },
        { incident: 'INC2', decision: 'rejected', reason: 'Printer' },
        { incident: 'INC3', decision: 'confirmed', reason: '' },
        { incident: 'INC4', decision: 'confirmed', reason: '' },
      ],
    },
  } satisfies ReviewFormValues
  const known = [
    { number: 'INC2', priority: '1 - Critical' },
    { number: 'INC3', priority: 'P4' },
    { number: 'INC4', priority: '2 - High' },
  ]
  expect(gatherEvidence(change, filled, known)).toEqual({
    isBackoutUsed: false,
    hasBackoutWorked: null,
    objective: 'partly',
    skippedSteps: [{ key: copy, text: 'Copy' }],
    deviatedSteps: [{ key: start, text: 'Start' }],
    confirmedIncidents: [
      { number: 'INC4', priority: '2 - High' },
      { number: 'INC3', priority: 'P4' },
      { number: 'INC1', priority: null },
    ],
    overrunMinutes: 110,
    closeCode: 'backed_out',
    rolledBackAt: null,
  })
})
