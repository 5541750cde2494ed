import type { Incident } from '#lib/contracts/incidents.ts'

/**
 * Describes the progress of the decisions on the incidents of a review: `1 of 2 decided, the other is optional`.
 * Incidents that name the change and urgent ones must be decided, as in `listStepProgress`; other candidates are
 * optional.
 */
export function describeDecision(
  change: string,
  candidates: readonly Pick<Incident, 'number' | 'related_change'>[],
  decided: ReadonlySet<string>,
  urgent: readonly string[],
): string {
  const open = candidates.filter(({ number }) => !decided.has(number))
  const required = open.filter(
    ({ number, related_change: named }) => named === change || urgent.includes(number),
  ).length
  const optional = open.length - required
  return [
    `${candidates.length - open.length} of ${candidates.length} decided`,
    ...(required > 0 ? [`${required} to decide`] : []),
    ...(optional > 0 ? [describeOptional(optional, candidates.length)] : []),
  ].join(', ')
}

const describeOptional = (count: number, all: number) => {
  if (count === all) return count === 1 ? 'it is optional' : 'all are optional'
  return count === 1 ? 'the other is optional' : `the other ${count} are optional`
}
