import type { ChangeRecord } from '#lib/contracts/changes.ts'

type Documents = Pick<ChangeRecord, 'implementation_plan' | 'risk_assessment' | 'backout_plan'>
export type StatedObjective = { readonly text: string; readonly source: string }

const keys = ['objective', 'objectives', 'purpose', 'description']

/** What a change set out to do, from whichever of its documents states it; an objective comes before a description. */
export function statedObjective(change: Documents): StatedObjective | null {
  const documents = [
    ['implementation plan', change.implementation_plan],
    ['risk assessment', change.risk_assessment],
    ['backout plan', change.backout_plan],
  ] as const
  const parts = documents.flatMap(([source, document]) =>
    [document, ...Object.values(document ?? {})].filter(isObject).map((part) => ({ source, part })),
  )
  for (const key of keys) {
    for (const { source, part } of parts) {
      const text = textOf(Object.entries(part).find(([name]) => name.toLowerCase() === key)?.[1])
      if (text !== '') return { text, source }
    }
  }
  return null
}

/** Lists are left out: the descriptions in them are those of steps. */
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return Array.isArray(value) && value.every((line) => typeof line === 'string') ? value.join(' ').trim() : ''
}
