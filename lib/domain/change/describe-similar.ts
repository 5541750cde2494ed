import type { ReviewOutcome } from '#lib/contracts/changes.ts'

/** Changes of a service are similar from this score on: the total rarity of the words that their titles share. */
export const minTitleLikeness = 0.2

/** Summarizes the outcomes of similar changes: "4 of the 6 most similar reviewed changes had issues". */
export function describeSimilar(outcomes: readonly ReviewOutcome[]): string {
  const total = outcomes.length
  const troubledCount = outcomes.filter((outcome) => outcome !== 'successful').length
  if (total === 1) return `The only similar reviewed change ${troubledCount === 1 ? 'had issues' : 'was successful'}`
  const countText = troubledCount === 0 ? 'None' : troubledCount === total ? 'All' : troubledCount
  return `${countText} of the ${total} most similar reviewed changes had issues`
}
