import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import type { FieldChanges } from '#server/platform/audit/record-event.ts'

type Form = Readonly<Record<string, unknown>>

/** Lists of a form, each with the field that identifies an entry. */
const entryNames: Readonly<Record<string, string>> = { steps: 'key', decisions: 'incident', drafts: 'key' }
/** Length of a text from which only the changed part is recorded. */
const longText = 200
const context = 20

/**
 * Returns the changes of a saved form, field by field and entry by entry, so that a history of many small saves stays
 * small: `plan.steps.<key>.result`, `outcome.justification`. Only the changed part of a long text is recorded, between
 * `…`.
 */
export function formDifferences(step: ReviewStep, before: Form, after: Form): FieldChanges {
  const changed = Object.keys(after).flatMap((field) => {
    const name = entryNames[field]
    const path = `${step}.${field}`
    return name === undefined
      ? differing(path, before[field], after[field])
      : entryDifferences(path, keyed(before[field], name), keyed(after[field], name))
  })
  return Object.fromEntries(changed)
}

type Difference = [field: string, change: FieldChanges[string]]

function entryDifferences(path: string, before: Map<string, Form>, after: Map<string, Form>): Difference[] {
  const removed = [...before].filter(([key]) => !after.has(key))
  return [
    ...[...after].flatMap(([key, entry]) => {
      const former = before.get(key)
      if (!former) return differing(`${path}.${key}`, null, entry)
      return Object.keys(entry).flatMap((field) => differing(`${path}.${key}.${field}`, former[field], entry[field]))
    }),
    ...removed.flatMap(([key, entry]) => differing(`${path}.${key}`, entry, null)),
  ]
}

function keyed(list: unknown, name: string): Map<string, Form> {
  const entries = Array.isArray(list) ? (list as Form[]) : []
  return new Map(entries.map((entry) => [String(entry[name]), entry]))
}

function differing(field: string, from: unknown, to: unknown): Difference[] {
  if (JSON.stringify(from) === JSON.stringify(to)) return []
  const change = typeof from === 'string' && typeof to === 'string' ? changedPart(from, to) : { from: from ?? null, to }
  return [[field, change]]
}

function changedPart(from: string, to: string): { from: string; to: string } {
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
