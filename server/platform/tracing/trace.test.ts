import { describe, expect, test } from 'vitest'
import { formatTraceparent, newSpanContext, parseTraceparent } from './trace.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const span = '00f067aa0ba902b7'

describe('a traceparent', () => {
  test.each([
    ['00', '01', true],
    ['00', '00', false],
    ['00', '03', true],
    ['cc', '01', true],
  ])('of version %s with the flags %s is accepted', (version, flags, isSampled) => {
    expect(parseTraceparent(`${version}-${trace}-${span}-${flags}`)).toEqual({
      traceId: trace,
      spanId: span,
      isSampled,
    })
  })

  test.each([
    ['nothing', undefined],
    ['an empty one', ''],
    ['a word', 'yes'],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${span}-01`],
    ['a span of zeros', `00-${trace}-${'0'.repeat(16)}-01`],
    ['capital letters', `00-${trace.toUpperCase()}-${span}-01`],
    ['an invalid version', `ff-${trace}-${span}-01`],
    ['more than version 00 has', `00-${trace}-${span}-01-more`],
    ['a short trace', `00-${trace.slice(1)}-${span}-01`],
    ['a line break', `00-${trace}-${span}-01\n`],
    ['two of them', `00-${trace}-${span}-01, 00-${trace}-${span}-01`],
  ])('that is %s is ignored', (_, header) => {
    expect(parseTraceparent(header)).toBeUndefined()
  })
})

test('a new span is in the trace of its parent, or starts one', () => {
  const parent = { traceId: trace, spanId: span, isSampled: true }
  const child = newSpanContext(parent)
  expect(child).toMatchObject({ traceId: trace, isSampled: true })
  expect(child.spanId).not.toBe(span)
  const first = newSpanContext(undefined)
  expect(parseTraceparent(formatTraceparent(first))).toEqual(first)
  expect(newSpanContext(undefined).traceId).not.toBe(first.traceId)
})
