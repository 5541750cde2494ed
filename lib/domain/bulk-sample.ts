/**
 * Of the reviews that are completed in bulk, the share in percent that is drawn for a full review instead. Source:
 * product.md, "bulk completion and a random sample drawn for full review".
 */
export const bulkSamplePercent = 10

/**
 * Draws the sample: of ten at least one, and what is left over gives one more with the chance of its share, so that many
 * small bulks are looked at as often as a large one. `random` gives a number from 0 to below 1.
 */
export function drawSample<Item>(items: readonly Item[], random: () => number): Item[] {
  const share = (items.length * bulkSamplePercent) / 100
  const size = Math.floor(share) + (random() < share % 1 ? 1 : 0)
  const left = [...items]
  return Array.from({ length: size }, () => left.splice(Math.floor(random() * left.length), 1)).flat()
}
