import type { RowChoice } from '../database/staging.ts'
import type { Source, SourceRow } from '../source/source.ts'
import type { Target } from '../targets/target.ts'
import type { Feed } from './plan-feeds.ts'
import type { ReadRow } from './row-reader.ts'
import { sampleSize } from './survey.ts'

/** Which of several rows for one record counts, and the reason as a sentence. */
export type LogOrder = { readonly choice: RowChoice; readonly remark: string | undefined }

type ReadValues = (content: NonNullable<SourceRow['content']>) => ReadRow

/**
 * Finds out which row is the last state of a record in a log. Columns of the target that say when a row was written
 * decide it; between equal rows it is the later one, or the earlier one if the file lists its records newest first,
 * which the times in the first 2,000 rows show.
 */
export async function findLogOrder(
  source: Source,
  target: Target,
  feeds: readonly Feed[],
  createReader: (fields: readonly string[]) => ReadValues,
): Promise<LogOrder> {
  const { rises, falls, repeats } = await compareRepeats(source, target, createReader)
  const choice = falls > rises ? 'last-state-first' : 'last-state'
  if (repeats === 0) return { choice, remark: undefined }
  const logFields = new Set(target.logColumns.map(({ field }) => field))
  const columns = feeds.filter(({ field }) => logFields.has(field)).flatMap((feed) => feed.columns)
  if (columns.length > 0) {
    return {
      choice,
      remark: `Of several rows for one record, the one with the latest ${columns.join(', ')} counts.`,
    }
  }
  const isReversed = choice === 'last-state-first'
  return {
    choice,
    remark: isReversed ? 'Records are listed newest first: the first row of each is its state.' : undefined,
  }
}

/** How often a record repeats, and how often the latest time in it is later or earlier than in its row before. */
async function compareRepeats(source: Source, target: Target, createReader: (fields: readonly string[]) => ReadValues) {
  const dates = Object.keys(target.fields).filter((field) => target.fields[field]?.isDate)
  const readValues = createReader([target.key, ...dates])
  const latest = new Map<unknown, string>()
  const counts = { rises: 0, falls: 0, repeats: 0 }
  let rows = 0
  for await (const portion of source.rows()) {
    for (const { content } of portion) {
      rows += 1
      if (!content || rows > sampleSize) continue
      const { values } = readValues(content)
      const key = values[target.key]
      const time =
        dates
          .map((field) => String(values[field] ?? ''))
          .toSorted()
          .at(-1) ?? ''
      const before = latest.get(key)
      latest.set(key, time)
      if (before === undefined) continue
      counts.repeats += 1
      if (time > before) counts.rises += 1
      if (time < before) counts.falls += 1
    }
    if (rows > sampleSize) break
  }
  return counts
}
