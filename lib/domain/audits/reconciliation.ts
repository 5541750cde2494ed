import type { FindingKind, ReconciliationLine } from '#lib/contracts/app/audit-reconciliation.ts'
import { describeCount } from '#lib/text/counted.ts'
import { groupDigits } from '#lib/text/grouped.ts'

/** One record of a finding. */
export type FoundRecord = {
  /** Number of the change, position in the file, or name of the deployment. */
  readonly record: string
  /** Details of the record. */
  readonly text: string
  /** The deployment that a person may explain, with their explanation. */
  readonly deployment?: { readonly id: string; readonly note: string }
}

export type Finding = {
  readonly kind: FindingKind
  readonly count: number
  /** The total that `count` is a part of. */
  readonly of?: number
  /** The table and the query behind the count. */
  readonly query?: string
  /** The first records, or none if the source gives no list. */
  readonly records: readonly FoundRecord[]
  /** For an uncounted source, when and why; for other findings, an addition to the sentence. */
  readonly reason?: string
}

/** The reconciliation of one source. */
export type ReconciliationSection = {
  readonly source: string
  readonly kind: ReconciliationLine['source_kind']
  /** Identifier of the connection or the import; null for other sources. */
  readonly id: string | null
  /** Instant of the count and name of the person; null if the section is computed on each read. */
  readonly at: string | null
  readonly by: string | null
  readonly findings: readonly Finding[]
}

/** Maximum records that a finding names. */
const maxNamed = 1000

const are = (count: number) => `${groupDigits(count)} ${count === 1 ? 'is' : 'are'}`
const were = (count: number) => `${groupDigits(count)} ${count === 1 ? 'was' : 'were'}`
const have = (count: number) => `${groupDigits(count)} ${count === 1 ? 'has' : 'have'}`

const sentences: Readonly<Record<FindingKind, (found: Finding) => string>> = {
  not_counted: () => 'The source has not been asked for its count.',
  not_answered: ({ reason = '' }) => `The source gave no count at ${reason}`,
  counted: ({ count }) => `The source counts ${describeCount(count, 'change')} whose work ended in the period.`,
  stored: ({ count, of = count }) => `${groupDigits(count)} of ${groupDigits(of)} are stored.`,
  not_in_population: ({ count }) => `${are(count)} stored, and not in the population.`,
  refused: ({ count }) => `${were(count)} refused.`,
  not_read_yet: ({ count }) => `${were(count)} written at the source after the last read.`,
  hidden: ({ count }) => `${are(count)} hidden from the account of the connection.`,
  counted_unfiltered: ({ count }) => `Without the filter of the connection the source counts ${groupDigits(count)}.`,
  outside_filter: ({ count }) => `${are(count)} outside the filter.`,
  renumbered: ({ count }) => `${have(count)} another number now.`,
  deleted: ({ count }) => `${were(count)} deleted at the source, and ${count === 1 ? 'is' : 'are'} stored.`,
  ended_elsewhere: ({ count }) => `${are(count)} stored, and did not end in the period at the source.`,
  rows: ({ count }) => `The file has ${describeCount(count, 'row')}, of any period.`,
  in_population: ({ count, of = count }) =>
    `${groupDigits(count)} of ${groupDigits(of)} in the population come from here.`,
  population: ({ count }) => `The population has ${describeCount(count, 'change')}.`,
  left_out: ({ count }) =>
    `${were(count)} recorded, closed or edited later, and ${count === 1 ? 'is' : 'are'} not in it.`,
  missing: ({ count }) => `${are(count)} not recorded any more.`,
  deleted_before: ({ count, reason = '' }) =>
    `${describeCount(count, 'closed change')} of the period ${count === 1 ? 'was' : 'were'} deleted under retention before the population was frozen, and ${count === 1 ? 'is' : 'are'} not in it.${reason}`,
  deployed: ({ count }) =>
    `Pipelines report ${describeCount(count, 'deployment')} to production that began in the period.`,
  authorised: ({ count, of = count }) => `${groupDigits(count)} of ${groupDigits(of)} have an authorised change.`,
  explained: ({ count }) => `${have(count)} none, and an explanation.`,
  unexplained: ({ count }) => `${are(count)} unexplained.`,
}

/** Returns a finding with the first of its records; empty if there are no records. */
export const toFindings = (kind: FindingKind, records: readonly FoundRecord[], count = records.length): Finding[] =>
  count === 0 ? [] : [{ kind, count, records: records.slice(0, maxNamed) }]

export const describeFinding = (finding: Finding): string => sentences[finding.kind](finding)

/** Lists the lines of the reconciliation: each finding, and the records that it names. */
export function listReconciliationLines(sections: readonly ReconciliationSection[]): ReconciliationLine[] {
  const lines = sections.flatMap(({ source, kind, at, findings }) =>
    findings.flatMap((finding): Omit<ReconciliationLine, 'position'>[] => {
      const line = { source, source_kind: kind, finding: finding.kind, at }
      return [
        { ...line, count: finding.count, record: null, text: describeFinding(finding), query: finding.query ?? null },
        ...finding.records.map(({ record, text }) => ({ ...line, count: null, record, text, query: null })),
      ]
    }),
  )
  return lines.map((line, index) => ({ position: index + 1, ...line }))
}

const isUncounted = ({ kind }: Finding) => kind === 'not_counted' || kind === 'not_answered'
const isUnexplained = ({ kind }: Finding) => kind === 'unexplained' || kind === 'missing'

/** True if a finding needs an explanation or a count. */
export const isOpenFinding = (finding: Finding): boolean => isUncounted(finding) || isUnexplained(finding)

/** Counts the unexplained records, and the sources that gave no count. */
export function countOpenPoints(sections: readonly ReconciliationSection[]): {
  unexplained: number
  uncounted: number
} {
  const open = sections.flatMap(({ findings }) => findings.filter(isOpenFinding))
  return {
    unexplained: open.filter(isUnexplained).reduce((sum, { count }) => sum + count, 0),
    uncounted: open.filter(isUncounted).length,
  }
}
