import { describe, expect, test } from 'vitest'
import { defaultRules, noConditions } from './default-rules.ts'
import { drawNumber, evaluatePolicy, type PolicyInput, type PolicyRule } from './review-policy.ts'

const plain: PolicyInput = {
  number: 'CHG0000001',
  type: 'normal',
  risk: 'low',
  model: 'Grow a disk',
  affected_services: ['payments-db', 'checkout-web'],
  close_code: 'successful',
  is_unauthorized: false,
  planned_end: '2026-03-01T03:00:00.000Z',
  actual_end: '2026-03-01T02:55:00.000Z',
  incidents: [],
}
const incident = (number: string, priority_level: number | null) => ({ number, priority_level })
const isCertain = ({ id }: PolicyRule) => id !== 'rule_sample'
const certainRules = defaultRules.filter(isCertain)
const createRule = (id: string, conditions: Partial<PolicyRule['conditions']>, more: Partial<PolicyRule> = {}) => ({
  id,
  name: `Rule ${id}`,
  is_active: true,
  form: 'full' as const,
  due_business_days: 10,
  needs_sign_off: false,
  assignment: { kind: 'nobody' } as const,
  conditions: { ...noConditions, ...conditions },
  ...more,
})

/** The cases follow the default rules. */
describe('the default rules', () => {
  test.each<[string, Partial<PolicyInput>, string[]]>([
    ['nothing of all that', {}, []],
    ['emergency', { type: 'emergency' }, ['Emergency change']],
    ['high risk', { risk: 'high' }, ['Risk rated high']],
    ['very high risk', { risk: 'very_high' }, ['Risk rated very high']],
    ['moderate risk', { risk: 'moderate' }, []],
    ['an unrated risk', { risk: null }, []],
    ['failed', { close_code: 'failed' }, ['Closed as failed']],
    ['backed out', { close_code: 'backed_out' }, ['Closed as backed out']],
    ['successful with issues', { close_code: 'successful_with_issues' }, []],
    ['no close code', { close_code: null }, []],
    ['over its window', { actual_end: '2026-03-01T03:45:00.000Z' }, ['Ended 45 minutes after the planned end']],
    ['over by a minute', { actual_end: '2026-03-01T03:01:00.000Z' }, ['Ended 1 minute after the planned end']],
    ['over by less than a minute', { actual_end: '2026-03-01T03:00:59.000Z' }, []],
    ['to the minute', { actual_end: '2026-03-01T03:00:00.000Z' }, []],
    ['no planned end', { planned_end: null, actual_end: '2026-03-01T09:00:00.000Z' }, []],
    ['not ended', { actual_end: null }, []],
    ['a P1 incident', { incidents: [incident('INC1', 1)] }, ['P1 incident INC1 linked']],
    ['a P2 incident', { incidents: [incident('INC2', 2)] }, ['P2 incident INC2 linked']],
    ['a P3 incident', { incidents: [incident('INC3', 3)] }, []],
    ['an incident with unknown priority', { incidents: [incident('INC4', null)] }, []],
    [
      'several, the most urgent first',
      { incidents: [incident('INC9', 2), incident('INC5', 2), incident('INC7', 1), incident('INC8', 2)] },
      ['P1 incident INC7, P2 incident INC5, P2 incident INC8 and 1 more linked'],
    ],
    ['without authorization', { is_unauthorized: true }, ['Implemented without authorization']],
    [
      'all of it, in the order of the rules',
      {
        type: 'emergency',
        risk: 'high',
        close_code: 'failed',
        actual_end: '2026-03-01T05:10:00.000Z',
        incidents: [incident('INC1', 1)],
        is_unauthorized: true,
      },
      [
        'Emergency change',
        'Risk rated high',
        'Closed as failed',
        'Ended 2 hours 10 minutes after the planned end',
        'P1 incident INC1 linked',
        'Implemented without authorization',
      ],
    ],
  ])('%s', (_, values, reasons) => {
    expect(evaluatePolicy({ ...plain, ...values }, certainRules)?.reasons.map(({ text }) => text) ?? []).toEqual(
      reasons,
    )
  })

  test.each<[string, Partial<PolicyInput>, number]>([
    ['10 business days', { risk: 'high' }, 10],
    ['5 for emergencies', { type: 'emergency' }, 5],
    ['5 for an emergency of high risk', { type: 'emergency', risk: 'high' }, 5],
  ])('due in %s', (_, values, days) => {
    expect(evaluatePolicy({ ...plain, ...values }, certainRules)?.dueBusinessDays).toBe(days)
  })

  test('sample 5 % of what no other rule matches, in the short form', () => {
    const numbers = Array.from({ length: 4000 }, (_, index) => `CHG${String(index).padStart(7, '0')}`)
    const drawn = numbers.flatMap((number) => evaluatePolicy({ ...plain, number }, defaultRules) ?? [])
    expect(drawn.length).toBeGreaterThan(150)
    expect(drawn.length).toBeLessThan(250)
    expect(drawn[0]).toMatchObject({ isSampled: true, form: 'short', needsSignOff: false })
    expect(drawn[0]?.reasons).toEqual([
      { rule_id: 'rule_sample', rule: 'Random sample', text: 'Selected by the random sample of 5 %' },
    ])
  })
})

