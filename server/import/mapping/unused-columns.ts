import type { Mapping } from '#lib/contracts/import-mapping.ts'
import { foldColumnName } from '#server/import/source/column-names.ts'
import type { Target } from '#server/import/targets/target.ts'
import type { FeedPlan } from './plan-feeds.ts'

const maxRemarks = 10

/** Words in the name of a column that do not identify a field. */
const ignoredWords = new Set(
  'a the of de du des der het date time datetime at on u custom field value text name'.split(' '),
)
/** Names of a kind of record in its own columns. */
const kindWords: Partial<Record<Target['entity'], readonly string[]>> = {
  changes: ['change', 'rfc'],
  incidents: ['incident', 'ticket', 'request'],
}

/**
 * Describes each unused column whose name has the words of a field that nothing fills, such as `ScheduledStartDate` for
 * `planned_start`, and how to use it. Fields that the mapping leaves out are skipped.
 */
export function describeUnusedColumns(
  { entity, fields }: Target,
  mapping: Mapping,
  { feeds, unused }: FeedPlan,
): string[] {
  const foldWords = (name: string) =>
    foldColumnName(name)
      .split(/[_.]/)
      .filter((word) => word !== '' && !ignoredWords.has(word) && !kindWords[entity]?.includes(word))
      .toSorted()
      .join(' ')
  const fieldsByWords = new Map<string, string>()
  for (const [field, { guesses }] of Object.entries(fields)) {
    if (mapping.fields?.[field] === null || feeds.some((feed) => feed.field === field)) continue
    for (const guess of guesses) {
      const words = typeof guess === 'string' ? foldWords(guess) : ''
      if (words !== '' && !fieldsByWords.has(words)) fieldsByWords.set(words, field)
    }
  }
  const suggestions = unused.flatMap((column) => {
    const field = fieldsByWords.get(foldWords(column))
    return field === undefined ? [] : [{ column, field }]
  })
  return suggestions.slice(0, maxRemarks).map(({ column, field }) => {
    const rule = JSON.stringify({ fields: { [field]: column } })
    return `The column ${JSON.stringify(column)} is not used, but looks like ${field}: if it is, name it in the mapping, ${rule}.`
  })
}
