import { humaniseKey } from '#lib/text/humanise-key.ts'
import { type DeepLine, flattenJson } from '#lib/text/json-flatten.ts'
import { findTitleAndDetail, isPlanKey, parseNumberedLines, parseTextStep } from './json-steps.ts'

export type OutlineSection = { key: string; label: string; value: Outline }

/** `path` is the JSON pointer of the step in the document; for a split text, with the index of the line. */
export type OutlineStep = { path: string; title: string; detail: string | null; sections: OutlineSection[] }

/** A JSON value arranged for reading. `left` counts the entries cut from a document that is too large. */
export type Outline =
  | { kind: 'none' }
  | { kind: 'text' | 'number' | 'instant' | 'day' | 'link'; text: string }
  | { kind: 'flag'; value: boolean }
  | { kind: 'list'; items: Outline[]; left: number }
  | { kind: 'steps'; steps: OutlineStep[]; left: number }
  | { kind: 'table'; columns: { key: string; label: string }[]; rows: Outline[][]; left: number }
  | { kind: 'sections'; sections: OutlineSection[]; left: number }
  | { kind: 'deep'; lines: DeepLine[]; left: number }

type OutlinePosition = { path: string; key: string; depth: number }
type NodeBudget = { nodes: number }
type KeyedValue = [string, unknown]

const maxDepth = 6
const maxNodes = 4_000
const maxDeepLines = 100
const none: Outline = { kind: 'none' }

/**
 * Arranges any JSON value for reading: arrays of steps as steps, arrays of similar records as a table, objects as
 * labelled sections. Depth and number of nodes are limited; cut entries are counted.
 */
export function outlineJson(value: unknown): Outline {
  return outline(value, { path: '', key: '', depth: 0 }, { nodes: maxNodes })
}

function outline(value: unknown, place: OutlinePosition, budget: NodeBudget): Outline {
  budget.nodes -= 1
  if (value === null || value === undefined || value === '') return none
  if (typeof value === 'boolean') return { kind: 'flag', value }
  if (typeof value === 'string') return outlineText(value, place, budget)
  if (typeof value !== 'object') return { kind: 'number', text: String(value) }
  if (place.depth >= maxDepth) return outlineDeep(value, budget)
  if (Array.isArray(value)) return outlineArray(value, place, budget)
  return outlineObject(Object.entries(value), place, budget)
}

function outlineText(raw: string, place: OutlinePosition, budget: NodeBudget): Outline {
  const text = raw.trim()
  if (text === '') return none
  if (/^[[{][\s\S]*[\]}]$/.test(text) && place.depth < maxDepth) {
    const parsed = parseJson(text)
    if (typeof parsed === 'object' && parsed !== null)
      return outline(parsed, { ...place, depth: place.depth + 1 }, budget)
  }
  const lines = parseNumberedLines(text)
  if (lines) {
    const steps = lines.map((line, index) => ({ path: `${place.path}/${index}`, ...line, sections: [] }))
    return { kind: 'steps', ...takeWithinBudget(steps, budget, (items) => ({ steps: items })) }
  }
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))) {
    return { kind: 'instant', text }
  }
  if (/^\d{4}-\d\d-\d\d$/.test(text) && isCalendarDay(text)) return { kind: 'day', text }
  if (/^https?:\/\/\S+$/.test(text) && URL.canParse(text)) return { kind: 'link', text }
  return { kind: 'text', text }
}

function outlineArray(all: unknown[], place: OutlinePosition, budget: NodeBudget): Outline {
  const values = all.filter((item) => item !== null && item !== '')
  if (values.length === 0) return none
  if (areStepTexts(values, place)) {
    const steps = values.map((text, index) => ({
      path: `${place.path}/${index}`,
      ...parseTextStep(text),
      sections: [],
    }))
    return { kind: 'steps', ...takeWithinBudget(steps, budget, (items) => ({ steps: items })) }
  }
  if (values.every(isRecord)) {
    const columns = tableColumns(values, place)
    if (columns) return outlineTable(values, columns, place, budget)
    if (values.every((item) => findTitleAndDetail(item) !== null)) return outlineSteps(values, place, budget)
  }
  const items = mapWithinBudget(values, budget, (item, index) =>
    outline(item, childPosition(place, String(index), place.key), budget),
  )
  return { kind: 'list', items, left: values.length - items.length }
}