describe('the combination of all matching rules', () => {
  const short = createRule('a', { types: ['normal'] }, { form: 'short', due_business_days: 15 })
  const full = createRule('b', { risks: ['low'] }, { due_business_days: 20 })
  const signed = createRule('c', {}, { form: 'short', due_business_days: 30, needs_sign_off: true })
  const not = createRule('d', { risks: ['high'] }, { due_business_days: 1, needs_sign_off: true })

  test('a rule that does not match adds nothing', () => {
    expect(evaluatePolicy(plain, [short, not])).toMatchObject({
      form: 'short',
      dueBusinessDays: 15,
      needsSignOff: false,
    })
  })

  test.each<Partial<PolicyInput>>([
    { type: 'emergency' },
    { risk: 'high' },
    { risk: 'very_high' },
    { risk: null },
    { close_code: 'successful_with_issues' },
    { close_code: 'failed' },
    { is_unauthorized: true },
    { planned_end: null },
    { actual_end: null },
    { actual_end: '2026-03-01T03:00:01.000Z' },
  ])('has the full form for what the short form cannot complete: %j', (values) => {
    expect(evaluatePolicy({ ...plain, ...values }, [createRule('any', {}, { form: 'short' })])?.form).toBe('full')
  })
  test.each<Partial<PolicyInput>>([
    { risk: 'low' },
    { risk: 'moderate' },
    { close_code: null },
    { incidents: [incident('INC1', 1)] },
  ])('may have the short form: %j', (values) => {
    expect(evaluatePolicy({ ...plain, ...values }, [createRule('any', {}, { form: 'short' })])?.form).toBe('short')
  })
  test('has the earliest due day', () => {
    expect(evaluatePolicy(plain, [full, short])?.dueBusinessDays).toBe(15)
  })
  test('needs a sign-off if any rule requires it', () => {
    expect(evaluatePolicy(plain, [short, signed])?.needsSignOff).toBe(true)
  })
  test('ignores inactive rules', () => {
    expect(evaluatePolicy(plain, [{ ...short, is_active: false }])).toBeNull()
  })
  test('lists the assignments in the order of the rules', () => {
    const person = { kind: 'person', email: 'noor@hindsight.example' } as const
    const owed = evaluatePolicy(plain, [
      createRule('a', {}, { assignment: { kind: 'service' } }),
      full,
      createRule('c', {}, { assignment: person }),
    ])
    expect(owed?.assignments).toEqual([
      { rule: 'Rule a', assignment: { kind: 'service' } },
      { rule: 'Rule c', assignment: person },
    ])
  })
})

describe('conditions of one rule', () => {
  const both = createRule('both', { types: ['standard', 'normal'], risks: ['moderate'], overrun_minutes: 30 })
  const fits = { ...plain, risk: 'moderate' as const, actual_end: '2026-03-01T03:31:00.000Z' }

  test.each<Partial<PolicyInput>>([{ type: 'emergency' }, { risk: 'low' }, { actual_end: '2026-03-01T03:30:00.000Z' }])(
    'one unmet condition is enough: %j',
    (values) => {
      expect(evaluatePolicy({ ...fits, ...values }, [both])).toBeNull()
    },
  )
  test.each<[Partial<PolicyRule['conditions']>, string | undefined]>([
    [{ services: ['checkout-web', 'firewall'] }, 'Affects checkout-web'],
    [{ services: ['firewall'] }, undefined],
    [{ models: ['Grow a disk', 'Renew'] }, 'Made from Grow a disk'],
    [{ models: ['Renew'] }, undefined],
    [{ service_count: 2 }, 'Affects 2 services'],
    [{ service_count: 3 }, undefined],
    [
      { types: ['normal'], services: ['payments-db'], service_count: 1 },
      'Normal change, affects payments-db, affects 2 services',
    ],
  ])('services, their number and models: %j', (conditions, reason) => {
    expect(evaluatePolicy(plain, [createRule('services', conditions)])?.reasons[0]?.text).toBe(reason)
  })
})

describe('a random sample', () => {
  const everyOne = createRule('sample', { sample_percent: 100 })

  test('is taken only from changes that no other rule matches', () => {
    expect(evaluatePolicy({ ...plain, risk: 'high' }, [everyOne, ...certainRules])).toMatchObject({
      isSampled: false,
      reasons: [{ rule_id: 'rule_high_risk' }],
    })
    expect(evaluatePolicy(plain, [everyOne, ...certainRules])).toMatchObject({ isSampled: true })
  })
  test('may require more of a change', () => {
    const standard = createRule('sample', { sample_percent: 100, types: ['standard'] })
    expect(evaluatePolicy(plain, [standard])).toBeNull()
    expect(evaluatePolicy({ ...plain, type: 'standard' }, [standard])?.reasons[0]?.text).toBe(
      'Standard change, selected by the random sample of 100 %',
    )
  })

  test('is the same each time, and different for another rule', () => {
    expect(drawNumber('CHG0000001', 'rule_sample')).toBe(drawNumber('CHG0000001', 'rule_sample'))
    expect(drawNumber('CHG0000001', 'rule_sample')).not.toBe(drawNumber('CHG0000001', 'rule_other'))
  })
  test('is evenly distributed', () => {
    const tenths = Array.from({ length: 10 }, () => 0)
    for (let index = 0; index < 10_000; index += 1) {
      const tenth = Math.floor(drawNumber(`CHG${index}`, 'rule_sample') / 10)
      tenths[tenth] = (tenths[tenth] ?? 0) + 1
    }
    for (const size of tenths) expect(Math.abs(size - 1000)).toBeLessThan(150)
  })
})
