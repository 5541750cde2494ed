import { foldForSorting } from './fold-for-sorting.ts'
import { compareCodePoints } from './text-comparison.ts'

/** Sorts by name without regard to case and accents, independent of the locale; the identifier breaks ties. */
export function sortByName<Item extends { readonly name: string; readonly id: string }>(
  items: readonly Item[],
): Item[] {
  return items
    .map((item) => ({ item, key: foldForSorting(item.name) }))
    .toSorted((left, right) => compareCodePoints(left.key, right.key) || compareCodePoints(left.item.id, right.item.id))
    .map(({ item }) => item)
}
