import { describe, expect, test } from 'vitest'
import { parseFilter } from './parse.ts'
import { filterLimits } from './syntax-tree.ts'
import { sampleFields } from './testing.ts'

const parse = (text: string) => parseFilter(text, sampleFields)

function readError(text: string) {
  const result = parse(text)
  if (result.ok) throw new Error(`${text} was accepted.`)
  return result.error
}

const comparison = (text: string) => {
  const result = parse(text)
  if (!result.ok || result.tree.kind !== 'comparison') throw new Error(`${text} is not a comparison.`)
  return result.tree
}

test.each([
  ['number=CHG0031', { field: 'number', operator: '=', values: ['CHG0031'] }],
  ['number == CHG0031', { operator: '=' }],
  ['number != a', { operator: '!=' }],
  ['number<a', { operator: '<' }],
  ['number <= a', { operator: '<=' }],
  ['number>a', { operator: '>' }],
  ['number>=a', { operator: '>=' }],
  ['number ~ a', { operator: '~' }],
  ['number in (a)', { operator: 'IN', values: ['a'] }],
  ['number IN(a,b , "c")', { operator: 'IN', values: ['a', 'b', 'c'] }],
  ['number Not\nIn (a, b)', { operator: 'NOT IN', values: ['a', 'b'] }],
  ['metadata.tags = dns', { field: 'metadata.tags', type: 'list', values: ['dns'] }],
  ['\t number = a \r\n', { values: ['a'] }],
])('reads the comparison %j', (text, expected) => {
  expect(comparison(text)).toMatchObject(expected)
})

test.each([
  ['number = payments-api', 'payments-api'],
  ['number = a.b@c.org', 'a.b@c.org'],
  ['number = 2026-03-01T10:00:00+02:00', '2026-03-01T10:00:00+02:00'],
  ['number = müller', 'müller'],
  ['number = android', 'android'],
  ['number = 007', '007'],
  ['number = ""', ''],
  ['number = "AND"', 'AND'],
  ['number = "a \\"b\\" \\\\ \\/ \\n\\t\\u00e9\\ud83d\\ude00"', 'a "b" \\ / \n\té😀'],
  ["number = 'it''s \\n'", "it's \\n"],
  ["number = ''''", "'"],
  ['cost = 19.99', 19.99],
  ['cost = -5', -5],
  ['cost = -0', 0],
  ['cost = "5"', 5],
  ['cost = 999999999.999999', 999_999_999.999999],
  ['completed = TRUE', true],
  ['completed != "false"', false],
  ['due = 2024-02-29', '2024-02-29'],
  ['opened_at > 2026-03-01', '2026-03-01T00:00:00.000000Z'],
  ['opened_at > "2026-03-01T10:00:00+02:00"', '2026-03-01T08:00:00.000000Z'],
  ['opened_at > 2026-03-01T10:00:00', '2026-03-01T10:00:00.000000Z'],
  ['state = "on hold"', 'on hold'],
  ['state ~ hol', 'hol'],
])('reads the value %s', (text, value) => {
  expect(comparison(text).values).toEqual([value])
})

const a = comparison('number = a')
const b = comparison('cost = 1')
const c = comparison('cost = 2')

test.each([
  ['number=a AND cost=1 OR cost=2', { kind: 'or', operands: [{ kind: 'and', operands: [a, b] }, c] }],
  ['number=a or cost=1 and cost=2', { kind: 'or', operands: [a, { kind: 'and', operands: [b, c] }] }],
  ['(number=a OR cost=1)AND(cost=2)', { kind: 'and', operands: [{ kind: 'or', operands: [a, b] }, c] }],
  ['NOT number=a AND cost=1', { kind: 'and', operands: [{ kind: 'not', operand: a }, b] }],
  ['not(number=a AND cost=1)', { kind: 'not', operand: { kind: 'and', operands: [a, b] } }],
  ['NOT not number=a', { kind: 'not', operand: { kind: 'not', operand: a } }],
  ['NOT number IN (a)', { kind: 'not', operand: { ...a, operator: 'IN' } }],
  ['number=a AND (cost=1 AND cost=2)', { kind: 'and', operands: [a, b, c] }],
])('the precedence of %s', (text, tree) => {
  expect(parse(text)).toEqual({ ok: true, tree })
})

