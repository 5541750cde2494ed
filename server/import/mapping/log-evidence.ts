import { hash } from 'node:crypto'
import type { RowChoice } from '#server/import/database/staging-table.ts'
import type { RowContent, Source } from '#server/import/source/source.ts'
import { findOpenedField } from '#server/import/targets/log-order.ts'
import type { Target } from '#server/import/targets/target.ts'
import type { Feed } from './plan-feeds.ts'
import { createRecordSample } from './record-sample.ts'
import type { ReadRow } from './row-reader.ts'
import { previewSize, sampleSize } from './survey.ts'

/** The row that applies if a record has several, and the reason as a sentence. */
export type LogOrder = {
  readonly choice: RowChoice
  readonly remark: string | undefined
  /** The question that the mapping must answer, if nothing shows which row is the latest. */
  readonly question: string | undefined
  /** Numbers whose identities belong to rows instead of records. */
  readonly identifyingRows: ReadonlySet<string>
}

type ReadValues = (content: RowContent) => ReadRow

/** Statements of a mapping about a log. */
type StatedOrder = { readonly newestFirst: boolean | undefined; readonly isLastState: boolean | undefined }

const question =
  'The file has different rows for one record, and neither their times nor their states show which is the latest. Say it in the mapping: {"newest_first": true} if the first row of a record counts, {"newest_first": false} if the last does.'

/**
 * Determines which row is the last state of a record in a log. Columns of the target with the time of a write decide
 * it, and the order of the file decides between equal rows. That order is stated in the mapping, else shown by times
 * and states from row to row of a record, and by the times at which records were opened over the whole file. If these
 * contradict each other, nothing is shown. Backward steps of a reopened record decide nothing by themselves. Rows of a
 * number with different identities belong to one record if all were opened at the same time and no two have the same
 * identity: the identities are then those of rows.
 */
export async function findLogOrder(
  source: Source,
  target: Target,
  feeds: readonly Feed[],
  stated: StatedOrder,
  createReader: (fields: readonly string[]) => ReadValues,
): Promise<LogOrder> {
  const logFields = new Set(target.logColumns.map(({ field }) => field))
  const columns = feeds.filter(({ field }) => logFields.has(field)).flatMap((feed) => feed.columns)
  const isIdentified = feeds.some(({ field }) => field === target.identityColumn?.field)
  const maxRows = columns.length === 0 ? undefined : isIdentified ? previewSize : sampleSize
  const compare = (identifyingRows: ReadonlySet<string>) =>
    compareRows(source, target, createReader, { identifyingRows, maxRows })
  const identified = await compare(new Set())
  const { identifyingRows } = identified
  const evidence = identifyingRows.size === 0 ? identified : await compare(identifyingRows)
  const direction = findAgreement(evidence)
  const isNewestFirst = stated.newestFirst ?? direction === 'backward'
  const choice = isNewestFirst ? 'last-state-first' : 'last-state'
  if (evidence.repeats === 0) return { choice, remark: undefined, question: undefined, identifyingRows }
  if (columns.length > 0) {
    const remark = `Of several rows for one record, the one with the latest ${columns.join(', ')} counts.`
    return { choice, remark, question: undefined, identifyingRows }
  }
  const isKnown = stated.newestFirst !== undefined || direction !== undefined || stated.isLastState === true
  const remark = isNewestFirst
    ? 'Records are listed newest first: the first row of each is its state.'
    : 'Records are listed oldest first: the last row of each is its state.'
  return { choice, remark, question: isKnown || evidence.differing === 0 ? undefined : question, identifyingRows }
}

type IdentifiedRow = { readonly identity: unknown; readonly opened: string; readonly digest: string }

/** Evidence of the rows of a number about their identities. */
type Identities = {
  readonly first: IdentifiedRow
  readonly previous: IdentifiedRow
  readonly areDifferent: boolean
  readonly mayBeOfRows: boolean
}

/** Adds a row to the evidence of its number; a repeated row adds nothing. */
function observeIdentity(identities: Identities | undefined, row: IdentifiedRow): Identities {
  if (identities === undefined)
    return { first: row, previous: row, areDifferent: false, mayBeOfRows: row.opened !== '' }
  const { first, previous } = identities
  if (row.digest === first.digest || row.digest === previous.digest) return identities
  const isNew = row.identity !== first.identity && row.identity !== previous.identity
  return {
    first,
    previous: row,
    areDifferent: identities.areDifferent || row.identity !== first.identity,
    mayBeOfRows: identities.mayBeOfRows && isNew && row.opened === first.opened,
  }
}

/** Number of steps from row to row that go forward in time, and that go backward. */
type Directions = { forward: number; backward: number }

type Evidence = Readonly<Record<'steps' | 'reversible' | 'openings', Directions>>

/** Returns the direction that steps or openings show, unless other evidence contradicts it. */
function findAgreement({ steps, reversible, openings }: Evidence) {
  const byStep = findClearMajority(steps, 1, 2)
  const byOpening = findClearMajority(openings, 3, 4)
  const direction = byStep ?? byOpening
  const majorities = [byOpening, findClearMajority(reversible, 3, 2)]
  return majorities.some((other) => other !== undefined && other !== direction) ? undefined : direction
}

/**
 * Returns the direction with at least `factor` times as many steps as the other, if there are at least `least` steps.
 */
