import { compareText, integerFields, isTimeField, parseMoment, wallTime } from './tables.ts'
import type { Traps } from './traps.ts'

type Condition = { field: string; operator: string; value: string }
type Order = { field: string; isDescending: boolean }

/** Alternatives (`^NQ`) of groups (`^`) of conditions (`^OR`). */
type Query = { alternatives: Condition[][][]; order: Order[] }

const pattern = /^([a-z][a-z0-9_.]*?)(>=|!=|=|>|<|ISNOTEMPTY|ISEMPTY|LIKE|STARTSWITH|IN)(.*)$/s

function parse(text: string): Query {
  const query: Query = { alternatives: [[]], order: [] }
  for (const part of text.split('^')) {
    if (part === '') continue
    const order = /^ORDERBY(DESC)?([a-z].*)$/.exec(part)
    if (order) {
      query.order.push({ field: order[2] ?? '', isDescending: order[1] !== undefined })
      continue
    }
    const isNew = part.startsWith('NQ')
    const isOr = part.startsWith('OR')
    if (isNew) query.alternatives.push([])
    const [, field = '', operator = '', value = ''] = pattern.exec(isNew || isOr ? part.slice(2) : part) ?? []
    const condition = { field, operator, value }
    const groups = query.alternatives.at(-1)
    const last = groups?.at(-1)
    if (isOr && last) last.push(condition)
    else groups?.push([condition])
  }
  return query
}

/** Reads an encoded query as the instance does: it ignores conditions on unknown fields or returns no rows. */
export function compileQuery(text: string, isKnown: (field: string) => boolean, traps: Traps) {
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
    matches: (value: (field: string) => string) =>
      compiled.some((groups) => groups.every((group) => group.some((test) => test(value)))),
    order: order.filter(({ field }) => isKnown(field)),
  }
}

/** A cell, the value of a condition, and how they compare: below 0 if the cell is less. */
type ComparedCell = { cell: string; value: string; order: number }

/** The operators that Hindsight and the filters of the tests use. */
const operators: Readonly<Record<string, (compared: ComparedCell) => boolean>> = {
  '=': ({ order }) => order === 0,
  '!=': ({ order }) => order !== 0,
  '>': ({ cell, order }) => cell !== '' && order > 0,
  '>=': ({ cell, order }) => cell !== '' && order >= 0,
  '<': ({ cell, order }) => cell !== '' && order < 0,
  ISEMPTY: ({ cell }) => cell === '',
  ISNOTEMPTY: ({ cell }) => cell !== '',
  LIKE: ({ cell, value }) => cell.includes(value),
  STARTSWITH: ({ cell, value }) => cell.startsWith(value),
  IN: ({ cell, value }) => value.split(',').includes(cell),
}

function compile({ field, operator, value: text }: Condition, { readsQueriesInZone, zone }: Traps) {
  const isTime = isTimeField(field) && /^\d{4}-/.test(text)
  const value = isTime ? wallTime(parseMoment(text, readsQueriesInZone ? zone : 'UTC')) : text
  const compare = comparer(field)
  return (getCell: (field: string) => string) => {
    const cell = getCell(field)
    return operators[operator]?.({ cell, value, order: compare(cell, value) }) ?? false
  }
}

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
