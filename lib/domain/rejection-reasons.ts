/** Common reasons why an incident is unrelated to a change. */
export const rejectionReasons = ['Other cause known', 'Began before the change', 'Other component'] as const

const separator = ': '

/** The reason that a text begins with; undefined where it was written freely. */
export const chosenReason = (text: string): (typeof rejectionReasons)[number] | undefined =>
  rejectionReasons.find((reason) => text === reason || text.startsWith(reason + separator))

/** The text with a reason in front, in place of the one that was chosen before; what was written stays. */
export function withReason(text: string, reason: (typeof rejectionReasons)[number]): string {
  const written = text.slice(chosenReason(text)?.length ?? 0).replace(/^: /, '')
  return written.trim() === '' ? reason : reason + separator + written
}
