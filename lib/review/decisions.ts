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

export const rejectionReasons = ['Other cause known', 'Began before the change', 'Other component'] as const

type DecidedIncident = { readonly incident: string; readonly decision: string; readonly reason: string }
const maxEarlier = 3
const maxLength = 80

/** Lists the uncommon reasons for rejecting other incidents of the review, to choose again; newest first. */
export function listEarlierReasons(decisions: readonly DecidedIncident[], incident: string): string[] {
  const otherReasons = decisions
    .filter((other) => other.decision === 'rejected' && other.incident !== incident)
    .map(({ reason }) => reason.trim())
    .filter((reason) => reason !== '' && reason.length <= maxLength && !isCommon(reason))
  return [...new Set(otherReasons.toReversed())].slice(0, maxEarlier)
}

const isCommon = (reason: string) => rejectionReasons.some((common) => common === reason)

const separator = ': '

/** Returns the common reason at the beginning of a text, if any. */
export const findCommonReason = (text: string): (typeof rejectionReasons)[number] | undefined =>
  rejectionReasons.find((reason) => text === reason || text.startsWith(reason + separator))

/** Replaces the common reason at the beginning of a text; the explanation stays. */
export function replaceReason(text: string, reason: (typeof rejectionReasons)[number]): string {
  const explanation = text.slice(findCommonReason(text)?.length ?? 0).replace(/^: /, '')
  return explanation.trim() === '' ? reason : reason + separator + explanation
}