function outlineSteps(values: Record<string, unknown>[], place: OutlinePosition, budget: NodeBudget): Outline {
  const steps = mapWithinBudget(values, budget, (item, index) => {
    const head = findTitleAndDetail(item)
    const stepPlace = childPosition(place, String(index), place.key)
    const rest = Object.entries(item).filter(([key, value]) => !head?.used.has(key) && !isOrdinal(key, value, index))
    const sections = mapWithinBudget(rest, budget, (entry) => section(entry, stepPlace, budget))
    return { path: stepPlace.path, title: head?.title ?? '', detail: head?.detail ?? null, sections }
  })
  return { kind: 'steps', steps, left: values.length - steps.length }
}

function outlineTable(
  rows: Record<string, unknown>[],
  keys: string[],
  place: OutlinePosition,
  budget: NodeBudget,
): Outline {
  const cells = mapWithinBudget(rows, budget, (row, index) =>
    keys.map((key) => outline(row[key], childPosition(place, `${index}/${key}`, key), budget)),
  )
  const columns = keys.map((key) => ({ key, label: humaniseKey(key) }))
  return { kind: 'table', columns, rows: cells, left: rows.length - cells.length }
}

function outlineObject(entries: KeyedValue[], place: OutlinePosition, budget: NodeBudget): Outline {
  if (entries.length === 0) return none
  if (entries.length > 1 && entries.every(([key]) => /^(step[\s_-]?)?\d+$/i.test(key))) {
    const ordered = entries
      .map(([key, value]) => ({ at: Number(key.replace(/\D+/g, '')), value }))
      .toSorted((one, other) => one.at - other.at)
    return outlineArray(
      ordered.map(({ value }) => value),
      { ...place, key: 'steps' },
      budget,
    )
  }
  const sections = mapWithinBudget(entries, budget, (entry) => section(entry, place, budget))
  return { kind: 'sections', sections, left: entries.length - sections.length }
}

function section([key, value]: KeyedValue, place: OutlinePosition, budget: NodeBudget): OutlineSection {
  const shown = outline(value, childPosition(place, key, key), budget)
  const [, timed] = /^(.*?)[\s_-]?minutes$/i.exec(key) ?? []
  if (timed === undefined || shown.kind !== 'number') return { key, label: humaniseKey(key), value: shown }
  return { key, label: humaniseKey(timed || 'duration'), value: { ...shown, text: `${shown.text} min` } }
}

function outlineDeep(root: object, budget: NodeBudget): Outline {
  const flat = flattenJson(root, Math.min(maxDeepLines, Math.max(0, budget.nodes)))
  budget.nodes -= flat.lines.length
  return flat.lines.length + flat.left === 0 ? none : { kind: 'deep', ...flat }
}

function tableColumns(rows: Record<string, unknown>[], place: OutlinePosition): string[] | null {
  const keys = Object.keys(rows[0] ?? {})
  if (rows.length < 2 || keys.length < 2 || keys.length > 6 || place.path === '' || isPlanKey(place.key)) return null
  const isShort = (value: unknown) => value === null || (typeof value !== 'object' && String(value).length <= 60)
  const isAlike = (row: Record<string, unknown>) =>
    Object.keys(row).length === keys.length && keys.every((key) => key in row && isShort(row[key]))
  return rows.every(isAlike) ? keys : null
}

function areStepTexts(values: unknown[], place: OutlinePosition): values is string[] {
  if (!values.every((value): value is string => typeof value === 'string')) return false
  if (place.path === '' || isPlanKey(place.key)) return true
  return values.length > 1 && values.every((value) => value.trim().split(/\s+/).length >= 4)
}

function isOrdinal(key: string, value: unknown, at: number): boolean {
  return (
    /^(step|order|number|no|seq|sequence|index|id|position)$/i.test(key) &&
    (Number(value) === at + 1 || Number(value) === at)
  )
}

const childPosition = (place: OutlinePosition, step: string, key: string): OutlinePosition => ({
  path: `${place.path}/${step}`,
  key,
  depth: place.depth + 1,
})

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Maps values until the budget is used up. */
function mapWithinBudget<In, Out>(values: In[], budget: NodeBudget, map: (value: In, at: number) => Out): Out[] {
  const out: Out[] = []
  for (const [at, value] of values.entries()) {
    if (budget.nodes <= 0) break
    out.push(map(value, at))
  }
  return out
}

function takeWithinBudget<Item, Named extends object>(
  all: Item[],
  budget: NodeBudget,
  name: (items: Item[]) => Named,
): Named & { left: number } {
  const items = all.slice(0, Math.max(0, budget.nodes))
  budget.nodes -= items.length
  return { ...name(items), left: all.length - items.length }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
