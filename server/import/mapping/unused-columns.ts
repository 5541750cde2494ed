import type { Mapping } from '#lib/contracts/import-mapping.ts'
import { foldColumnName } from '../source/column-names.ts'
import type { Target } from '../targets/target.ts'
import type { FeedPlan } from './plan-feeds.ts'

const maxRemarks = 10

/** Words that say nothing about which field a column is. */
const noise = new Set('a the of de du des der het date time datetime at on u custom field value text name'.split(' '))
/** What a kind of record calls itself in its columns. */
const ownWords: Partial<Record<Target['entity'], readonly string[]>> = {
  changes: ['change', 'rfc'],
  incidents: ['incident', 'ticket', 'request'],
}

/**
 * A remark for each unused column whose name has the words of a field that nothing fills, such as `ScheduledStartDate`
 * for `planned_start`, with how to use it. A field that the mapping leaves out is not missed.
 */
export function describeUnusedColumns(
  { entity, fields }: Target,
  mapping: Mapping,
  { feeds, unused }: FeedPlan,
): string[] {
  const wordsOf = (name: string) =>
    foldColumnName(name)
      .split(/[_.]/)
      .filter((word) => word !== '' && !noise.has(word) && !ownWords[entity]?.includes(word))
      .toSorted()
      .join(' ')
  const fieldOf = new Map<string, string>()
  for (const [field, { guesses }] of Object.entries(fields)) {
    if (mapping.fields?.[field] === null || feeds.some((feed) => feed.field === field)) continue
    for (const guess of guesses) {
      const words = typeof guess === 'string' ? wordsOf(guess) : ''
      if (words !== '' && !fieldOf.has(words)) fieldOf.set(words, field)
    }
  }
  const suggestions = unused.flatMap((column) => {
    const field = fieldOf.get(wordsOf(column))
    return field === undefined ? [] : [{ column, field }]
  })
  return suggestions.slice(0, maxRemarks).map(({ column, field }) => {
    const rule = JSON.stringify({ fields: { [field]: column } })
    return `The column ${JSON.stringify(column)} is not used, but looks like ${field}: if it is, name it in the mapping, ${rule}.`
  })
}
