import type { ChangeRecord } from '#lib/contracts/changes.ts'

const keys = ['objective', 'objectives', 'purpose']

/**
 * Returns the objective of a change from its implementation plan, under a key such as “objective”; null without one.
 * Other texts of the plan describe the procedure, and other documents, such as the backout plan, have another subject.
 */
export function findStatedObjective({
  implementation_plan: plan,
}: Pick<ChangeRecord, 'implementation_plan'>): string | null {
  const parts = [plan, ...Object.values(plan ?? {})].filter(isObject)
  for (const key of keys) {
    for (const part of parts) {
      const text = readText(Object.entries(part).find(([name]) => name.toLowerCase() === key)?.[1])
      if (text !== '') return text
    }
  }
  return null
}

/** Excludes lists, whose content belongs to a step. */
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readText(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return Array.isArray(value) && value.every((line) => typeof line === 'string') ? value.join(' ').trim() : ''
}
