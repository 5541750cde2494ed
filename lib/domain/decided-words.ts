import type { Incident } from '#lib/contracts/incidents.ts'

/**
 * How far the decisions on the incidents of a review are: `1 of 2 decided, 1 may stay open`. Only incidents that name the change
 * must be decided, as `reviewProgress` has it; the other candidates may stay open, since most merely resemble the change.
 * The short form requires others beside them.
 */
export function decidedWords(
  change: string,
  candidates: readonly Pick<Incident, 'number' | 'related_change'>[],
  decided: ReadonlySet<string>,
  others: readonly string[] = [],
): string {
  const open = candidates.filter(({ number }) => !decided.has(number))
  const required = open.filter(
    ({ number, related_change: named }) => named === change || others.includes(number),
  ).length
  const optional = open.length - required
  return [
    `${candidates.length - open.length} of ${candidates.length} decided`,
    ...(required > 0 ? [`${required} to decide`] : []),
    ...(optional > 0 ? [`${optional} may stay open`] : []),
  ].join(', ')
}
