import type { Measured } from '#lib/domain/measures/measures.ts'

/** What a change says of its objective. Versions of reviews that are older than a field lack it. */
export type Promised = {
  readonly objective?: string | null | undefined
  readonly measures?: readonly Measured[] | undefined
  readonly implementation_plan: Readonly<Record<string, unknown>> | null
}

/** A stated objective, word for word. */
export type Objective = {
  readonly text: string
  /** Who states it: `the change record`. */
  readonly source: string
}

const keys = ['objective', 'objectives', 'purpose']

/**
 * Returns the objective of a change as its record states it, else as its implementation plan does under a key such as
 * “objective”, else as its review states it (`reviewed` is the form of the plan); null without one. Other texts describe
 * the change and its procedure, and none is taken for an objective.
 */
export function findObjective(
  { objective = null, implementation_plan: plan }: Promised,
  reviewed?: { readonly objective: string; readonly objective_source: string },
): Objective | null {
  if (objective !== null) return { text: objective, source: 'the change record' }
  const parts = [plan, ...Object.values(plan ?? {})].filter(isObject)
  for (const key of keys) {
    for (const part of parts) {
      const text = readText(Object.entries(part).find(([name]) => name.toLowerCase() === key)?.[1])
      if (text !== '') return { text, source: 'the implementation plan' }
    }
  }
  if (!reviewed?.objective.trim()) return null
  return { text: reviewed.objective, source: `${reviewed.objective_source.trim() || 'a source'}, as the review states` }
}

/** Excludes lists, whose content belongs to a step. */
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readText(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return Array.isArray(value) && value.every((line) => typeof line === 'string') ? value.join('\n').trim() : ''
}
