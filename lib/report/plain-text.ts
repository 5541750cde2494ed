import { outcomeCriteria } from '#lib/domain/review/outcome-criteria.ts'
import { formatDay, formatInstant } from '#lib/time/format-time.ts'
import type { Inline } from './report.ts'

/** Formats a value of a report as one line of plain text, with times in a zone. */
export function formatInline(value: Inline, zone: string): string {
  if (typeof value === 'string') return value
  if ('moment' in value) return formatInstant(new Date(value.moment), zone)
  if ('day' in value) return formatDay(value.day)
  if ('outcome' in value) return outcomeCriteria[value.outcome].label
  if ('strong' in value) return value.strong
  if ('alarming' in value) return value.alarming
  if ('link' in value) return value.link
  if ('written' in value) return value.written
  if ('under' in value) return ` (${formatInline(value.under, zone)})`
  return value.map((part) => formatInline(part, zone)).join('')
}

/** Returns the path of the first link in a value. */
export function findFirstPath(value: Inline): string | undefined {
  if (typeof value === 'string') return undefined
  if ('link' in value) return value.path
  if ('under' in value) return findFirstPath(value.under)
  return Array.isArray(value) ? value.map(findFirstPath).find((path) => path !== undefined) : undefined
}
