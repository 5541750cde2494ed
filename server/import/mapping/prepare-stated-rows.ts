import type { Mapping } from '#lib/contracts/import-mapping.ts'
import { utcClock } from '#lib/time/wall-clock.ts'
import type { RowChoice } from '#server/import/database/staging-table.ts'
import { openClock } from '#server/import/options.ts'
import { getPresetWords, getSystemPreset } from '#server/import/presets/find-preset.ts'
import { isUtcColumn } from '#server/import/source/column-names.ts'
import { pickMember } from '#server/import/source/json-source.ts'
import { depthFault, isDeepValue } from '#server/import/source/limits.ts'
import { noRemarks, type RowRemarks } from '#server/import/targets/remarks.ts'
import type { CheckedRow, Target } from '#server/import/targets/target.ts'
import { chooseSpecs, openFormat } from './field-readers.ts'
import { addWords, type OrganisationWords } from './organisation-labels.ts'
import { type Feed, listMappedColumns, planFeeds } from './plan-feeds.ts'
import { createRowReader } from './row-reader.ts'

/** Rules for rows whose mapping states everything, so that nothing is guessed. */
export type StatedRows = {
  readonly feeds: readonly Feed[]
  readonly choice: RowChoice
  checkRow(row: Readonly<Record<string, unknown>>): CheckedRow
}

/**
 * Prepares the rows of a system by a mapping that names the system and every column. Throws `invalid_request` for a
 * mapping with an unknown field, zone or date format.
 */
export function prepareStatedRows(
  target: Target,
  mapping: Mapping,
  words: OrganisationWords,
  remarks: RowRemarks = noRemarks,
): StatedRows {
  const columns = listMappedColumns(mapping)
  const system = mapping.system === undefined ? {} : getPresetWords(getSystemPreset(mapping.system), target.entity)
  const feeds = addWords(addWords(planFeeds(target.fields, mapping, columns).feeds, words), system)
  const clock = openClock(mapping.time_zone ?? 'UTC')
  const readRow = createRowReader({
    specs: chooseSpecs(target.fields, { columns, isKnownSystem: true }),
    feeds,
    pick: pickMember,
    empties: new Set(mapping.empty),
    remarks,
    dates: (feed) => ({
      order: mapping.date_order ?? 'day-first',
      hasShortYears: false,
      format: openFormat(feed),
      clock: feed.columns.every(isUtcColumn) ? utcClock : clock,
    }),
  })
  const isLastState = mapping.last_state ?? target.isLog
  const lastState = mapping.newest_first ? 'last-state-first' : 'last-state'
  return {
    feeds,
    choice: isLastState ? lastState : 'first',
    checkRow(row) {
      if (isDeepValue(row)) return { issues: [depthFault] }
      const { values, issues } = readRow(row)
      return issues.length > 0 ? { issues } : target.check(values, remarks)
    },
  }
}
