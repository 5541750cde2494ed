/**
 * Returns the page numbers to link to: the first, the last and the neighbours of the current one, with null for a gap.
 * A gap of a single page shows that page.
 */
export function listPageNumbers(page: number, last: number, around = 1): (number | null)[] {
  const shownPages = new Set([1, last])
  for (let neighbour = page - around; neighbour <= page + around; neighbour += 1) {
    if (neighbour >= 1 && neighbour <= last) shownPages.add(neighbour)
  }
  const sorted = [...shownPages].toSorted((a, b) => a - b)
  return sorted.flatMap((number, index) => {
    const gap = number - (sorted[index - 1] ?? number - 1)
    if (gap === 2) return [number - 1, number]
    return gap > 2 ? [null, number] : [number]
  })
}
