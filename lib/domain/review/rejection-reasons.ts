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
