import { describe, expect, test } from 'vitest'
import { readPlanSteps } from './plan-steps.ts'

type Plan = Record<string, unknown>

/** Each step as `group › group: text [owner, duration]`. */
const outline = (plan: Plan) =>
  readPlanSteps(plan).map(({ group, text, owner, duration }) => {
    const more = [owner, duration].filter(Boolean).join(', ')
    return `${group.length > 0 ? `${group.join(' › ')}: ` : ''}${text}${more ? ` [${more}]` : ''}`
  })

describe('finds the steps of a plan', () => {
  test.each<[string, Plan, string[]]>([
    ['a list of texts', { steps: ['1. Stop', 'Step 2: Start'] }, ['Stop', 'Start']],
    [
      'records with owner and duration',
      {
        steps: [
          { order: 1, action: 'Stop', owner: 'Ada', duration_minutes: 15 },
          { order: 2, title: 'Start', assigned_to: 'Bo', duration: '2 h' },
          { name: 'Check', responsible: 'Cy', estimated_hours: 1 },
        ],
      },
      ['Stop [Ada, 15 min]', 'Start [Bo, 2 h]', 'Check [Cy, 1 h]'],
    ],
    [
      'phases with steps of their own',
      {
        rehearsal: { host: 'rehearsal-db-1', minutes: { upgrade: 9 } },
        phases: [
          { name: 'Prepare', steps: ['Stop the writers', 'Detach'] },
          { phase: 'Open', tasks: [{ task: 'Drain the queue', owner: 'Bo', minutes: 3 }] },
        ],
      },
      ['Prepare: Stop the writers', 'Prepare: Detach', 'Open: Drain the queue [Bo, 3 min]'],
    ],
    [
      'numbered keys, put in order',
      { step_10: 'Last', step_2: 'Second', step_1: 'First' },
      ['First', 'Second', 'Last'],
    ],
    [
      'numbered keys of mixed entries',
      { '1': 'First', '2': { title: 'Second', owner: 'Ada' } },
      ['First', 'Second [Ada]'],
    ],
    [
      'named entries of steps',
      { steps: { drain: 'Take it out', up: { action: 'Upgrade' } } },
      ['Drain: Take it out', 'Upgrade'],
    ],
    [
      'a table of stages',
      {
        stages: [
          { name: 'A', minutes: 5 },
          { name: 'B', minutes: 2 },
        ],
      },
      ['A [5 min]', 'B [2 min]'],
    ],
    ['numbered lines of a text', { procedure: '1. Stop\n2. Start' }, ['Stop', 'Start']],
    ['plain lines under a plan', { plan: 'Stop.\n\n- Start.' }, ['Stop.', 'Start.']],
    [
      'a text and nothing else',
      { summary: 'Switch to the replica\nand tell the shop', id: 7 },
      ['Switch to the replica', 'and tell the shop'],
    ],
    [
      'a description beside facts',
      { summary: 'Correct the basket', authorised: 'By phone at night' },
      ['Correct the basket'],
    ],
    ['texts other than a description', { monday: 'Switch the offices over', by: 'Ada' }, ['Switch the offices over']],
    [
      'lists under an unknown key',
      { commands: ['lvextend -L +500G', 'xfs_growfs'], by: 'Ada' },
      ['Commands: lvextend -L +500G', 'Commands: xfs_growfs'],
    ],
    [
      'lists under a plan',
      { implementation: { before: ['Stop', 'Copy'], notes: 'Be quick' } },
      ['Implementation › Before: Stop', 'Implementation › Before: Copy'],
    ],
    ['JSON written into a text', { plan: '{"steps":["Stop","Start"]}' }, ['Stop', 'Start']],
  ])('%s', (_, plan, expected) => {
    expect(outline(plan)).toEqual(expected)
  })
})

test('verification and rollback of a plan are not steps', () => {
  const plan = {
    steps: [{ name: 'Switch over', verification: ['Lag is zero', 'Checkout works'] }],
    contacts: ['Ada', 'Bo'],
    affected: [{ name: 'payments', tier: 'one' }],
    rollback_steps: ['Switch back'],
    summary: 'All of it takes one night.',
  }
  expect(outline(plan)).toEqual(['Switch over'])
})

test('the backout plan has its own steps and keys', () => {
  const plan = { rollback_steps: ['Switch back'] }
  expect(readPlanSteps(plan, 'backout_plan').map(({ text, key }) => [text, key.split('#')[0]])).toEqual([
    ['Switch back', 'backout_plan/rollback_steps/0'],
  ])
})

test.each([[null], [{}], [{ id: 7, approved: true }], [{ steps: [] }]])('%j has none', (plan) => {
  expect(readPlanSteps(plan)).toEqual([])
})

describe('keys', () => {
  const keyOf = (plan: Plan, at: number) => readPlanSteps(plan)[at]?.key

  test('are unchanged when another step is reworded', () => {
    expect(keyOf({ steps: ['Stop', 'Start'] }, 1)).toBe(keyOf({ steps: ['Stop all', 'Start'] }, 1))
  })

  test('are new for another text, so that a mark never moves to another step', () => {
    expect(keyOf({ steps: ['Stop', 'Start'] }, 1)).not.toBe(keyOf({ steps: ['Stop', 'Start again'] }, 1))
  })
})

test('a huge plan has at most 500 steps', () => {
  expect(readPlanSteps({ steps: Array.from({ length: 2_000 }, (_, at) => `Do ${at}`) })).toHaveLength(500)
})
