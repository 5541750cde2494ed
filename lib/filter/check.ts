import type { FilterField, FilterFields } from '#lib/contracts/filter-fields.ts'
import { findNearestName } from './nearest-name.ts'
import { readValue } from './read-value.ts'
import { operatorsByType } from './reference.ts'
import { FilterRefusal } from './refusal.ts'
import type { Comparison, FilterTree, Lexeme, NonEmpty, WrittenComparison, WrittenFilter } from './syntax-tree.ts'
import { joinAlternatives, quoteExcerpt } from './wording.ts'

/** Resolves fields, operators and values. Throws FilterRefusal at the first one that is invalid. */
export function checkFilter(written: WrittenFilter, fields: FilterFields): FilterTree {
  switch (written.kind) {
    case 'comparison':
      return checkComparison(written, fields)
    case 'emptiness': {
      const { kind, field, isEmpty } = written
      return { kind, field: field.text, type: getField(field, fields).type, isEmpty }
    }
    case 'not':
      return { kind: 'not', operand: checkFilter(written.operand, fields) }
    default:
      return { kind: written.kind, operands: mapAll(written.operands, (operand) => checkFilter(operand, fields)) }
  }
}

function checkComparison(written: WrittenComparison, fields: FilterFields): Comparison {
  const field = getField(written.field, fields)
  const operator = written.operator.text
  const allowed = operatorsByType[field.type]
  if (!allowed.includes(operator)) {
    throw new FilterRefusal(
      `${operator} does not apply to ${written.field.text}, a ${field.type} field; use ${joinAlternatives(allowed)}.`,
      written.operator.offset,
      allowed,
    )
  }
  return {
    kind: 'comparison',
    field: written.field.text,
    type: field.type,
    operator,
    values: mapAll(written.values, (value) => readValue(value, written, field)),
    ...(field.isNumber && { isNumber: field.isNumber }),
  }
}

function getField({ text, offset }: Lexeme, fields: FilterFields): FilterField {
  const field = Object.hasOwn(fields, text) ? fields[text] : undefined
  if (field) return field
  const names = Object.keys(fields)
  const nearest = findNearestName(text, names)
  const advice = nearest ? `did you mean ${nearest}?` : `the fields are ${names.join(', ')}.`
  throw new FilterRefusal(`There is no field ${quoteExcerpt(text)}; ${advice}`, offset, names)
}

function mapAll<From, To>([first, ...rest]: NonEmpty<From>, convert: (item: From) => To): NonEmpty<To> {
  return [convert(first), ...rest.map(convert)]
}
