import { hash } from 'node:crypto'
import type { RowChoice } from '../database/staging-table.ts'
import type { Source, SourceRow } from '../source/source.ts'
import { openedField } from '../targets/log-order.ts'
import type { Target } from '../targets/target.ts'
import type { Feed } from './plan-feeds.ts'
import { createRecordSample } from './record-sample.ts'
import type { ReadRow } from './row-reader.ts'
import { previewSize, sampleSize } from './survey.ts'

/** Which of several rows for one record counts, and the reason as a sentence. */
export type LogOrder = {
  readonly choice: RowChoice
  readonly remark: string | undefined
  /** What the mapping must say, as nothing shows which row is the latest. */
  readonly question: string | undefined
  /** Numbers in the preview whose identities identify rows instead of records. */
  readonly identifyingRows: ReadonlySet<string>
}

type ReadValues = (content: NonNullable<SourceRow['content']>) => ReadRow

/** What a mapping says about a log. */
type Stated = { readonly newestFirst: boolean | undefined; readonly isLastState: boolean | undefined }

const question =
  'The file has different rows for one record, and neither their times nor their states show which is the latest. Say it in the mapping: {"newest_first": true} if the first row of a record counts, {"newest_first": false} if the last does.'

/**
 * Finds out which row is the last state of a record in a log. Columns of the target that say when a row was written
 * decide it, and between equal rows the order of the file. That order is what the mapping says, else what times and
 * states show from row to row of a record, and the times at which records were opened over the whole file. Where these
 * contradict each other nothing is shown. Steps that a reopened record takes backward decide nothing by themselves.
 * The rows of a number with different identities are of one record if all were opened at the same time and no two have
 * the same identity: then the identities are those of rows.
 */
export async function findLogOrder(
  source: Source,
  target: Target,
  feeds: readonly Feed[],
  stated: Stated,
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
  const direction = agreement(evidence)
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

/** What the rows of a number show about their identities. */
type Identities = {
  readonly first: IdentifiedRow
  readonly previous: IdentifiedRow
  readonly areDifferent: boolean
  readonly mayBeOfRows: boolean
}

/** Adds a row to those of its number. The same row again shows nothing. */
function observeIdentity(known: Identities | undefined, row: IdentifiedRow): Identities {
  if (known === undefined) return { first: row, previous: row, areDifferent: false, mayBeOfRows: row.opened !== '' }
  const { first, previous } = known
  if (row.digest === first.digest || row.digest === previous.digest) return known
  const isNew = row.identity !== first.identity && row.identity !== previous.identity
  return {
    first,
    previous: row,
    areDifferent: known.areDifferent || row.identity !== first.identity,
    mayBeOfRows: known.mayBeOfRows && isNew && row.opened === first.opened,
  }
}

/** How often something goes forward in time from row to row, and how often backward. */
type Directions = { forward: number; backward: number }

type Evidence = Readonly<Record<'steps' | 'reversible' | 'openings', Directions>>

/** The direction that steps or openings show, unless something else shows the other one. */
function agreement({ steps, reversible, openings }: Evidence) {
  const byStep = clearMajority(steps, 1, 2)
  const byOpening = clearMajority(openings, 3, 4)
  const direction = byStep ?? byOpening
  const majorities = [byOpening, clearMajority(reversible, 3, 2)]
  return majorities.some((other) => other !== undefined && other !== direction) ? undefined : direction
}

/** The direction of at least `factor` times as many steps as the other, of `least` steps or more. */
function clearMajority({ forward, backward }: Directions, least: number, factor: number) {
  if (forward + backward < least) return undefined
  if (forward >= factor * backward) return 'forward'
  return backward >= factor * forward ? 'backward' : undefined
}

/** A row of a record that has several, and what those before it showed. */
type SampledRow = {
  readonly identities: Identities | undefined
  /** Those of the dates that the target knows, each empty if the row has none. */
  readonly times: readonly string[]
  /** Place of the state among those of the target, or -1. */
  readonly rank: number
  readonly opened: string
  readonly digest: string
}

/** What the rows of the same record show, and the order in which records were opened. */
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
  const observe = (key: string, content: NonNullable<SourceRow['content']>) => {
    const { identity, ...row } = readRow(content)
    const before = sample.get(key)
    const identities =
      identity === undefined ? before?.identities : observeIdentity(before?.identities, { ...row, identity })
    if (before && identity !== undefined && identity !== identities?.first.identity && !identifyingRows.has(key)) {
      // A row of another record with this number is refused later.
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

/** Reads of a row what is compared with the other rows of its record. */
function createRowSampler(target: Target, createReader: (fields: readonly string[]) => ReadValues) {
  const dates = Object.keys(target.fields).filter((field) => target.fields[field]?.isDate)
  const states = target.fields.state?.values ?? []
  const identity = target.identityColumn?.field ?? ''
  const opening = openedField(target) ?? ''
  const read = createReader([...dates, 'state', identity])
  return (content: NonNullable<SourceRow['content']>) => {
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

/** Counts the steps of times and states from row to row of a record, those apart that a reopened record takes back. */
function createStepCount(target: Target) {
  const states = target.fields.state?.values ?? []
  const isFinal = (rank: number) => finalStates.has(states[rank] ?? '')
  const steps: Directions = { forward: 0, backward: 0 }
  const reversible: Directions = { forward: 0, backward: 0 }
  const count = (before: SampledRow, row: Pick<SampledRow, 'times' | 'rank'>) => {
    const both = row.times.flatMap((time, index) => (time !== '' && before.times[index] ? [index] : []))
    countStep(steps, latest(before.times, both), latest(row.times, both))
    countStep(reversible, latest(before.times), latest(row.times))
    if (before.rank < 0 || row.rank < 0) return
    const isOneWay = isFinal(before.rank) ? isFinal(row.rank) : !isFinal(row.rank) && before.rank * row.rank === 0
    countStep(isOneWay ? steps : reversible, before.rank, row.rank)
  }
  return { count, counted: { steps, reversible } }
}

/** The states in which work has ended. A record that is reopened goes back from one of them to any other state. */
const finalStates = new Set(['resolved', 'closed', 'canceled'])

const latest = (times: readonly string[], places = [...times.keys()]) =>
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