test.each([
  ['', 1, 1, 'Expected a field, NOT or "(", but the filter ends here.'],
  [' \n ', 2, 2, 'Expected a field, NOT or "(", but the filter ends here.'],
  ['number', 1, 7, 'Expected an operator (=, !=, <, <=, >, >=, ~), IN, NOT IN or IS EMPTY, but the filter ends here.'],
  ['number has a', 1, 8, 'Expected an operator (=, !=, <, <=, >, >=, ~), IN, NOT IN or IS EMPTY, but found "has".'],
  ['number is a', 1, 11, 'Expected NOT or EMPTY, but found "a".'],
  ['nothing IS EMPTY', 1, 1, /^There is no field "nothing"; the fields are/],
  ['number =', 1, 9, 'Expected a value, but the filter ends here.'],
  ['number = AND cost = 1', 1, 10, 'Expected a value, but found "AND".'],
  ['number = in', 1, 10, 'Expected a value, but found "in".'],
  ['number = (a)', 1, 10, 'Expected a value, but found "(".'],
  ['number => a', 1, 9, 'Expected a value, but found ">".'],
  ['number IN a', 1, 11, 'Expected "(", but found "a".'],
  ['number IN ()', 1, 12, 'Expected a value, but found ")".'],
  ['number IN (a,)', 1, 14, 'Expected a value, but found ")".'],
  ['number IN (a b)', 1, 14, 'Expected "," or ")", but found "b".'],
  ['number = a b', 1, 12, 'Expected AND, OR or the end, but found "b".'],
  ['number = a^cost=1', 1, 11, 'Expected AND, OR or the end, but found "^".'],
  ['number = a ANDcost=1', 1, 12, 'Expected AND, OR or the end, but found "ANDcost".'],
  ['(number = a', 1, 12, 'Expected AND, OR or ")", but the filter ends here.'],
  ['number = a)', 1, 11, 'Expected AND, OR or the end, but found ")".'],
  ['number = a AND\n  😀 = b', 2, 3, 'Expected a field, NOT or "(", but found "😀".'],
  ['"number" = a', 1, 1, 'Expected a field, NOT or "(", but found "\\"".'],
  ['number = "a', 1, 10, 'This quote is never closed.'],
  ["number = 'it''s", 1, 10, 'This quote is never closed.'],
  ['number = "a\\x"', 1, 12, /^After \\ must follow one of/],
  ['number = "\\u12"', 1, 11, /^After \\ must follow one of/],
  ['number = "a\\u0000"', 1, 12, 'The character U+0000 is not allowed.'],
  ['number = "\\ud800"', 1, 10, /surrogate/],
  ['number = a\0', 1, 11, 'The control character U+0000 is not allowed.'],
  ['number = "\u0085"', 1, 11, 'The control character U+0085 is not allowed.'],
  ['number = "😀\ud800"', 1, 12, 'Half of a surrogate pair is missing here.'],
  ['opened_at > 2026-03-01T10:00:00 02:00', 1, 32, /^There is a space instead of the \+/],
  ['opened_at > 2026-03-01T10:00 0200 AND cost=1', 1, 29, /^There is a space instead of the \+/],
  ['opened_at > "2026-03-01T10:00:00 02:00"', 1, 13, /^There is a space instead of the \+/],
  ['numbr = a', 1, 1, 'There is no field "numbr"; did you mean number?'],
  ['tags = a', 1, 1, 'There is no field "tags"; did you mean metadata.tags?'],
  ['__proto__ = a', 1, 1, /^There is no field "__proto__"; the fields are number, summary,/],
  ['cost = 1 OR\n toString = a', 2, 2, /^There is no field "toString"; the fields are/],
  [`${'n'.repeat(50)} = a`, 1, 1, new RegExp(`^There is no field "${'n'.repeat(39)}…"`)],
  ['completed < true', 1, 11, '< does not apply to completed, a boolean field; use = or !=.'],
  ['opened_at ~ 2026', 1, 11, /^~ does not apply to opened_at, a timestamp field; use =, /],
  ['metadata.tags not in (a) AND due ~ 1', 1, 34, /^~ does not apply to due, a date field/],
  ['state = done', 1, 9, 'The field state takes new, on hold or closed, not "done".'],
  ['state IN (new, Closed)', 1, 16, 'The field state takes new, on hold or closed, not "Closed".'],
  ['completed = yes', 1, 13, 'The field completed takes true or false, not "yes".'],
  ['cost = 1e3', 1, 8, /^The field cost takes a number .+, not "1e3"\.$/],
  ['cost = 0.1234567', 1, 8, /takes a number/],
  ['cost = 1234567890123456', 1, 8, /takes a number/],
  ['cost = .5', 1, 8, /takes a number/],
  ['cost = ""', 1, 8, /takes a number/],
  ['due = 2026-02-30', 1, 7, 'The field due takes a date that exists, as YYYY-MM-DD, not "2026-02-30".'],
  ['due = 2026-03-01T00:00:00Z', 1, 7, /takes a date that exists/],
  ['opened_at = 2026-02-30', 1, 13, /takes a timestamp that exists/],
  ['opened_at = now', 1, 13, /takes a timestamp that exists/],
])('the refusal of %j is at %i:%i', (text, line, column, message) => {
  const error = readError(text)
  expect(error).toMatchObject({ line, column })
  expect(error.message).toMatch(message)
})

describe('limits', () => {
  const { characters, depth, comparisons, values } = filterLimits

  test('limits the number of characters, counted as code points', () => {
    const prefix = 'number = "'
    const longest = `${prefix}${'😀'.repeat(characters - prefix.length - 1)}"`
    expect(parse(longest).ok).toBe(true)
    expect(readError(`${longest} `)).toMatchObject({
      message: 'A filter has at most 4,096 characters.',
      offset: longest.length,
      column: characters + 1,
    })
  })

  test.each([
    ['parentheses', '(', ')'],
    ['NOT', 'NOT ', ''],
    ['NOT with parentheses', 'NOT(', ')'],
  ])('limits the depth of %s', (_, open, close) => {
    const levels = open === 'NOT(' ? depth / 2 : depth
    const nested = (count: number) => `${open.repeat(count)}number = a${close.repeat(count)}`
    expect(parse(nested(levels)).ok).toBe(true)
    expect(readError(nested(levels + 1))).toMatchObject({
      message: 'Parentheses and NOT may be 16 levels deep at most.',
      offset: open.length * levels,
    })
  })

  test('limits the number of comparisons', () => {
    const many = Array(comparisons).fill('number = a').join(' OR ')
    expect(parse(many).ok).toBe(true)
    expect(readError(`${many} AND number = b`)).toMatchObject({
      message: 'A filter has at most 64 comparisons.',
      offset: many.length + ' AND '.length,
    })
  })

  test('limits the number of values in IN', () => {
    const list = Array(values).fill('a').join(',')
    expect(parse(`number IN (${list})`).ok).toBe(true)
    expect(readError(`number NOT IN (${list},b)`)).toMatchObject({
      message: 'NOT IN takes at most 100 values.',
      offset: `number NOT IN (${list},`.length,
    })
  })
})
