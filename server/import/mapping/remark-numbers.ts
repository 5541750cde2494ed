import { explainBadNumber } from '#server/import/cells/change-number.ts'
import { quoteCell } from '#server/import/cells/fault.ts'
import type { ResolvedNumbers } from '#server/import/database/resolve-numbers.ts'
import type { RowRemarks } from '#server/import/targets/remarks.ts'
import type { Target } from '#server/import/targets/target.ts'
import type { Feed } from './plan-feeds.ts'
import { labelFeed } from './row-reader.ts'

/** Adds remarks about names that were left empty. */
export function remarkNumbers(
  { changeColumns }: Target,
  feeds: readonly Feed[],
  remarks: RowRemarks,
  { unreadable, taken }: Pick<ResolvedNumbers, 'unreadable' | 'taken'>,
): void {
  for (const { column, text } of taken) remarks.count(`${column} of another record is left empty`, quoteCell(text))
  const feed = feeds.find(({ field }) => changeColumns.includes(field))
  const label = feed ? labelFeed(feed) : changeColumns.join()
  for (const text of unreadable) remarks.add(`${label} is left empty where it cannot be read`, explainBadNumber(text))
}
