import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Outline, type OutlineStep, outlineJson } from './json-outline.ts'

function listSteps(node: Outline): OutlineStep[] {
  if (node.kind === 'steps') return node.steps
  if (node.kind === 'sections') return node.sections.flatMap(({ value }) => listSteps(value))
  return node.kind === 'list' ? node.items.flatMap(listSteps) : []
}
const titles = (value: unknown) => listSteps(outlineJson(value)).map((step) => step.title)

test.each([null, undefined, '', '  ', [], {}, [null, '']])('the empty value %j is none', (value) => {
  expect(outlineJson(value)).toEqual({ kind: 'none' })
})

describe('durations', () => {
  const listSections = (value: unknown) => {
    const outlined = outlineJson(value)
    return outlined.kind === 'sections' ? outlined.sections.map(({ label, value: shown }) => [label, shown]) : []
  }

  test.each([
    ['duration_minutes', 'Duration'],
    ['rollbackMinutes', 'Rollback'],
    ['minutes', 'Duration'],
  ])('a number of %s is shown with its unit', (key, label) => {
    expect(listSections({ [key]: 40 })).toEqual([[label, { kind: 'number', text: '40 min' }]])
  })

  test('a text under such a key stays as it is', () => {
    expect(listSections({ minutes: 'Written by Ada' })).toEqual([['Minutes', { kind: 'text', text: 'Written by Ada' }]])
  })
})

describe('steps', () => {
  test('leading numbers of an array of texts are removed', () => {
    expect(titles(['1. Stop the service', 'Step 2: Copy the data', '3) Start'])).toEqual([
      'Stop the service',
      'Copy the data',
      'Start',
    ])
  })

  test.each(['title', 'name', 'action', 'step', 'task', 'description'])('objects with a %s', (key) => {
    expect(titles([{ [key]: 'Stop' }, { [key]: 'Start' }])).toEqual(['Stop', 'Start'])
  })

  test('the other fields of a step are its detail, except its ordinal', () => {
    expect(outlineJson([{ order: 1, title: 'Stop', description: 'Drain first', owner: 'ada' }])).toEqual({
      kind: 'steps',
      left: 0,
      steps: [
        {
          path: '/0',
          title: 'Stop',
          detail: 'Drain first',
          sections: [{ key: 'owner', label: 'Owner', value: { kind: 'text', text: 'ada' } }],
        },
      ],
    })
  })

  test('numbered lines of one text, with continuation lines', () => {
    const [first, second] = listSteps(outlineJson('1. Stop\n   and wait\n2. Start'))
    expect([first?.title, first?.detail, second?.title]).toEqual(['Stop', 'and wait', 'Start'])
  })

  test('an object with numbered keys is sorted', () => {
    expect(titles({ step_10: 'Last', step_2: 'Second', step_1: 'First' })).toEqual(['First', 'Second', 'Last'])
  })

  test('steps below a key have a path into the document', () => {
    expect(listSteps(outlineJson({ summary: 'x', steps: ['Stop', 'Start'] })).map((step) => step.path)).toEqual([
      '/steps/0',
      '/steps/1',
    ])
  })

  test('JSON within a text is parsed', () => {
    expect(titles('{"steps":["Stop","Start"]}')).toEqual(['Stop', 'Start'])
  })

  test('a list of names is a list, not steps', () => {
    expect(outlineJson({ affected_services: ['payments', 'ledger'] })).toMatchObject({
      sections: [{ label: 'Affected services', value: { kind: 'list' } }],
    })
  })
})

test('a very deep document becomes lines', () => {
  let value: unknown = 'the end'
  for (let level = 0; level < 50_000; level += 1) value = { inner: value }
  expect(JSON.stringify(outlineJson(value))).toContain('the end')
})

test('a very large document is truncated and the rest is counted', () => {
  const outline = outlineJson(Array.from({ length: 20_000 }, (_, at) => `Do thing number ${at}`))
  if (outline.kind !== 'steps') throw new Error(outline.kind)
  expect(outline.steps.length + outline.left).toBe(20_000)
  expect(outline.steps.length).toBeLessThanOrEqual(4_000)
})

/** Every text in the outline. */
function shownTexts(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const ownTexts = 'text' in node && typeof node.text === 'string' ? [node.text] : []
  return [...ownTexts, ...Object.values(node).flatMap(shownTexts)]
}

test('any JSON value is accepted, and none is shown as braces', () => {
  const isDocument = (text: string) => {
    try {
      const parsed: unknown = JSON.parse(text)
      return typeof parsed === 'object' && parsed !== null
    } catch {
      return false
    }
  }
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      const texts = shownTexts(outlineJson({ plan: value, copy: JSON.stringify(value) }))
      expect(texts.filter(isDocument)).toEqual([])
    }),
  )
})
