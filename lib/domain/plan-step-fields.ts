import type { Outline, OutlineSection } from './json-outline.ts'
import { titleAndDetail } from './json-steps.ts'

/** `duration` is as written, with the unit that its key names: `40 min`. */
export type StepFields = { readonly owner: string | null; readonly duration: string | null }

const ownerKeys = /^(owner|assignee|assigned_?to|responsible|performed_?by|who|by|executor|team|role)$/i
const durationKeys =
  /^(duration|length|takes|time|estimate|((estimated|est)_?)?(duration_?|time_?)?(in_?)?(minutes?|mins?|hours?|seconds?|secs?)|estimated_?(duration|time))$/i

export function stepFields(sections: readonly OutlineSection[]): StepFields {
  const read = (keys: RegExp) => {
    const found = sections.find(({ key, value }) => keys.test(key) && textOf(value) !== null)
    return found ? { key: found.key, text: textOf(found.value) ?? '' } : null
  }
  const duration = read(durationKeys)
  return { owner: read(ownerKeys)?.text ?? null, duration: duration && withUnit(duration.text, duration.key) }
}

/** Title and detail of a step from its fields; null without a title. */
export function stepHead(sections: readonly OutlineSection[]): { title: string; detail: string | null } | null {
  return titleAndDetail(Object.fromEntries(sections.map(({ key, value }) => [key, textOf(value)])))
}

const textOf = (node: Outline): string | null => ('text' in node ? node.text : null)

function withUnit(text: string, key: string): string {
  if (!/^\d+([.,]\d+)?$/.test(text)) return text
  const unit = [/min/i, /hour/i, /sec/i].findIndex((pattern) => pattern.test(key))
  return unit === -1 ? text : `${text} ${['min', 'h', 's'][unit]}`
}
