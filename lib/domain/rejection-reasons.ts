export const rejectionReasons = ['Other cause known', 'Began before the change', 'Other component'] as const

const separator = ': '

/** The common reason that a text begins with, if any. */
export const chosenReason = (text: string): (typeof rejectionReasons)[number] | undefined =>
  rejectionReasons.find((reason) => text === reason || text.startsWith(reason + separator))

/** The text with its common reason replaced; other words stay. */
export function withReason(text: string, reason: (typeof rejectionReasons)[number]): string {
  const written = text.slice(chosenReason(text)?.length ?? 0).replace(/^: /, '')
  return written.trim() === '' ? reason : reason + separator + written
}
