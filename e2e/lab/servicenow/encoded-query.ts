import { compareText, integerFields, isTimeField, parseMoment, wallTime } from './tables.ts'
import type { Traps } from './traps.ts'

type Condition = { field: string; operator: string; value: string }
type Order = { field: string; isDescending: boolean }

/** Alternatives (`^NQ`) of groups (`^`) of conditions (`^OR`). */
type Query = { alternatives: Condition[][][]; order: Order[] }

const pattern =
  /^([a-z][a-z0-9_.]*?)(>=|<=|!=|=|>|<|ISNOTEMPTY|ISEMPTY|NOT LIKE|LIKE|STARTSWITH|ENDSWITH|NOT IN|IN|BETWEEN)(.*)$/s

function parse(text: string): Query {
  const query: Query = { alternatives: [[]], order: [] }
  for (const part of text.split('^')) {
    if (part === '' || part === 'EQ' || part.startsWith('GROUPBY')) continue
    const order = /^ORDERBY(DESC)?([a-z].*)$/.exec(part)
    if (order) {
      query.order.push({ field: order[2] ?? '', isDescending: order[1] !== undefined })
      continue
    }
    const isNew = part.startsWith('NQ')
    const isOr = part.startsWith('OR')
    if (isNew) query.alternatives.push([])
    const condition = parseCondition(isNew || isOr ? part.slice(2) : part)
    const groups = query.alternatives.at(-1)
    const last = groups?.at(-1)
    if (isOr && last) last.push(condition)
    else groups?.push([condition])
  }
  return query
}

function parseCondition(text: string): Condition {
  const [, field = '', operator = '', value = ''] = pattern.exec(text) ?? []
  return { field, operator, value }
}

type CompiledQuery = {
  matches: (value: (field: string) => string) => boolean
  order: readonly Order[]
}

/** Reads an encoded query as the instance does: it ignores conditions on unknown fields or returns no rows. */
export function compileQuery(text: string, isKnown: (field: string) => boolean, traps: Traps): CompiledQuery {
  const { alternatives, order } = parse(text)
  const conditions = alternatives.flat(2)
  if (traps.unknownQueryField === 'no rows' && conditions.some(({ field }) => !isKnown(field)))
    return { matches: () => false, order: [] }
  const compiled = alternatives.map((groups) =>
    groups
      .map((group) => group.filter(({ field }) => isKnown(field)).map((condition) => compile(condition, traps)))
      .filter((group) => group.length > 0),
  )
  return {
    matches: (value) => compiled.some((groups) => groups.every((group) => group.some((test) => test(value)))),
    order: order.filter(({ field }) => isKnown(field)),
  }
}

/** A cell, the value of a condition, the parts of the value, and how the cell compares with a text. */
type ComparedCell = { cell: string; value: string; parts: readonly string[]; order: (text: string) => number }

const operators: Readonly<Record<string, (compared: ComparedCell) => boolean>> = {
  '=': ({ value, order }) => order(value) === 0,
  '!=': ({ value, order }) => order(value) !== 0,
  '>': ({ cell, value, order }) => cell !== '' && order(value) > 0,
  '>=': ({ cell, value, order }) => cell !== '' && order(value) >= 0,
  '<': ({ cell, value, order }) => cell !== '' && order(value) < 0,
  '<=': ({ cell, value, order }) => cell !== '' && order(value) <= 0,
  ISEMPTY: ({ cell }) => cell === '',
  ISNOTEMPTY: ({ cell }) => cell !== '',
  LIKE: ({ cell, value }) => cell.includes(value),
  'NOT LIKE': ({ cell, value }) => !cell.includes(value),
  STARTSWITH: ({ cell, value }) => cell.startsWith(value),
  ENDSWITH: ({ cell, value }) => cell.endsWith(value),
  IN: ({ cell, parts }) => parts.includes(cell),
  'NOT IN': ({ cell, parts }) => !parts.includes(cell),
  BETWEEN: ({ cell, parts: [first = '', last = ''], order }) => cell !== '' && order(first) >= 0 && order(last) <= 0,
}

function compile({ field, operator, value: text }: Condition, traps: Traps) {
  const read = (part: string) => (isTimeField(field) && /^\d{4}-/.test(part) ? inUtc(part, traps) : part)
  const compare = comparer(field)
  const value = read(text)
  const parts = text.split(operator === 'BETWEEN' ? '@' : ',').map(read)
  return (getCell: (field: string) => string) => {
    const cell = getCell(field)
    return operators[operator]?.({ cell, value, parts, order: (other) => compare(cell, other) }) ?? false
  }
}

const inUtc = (text: string, { readsQueriesInZone, zone }: Traps) =>
  wallTime(parseMoment(text, readsQueriesInZone ? zone : 'UTC'))

const compareNumber = (left: string, right: string) => Number(left) - Number(right) || compareText(left, right)
const comparer = (field: string) => (integerFields.has(field) ? compareNumber : compareText)

/** Compares two rows in an order; rows without one stay as they are. */
export function orderRows<Item>(
  items: Item[],
  order: readonly Order[],
  value: (item: Item, field: string) => string,
): Item[] {
  if (order.length === 0) return items
  const keys = order.map(({ field, isDescending }) => ({ field, sign: isDescending ? -1 : 1, by: comparer(field) }))
  return items.toSorted((left, right) => {
    for (const { field, sign, by } of keys) {
      const difference = by(value(left, field), value(right, field))
      if (difference !== 0) return difference * sign
    }
    return 0
  })
}