function findClearMajority({ forward, backward }: Directions, least: number, factor: number) {
  if (forward + backward < least) return undefined
  if (forward >= factor * backward) return 'forward'
  return backward >= factor * forward ? 'backward' : undefined
}

/** The last sampled row of a record, with the evidence of earlier ones. */
type SampledRow = {
  readonly identities: Identities | undefined
  /** The dates of the target's fields; empty strings where the row has none. */
  readonly times: readonly string[]
  /** Position of the state among those of the target, or -1. */
  readonly rank: number
  readonly opened: string
  readonly digest: string
}

/** Collects the evidence of rows of the same record, and the order in which records were opened. */
async function compareRows(
  source: Source,
  target: Target,
  createReader: (fields: readonly string[]) => ReadValues,
  { identifyingRows, maxRows }: { readonly identifyingRows: ReadonlySet<string>; readonly maxRows: number | undefined },
) {
  const readKey = createReader([target.key])
  const readRow = createRowSampler(target, createReader)
  const sample = createRecordSample<SampledRow>()
  const steps = createStepCount(target)
  let rows = 0
  let repeats = 0
  let differing = 0
  const observe = (key: string, content: RowContent) => {
    const { identity, ...row } = readRow(content)
    const before = sample.get(key)
    const identities =
      identity === undefined ? before?.identities : observeIdentity(before?.identities, { ...row, identity })
    if (before && identity !== undefined && identity !== identities?.first.identity && !identifyingRows.has(key)) {
      // A row of another record with this number will be refused.
      sample.set(key, { ...before, identities })
      return
    }
    sample.set(key, { ...row, identities, opened: before?.opened ?? row.opened })
    if (before === undefined) return
    repeats += 1
    if (before.digest !== row.digest) differing += 1
    steps.count(before, row)
  }
  for await (const portion of source.rows()) {
    for (const { content, fault } of portion) {
      rows += 1
      if (!content || fault !== undefined || (maxRows !== undefined && rows > maxRows)) continue
      const key = readKey(content).values[target.key]
      if (typeof key === 'string' && sample.holds(key)) observe(key, content)
    }
    if (maxRows !== undefined && rows > maxRows) break
  }
  const sampled = sample.entries()
  const identifying = sampled.filter(([, { identities }]) => identities?.areDifferent && identities.mayBeOfRows)
  return {
    repeats,
    differing,
    identifyingRows: new Set(identifying.map(([key]) => key)),
    ...steps.counted,
    openings: compareOpenings(sampled.map(([, { opened }]) => opened)),
  }
}

/** Creates a function that reads the values of a row that are compared with other rows of its record. */
function createRowSampler(target: Target, createReader: (fields: readonly string[]) => ReadValues) {
  const dates = Object.keys(target.fields).filter((field) => target.fields[field]?.isDate)
  const states = target.fields.state?.values ?? []
  const identity = target.identityColumn?.field ?? ''
  const opening = findOpenedField(target) ?? ''
  const read = createReader([...dates, 'state', identity])
  return (content: RowContent) => {
    const { values } = read(content)
    return {
      identity: values[identity],
      times: dates.map((field) => String(values[field] ?? '')),
      rank: states.indexOf(String(values.state)),
      opened: String(values[opening] ?? ''),
      digest: hash('sha256', JSON.stringify(content), 'base64'),
    }
  }
}

/**
 * Counts the steps of times and states from row to row of a record. Steps that a reopened record may take back are
 * counted separately.
 */
function createStepCount(target: Target) {
  const states = target.fields.state?.values ?? []
  const isFinal = (rank: number) => finalStates.has(states[rank] ?? '')
  const steps: Directions = { forward: 0, backward: 0 }
  const reversible: Directions = { forward: 0, backward: 0 }
  const count = (before: SampledRow, row: Pick<SampledRow, 'times' | 'rank'>) => {
    const both = row.times.flatMap((time, index) => (time !== '' && before.times[index] ? [index] : []))
    countStep(steps, findLatest(before.times, both), findLatest(row.times, both))
    countStep(reversible, findLatest(before.times), findLatest(row.times))
    if (before.rank < 0 || row.rank < 0) return
    const isOneWay = isFinal(before.rank) ? isFinal(row.rank) : !isFinal(row.rank) && before.rank * row.rank === 0
    countStep(isOneWay ? steps : reversible, before.rank, row.rank)
  }
  return { count, counted: { steps, reversible } }
}

/** The states in which work has ended. A reopened record goes back from one of them to any other state. */
const finalStates = new Set(['resolved', 'closed', 'canceled'])

const findLatest = (times: readonly string[], places = [...times.keys()]) =>
  places
    .flatMap((at) => times[at] ?? [])
    .toSorted()
    .at(-1) ?? ''

function countStep<Value extends string | number>(steps: Directions, before: Value, after: Value): void {
  if (after > before) steps.forward += 1
  if (after < before) steps.backward += 1
}

/** Compares the records of the first half of a file with those as far into the second half. */
function compareOpenings(opened: readonly string[]): Directions {
  const directions = { forward: 0, backward: 0 }
  const openingTimes = opened.filter((time) => time !== '')
  const half = Math.floor(openingTimes.length / 2)
  for (let index = 0; index < half; index += 1)
    countStep(directions, openingTimes[index] ?? '', openingTimes[index + half] ?? '')
  return directions
}
