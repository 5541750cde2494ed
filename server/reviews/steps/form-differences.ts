import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import type { FieldChanges } from '#server/platform/audit/record-event.ts'

type FormFields = Readonly<Record<string, unknown>>

/** Lists of a form, each with the field that identifies an entry. */
const entryKeys: Readonly<Record<string, string>> = { steps: 'key', decisions: 'incident', drafts: 'key' }
/** Length of a text from which only the changed part is recorded. */
const longText = 200
const context = 20

/**
 * Returns the changes of a saved form, field by field and entry by entry, so that a history of many small saves stays
 * small: `plan.steps.<key>.result`, `outcome.justification`. Only the changed part of a long text is recorded, between
 * `…`.
 */
export function listFormDifferences(step: ReviewStep, before: FormFields, after: FormFields): FieldChanges {
  const changed = Object.keys(after).flatMap((field) => {
    const name = entryKeys[field]
    const path = `${step}.${field}`
    return name === undefined
      ? compareField(path, before[field], after[field])
      : compareEntries(path, indexEntries(before[field], name), indexEntries(after[field], name))
  })
  return Object.fromEntries(changed)
}

type Difference = [field: string, change: FieldChanges[string]]

function compareEntries(path: string, before: Map<string, FormFields>, after: Map<string, FormFields>): Difference[] {
  const removed = [...before].filter(([key]) => !after.has(key))
  return [
    ...[...after].flatMap(([key, entry]) => {
      const former = before.get(key)
      if (!former) return compareField(`${path}.${key}`, null, entry)
      return Object.keys(entry).flatMap((field) => compareField(`${path}.${key}.${field}`, former[field], entry[field]))
    }),
    ...removed.flatMap(([key, entry]) => compareField(`${path}.${key}`, entry, null)),
  ]
}

function indexEntries(list: unknown, name: string): Map<string, FormFields> {
  const entries = Array.isArray(list) ? (list as FormFields[]) : []
  return new Map(entries.map((entry) => [String(entry[name]), entry]))
}

function compareField(field: string, from: unknown, to: unknown): Difference[] {
  if (JSON.stringify(from) === JSON.stringify(to)) return []
  const change = typeof from === 'string' && typeof to === 'string' ? cutToChange(from, to) : { from: from ?? null, to }
  return [[field, change]]
}

function cutToChange(from: string, to: string): { from: string; to: string } {
  const shorter = Math.min(from.length, to.length)
  if (Math.max(from.length, to.length) <= longText) return { from, to }
  let start = 0
  while (start < shorter && from[start] === to[start]) start += 1
  let end = 0
  while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end += 1
  const cut = (text: string) => {
    const part = text.slice(Math.max(0, start - context), text.length - Math.max(0, end - context)).toWellFormed()
    return `${start > context ? '…' : ''}${part}${end > context ? '…' : ''}`
  }
  return { from: cut(from), to: cut(to) }
}
