import type { FilterField } from '#lib/contracts/filter-fields.ts'
import { valueForms } from './reference.ts'
import { FilterRefusal } from './refusal.ts'
import type { FilterValue, Lexeme, WrittenComparison } from './syntax-tree.ts'
import { hasLostPlus, isCalendarDate, lostPlusHint, readTimestamp } from './timestamp.ts'
import { joinAlternatives, quoteExcerpt } from './wording.ts'

/**
 * Converts a value to the type of its field. Throws FilterRefusal when it is invalid or not one of the field's values;
 * `~` accepts a part of one.
 */
export function readValue(
  written: Lexeme,
  { field: name, operator }: WrittenComparison,
  field: FilterField,
): FilterValue {
  const { text, offset } = written
  const refuse = (expected: readonly string[]) =>
    new FilterRefusal(
      `The field ${name.text} takes ${joinAlternatives(expected)}, not ${quoteExcerpt(text)}.`,
      offset,
      expected,
    )
  if (field.values && operator.text !== '~' && !field.values.includes(text)) throw refuse(field.values)
  if (field.type === 'timestamp' && hasLostPlus(text)) throw new FilterRefusal(lostPlusHint, offset)
  const value = convert(text, field)
  if (value === undefined) throw refuse([valueForms[field.type]])
  return value
}

function convert(text: string, field: FilterField): FilterValue | undefined {
  switch (field.type) {
    case 'text':
    case 'list':
      return text
    case 'number':
      return readNumber(text)
    case 'boolean':
      return readBoolean(text)
    case 'timestamp':
      return readTimestamp(text)
    case 'date':
      return isCalendarDate(text) ? text : undefined
  }
}

/** A double represents decimals of up to 15 digits exactly, so the database compares the number as written. */
function readNumber(text: string): number | undefined {
  const isExact = /^-?\d+(?:\.\d{1,6})?$/.test(text) && text.replace(/\D/g, '').length <= 15
  // Adding 0 makes -0 a plain 0.
  return isExact ? Number(text) + 0 : undefined
}

function readBoolean(text: string): boolean | undefined {
  const word = text.toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : undefined
}
