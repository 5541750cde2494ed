import { Fault, quoteCell, readDisplayedValue, readText } from './text.ts'

const maxPriceLength = 60
const blanks = /[\s\u00a0\u202f'’]/g
const currency = String.raw`(?:\p{Sc}|[A-Z]{2}\$|[A-Z]{3}|[Kk]r\.?|Fr\.?|zł|Kč|Ft|lei)`
const before = new RegExp(String.raw`^${currency}\s*(\S.*)$`, 'u')
const after = new RegExp(String.raw`^(.*\S)\s*${currency}$`, 'u')

/**
 * Reads a cell as a price with at most two decimals: 9.99, "1.234,50", "1,234.50", "€ 9.99", "1 234,50 kr". A currency
 * is ignored, not converted. A negative amount, more than two decimals and an ambiguous point ("1.234") are Faults.
 */
export function readPrice(cell: unknown): number | Fault {
  const value = readDisplayedValue(cell)
  const text = readText(value)
  if (text instanceof Fault) return text
  if (text.length > maxPriceLength) return new Fault(`${quoteCell(text)} is not a price`)
  const digits = (before.exec(text)?.[1] ?? after.exec(text)?.[1] ?? text).replace(blanks, '')
  const amount = typeof value === 'number' ? text : replaceDecimalComma(digits)
  if (amount === undefined || !/^-?\d+(\.\d+)?$/.test(amount)) return new Fault(`${quoteCell(text)} is not a price`)
  if (amount.startsWith('-')) return new Fault('must not be negative')
  const [whole = '', decimals = ''] = amount.split('.')
  if (decimals.length === 3 && typeof value === 'string' && /^[1-9]\d{0,2}\.\d{3}$/.test(digits)) {
    return new Fault(
      `${quoteCell(text)} is either ${whole}${decimals} or has three decimals: write ${whole}${decimals}.00`,
    )
  }
  if (/[1-9]/.test(decimals.slice(2))) return new Fault(`${quoteCell(text)} has more than two decimals`)
  if (whole.length > 12) return new Fault('must have at most 12 digits before the point')
  return Number(amount)
}

/** Converts digits to a decimal point without separators of thousands; undefined for contradicting separators. */
function replaceDecimalComma(digits: string): string | undefined {
  const lastComma = digits.lastIndexOf(',')
  const lastPoint = digits.lastIndexOf('.')
  if (lastComma < 0 && lastPoint < 0) return digits
  const isCommaDecimal = lastComma > lastPoint && !isGrouped(digits, ',')
  const decimal = isCommaDecimal ? ',' : '.'
  const group = isCommaDecimal ? '.' : ','
  const [whole = '', decimals, ...more] = digits.split(decimal)
  if (more.length > 0) return isGrouped(digits, decimal) ? digits.replaceAll(decimal, '') : undefined
  if (whole.includes(group) && !isGrouped(whole, group)) return undefined
  return `${whole.replaceAll(group, '')}${decimals === undefined ? '' : `.${decimals}`}`
}

/** True if a mark only separates thousands: 1,234 or 12.345.678. */
function isGrouped(digits: string, mark: string): boolean {
  const groups = digits.split(mark)
  return /^-?[1-9]\d{0,2}$/.test(groups[0] ?? '') && groups.slice(1).every((group) => /^\d{3}$/.test(group))
}
