export const rejectionReasons = ['Other cause known', 'Began before the change', 'Other component'] as const

type Decided = { readonly incident: string; readonly decision: string; readonly reason: string }
const maxEarlier = 3
const maxLength = 80

/** Own reasons that other incidents of the review were rejected for, to choose again; newest first. */
export function earlierReasons(decisions: readonly Decided[], incident: string): string[] {
  const otherReasons = decisions
    .filter((other) => other.decision === 'rejected' && other.incident !== incident)
    .map(({ reason }) => reason.trim())
    .filter((reason) => reason !== '' && reason.length <= maxLength && !isCommon(reason))
  return [...new Set(otherReasons.toReversed())].slice(0, maxEarlier)
}

const isCommon = (reason: string) => rejectionReasons.some((common) => common === reason)

const separator = ': '

/** The common reason that a text begins with, if any. */
export const chosenReason = (text: string): (typeof rejectionReasons)[number] | undefined =>
  rejectionReasons.find((reason) => text === reason || text.startsWith(reason + separator))

/** The text with its common reason replaced; other words stay. */
export function replaceReason(text: string, reason: (typeof rejectionReasons)[number]): string {
  const explanation = text.slice(chosenReason(text)?.length ?? 0).replace(/^: /, '')
  return explanation.trim() === '' ? reason : reason + separator + explanation
}
