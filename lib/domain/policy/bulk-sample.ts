/** Share of reviews completed in bulk that are selected for a full review instead, in percent. */
export const bulkSamplePercent = 10

/**
 * Draws a random sample of the items. The remaining fraction selects one more item with that probability, so that many
 * small bulks are sampled as often as one large bulk. `random` returns a number in [0, 1).
 */
export function drawSample<Item>(items: readonly Item[], random: () => number): Item[] {
  const share = (items.length * bulkSamplePercent) / 100
  const size = Math.floor(share) + (random() < share % 1 ? 1 : 0)
  const left = [...items]
  return Array.from({ length: size }, () => left.splice(Math.floor(random() * left.length), 1)).flat()
}
