import type { ImportSummary } from '#server/import/import-report.ts'
import type { Feed } from '#server/import/mapping/plan-feeds.ts'
import type { DecisionCounts } from '#server/reviews/policy/decide-reviews.ts'

const count = (number: number) => number.toLocaleString('en')
const groupDigits = (number: number, one: string, many = `${one}s`) => `${count(number)} ${number === 1 ? one : many}`

/** Maximum refused rows in the report. */
const maxPrinted = 20

/** Formats the report of an import for a terminal. */
export function describeImport(summary: ImportSummary, seconds: number): string {
  const { refused, refusedPath, result } = summary
  const refusals = result.refusals.slice(0, maxPrinted)
  return [
    `${summary.entity} from ${summary.name} (${result.format}, ${result.encoding})\n`,
    formatSection('Fields and their columns', result.fields.map(describeFeed)),
    formatSection('Unused columns', wrapNames(result.unused_columns)),
    formatSection('Remarks', result.remarks),
    formatSection(
      refused > refusals.length ? `Refused, the first ${refusals.length} of ${count(refused)}` : 'Refused',
      refusals.map(({ place, reason }) => `${place}: ${reason}`),
    ),
    refusedPath === undefined
      ? ''
      : `All refused rows are in ${refusedPath}; correct them there and import that file.\n`,
    describeTotals(summary, seconds).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

/** Describes the decisions of the policy on the changes in review; empty if there was nothing to decide. */
export function describeDecisions({ decided, owed, raised }: DecisionCounts): string {
  const lines = [
    ...(decided > 0
      ? [`${groupDigits(decided, 'change')} in review: ${groupDigits(owed, 'review')} owed by the policy.`]
      : []),
    ...(raised > 0
      ? [`${groupDigits(raised, 'review')} more owed for incidents linked since the first decision.`]
      : []),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function describeTotals(summary: ImportSummary, seconds: number): string[] {
  const { rows, refused, isDryRun } = summary
  const { inserted, updated, unchanged, superseded, kept, stubs } = summary.result
  const effects = [
    `${count(inserted)} inserted`,
    `${count(updated)} updated`,
    `${count(unchanged)} unchanged`,
    `${count(refused)} refused`,
  ]
  return [
    `${groupDigits(rows, 'row')}: ${effects.join(', ')} (${seconds.toFixed(1)} s, ${count(Math.round(rows / seconds))} rows a second)`,
    ...(superseded > 0
      ? [`${groupDigits(superseded, 'row')} with other states of records: of several rows for one record, one counts.`]
      : []),
    ...(kept > 0 ? [`${groupDigits(kept, 'record')} kept values that were edited here.`] : []),
    ...(stubs > 0
      ? [`${groupDigits(stubs, 'change')} named by incidents and unknown: created as a stub until it is imported.`]
      : []),
    ...(isDryRun ? ['Dry run: nothing was written.'] : []),
  ]
}

function formatSection(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n${lines.map((line) => `  ${line}`).join('\n')}\n`
}

/** Joins names with commas, on lines of about 100 characters. */
function wrapNames(names: readonly string[]): string[] {
  const lines: string[] = []
  for (const name of names) {
    const last = lines.at(-1)
    if (last === undefined || last.length + name.length > 100) lines.push(name)
    else lines.splice(-1, 1, `${last}, ${name}`)
  }
  return lines
}

function describeFeed({ field, columns, join, values, format, default: fallback, is_guessed }: Feed): string {
  const source = columns.join(join === null ? ', else ' : ` + `)
  const details = [
    ...(Object.keys(values).length > 0 ? [`${groupDigits(Object.keys(values).length, 'word')} translated`] : []),
    ...(format === null ? [] : [`as ${format}`]),
    ...(fallback === null ? [] : [`${JSON.stringify(fallback)} where empty`]),
    ...(is_guessed ? [] : ['from the mapping']),
  ]
  return `${field.padEnd(20)} ${source || 'no column'}${details.length > 0 ? ` (${details.join('; ')})` : ''}`
}
