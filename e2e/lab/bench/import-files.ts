import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import { createRandom, type Random } from '#server/demo/random.ts'
import { nouns, services, verbs, words, works } from './vocabulary.ts'

export type ImportFormat = 'csv' | 'json'

const start = Date.UTC(2021, 10, 20)
const hour = 3_600_000
/** The format of a ServiceNow export: `2026-03-01 10:00:00`. */
const written = (moment: number) => new Date(moment).toISOString().slice(0, 19).replace('T', ' ')
const padded = (number: number) => String(number).padStart(8, '0')
const sentence = (random: Random, length: number) => Array.from({ length }, () => random.pick(words)).join(' ')
const person = (random: Random) => `user${random.between(1, 400)}@hindsight.example`

/** The columns of an export and the values of a row, by its index and the number of rows. */
const rowMakers = {
  changes(random: Random, at: number, rows: number) {
    const opened = start + (at / rows) * 1800 * 24 * hour
    const begun = opened + 120 * hour
    const ended = begun + random.between(1, 6) * hour
    const isOpen = at > rows * 0.97
    return {
      number: `CHG${padded(at)}`,
      short_description: `${random.pick(works)} ${random.pick(nouns)} ${at % 9000} of ${random.pick(services)}`,
      state: isOpen ? random.pick(['New', 'Assess', 'Scheduled', 'Implement']) : 'Closed',
      type: random.pick(['Standard', 'Normal', 'Normal', 'Emergency']),
      risk: random.pick(['Low', 'Moderate', 'High']),
      business_service: random.pick(services),
      implementation_plan: `1. Take node ${at % 9000} out of the pool\n2. Run the work and read its log\n3. Put it back and watch it`,
      backout_plan: 'Fail over to the replica, then restore the snapshot.',
      start_date: written(begun),
      end_date: written(begun + 3 * hour),
      work_start: isOpen ? '' : written(begun + 300_000),
      work_end: isOpen ? '' : written(ended),
      assigned_to: person(random),
      requested_by: person(random),
      assignment_group: `Team ${random.between(1, 40)}`,
      close_code: isOpen ? '' : random.pick(['Successful', 'Successful', 'Successful with issues', 'Unsuccessful']),
      sys_created_on: written(opened),
    }
  },
  incidents(random: Random, at: number, rows: number) {
    const opened = start + (at / rows) * 1800 * 24 * hour + random.between(0, 6 * hour)
    const isOpen = at > rows * 0.99
    const related = `CHG${padded(random.between(0, Math.ceil(rows * 0.3)))}`
    return {
      number: `INC${padded(at)}`,
      short_description: `${random.pick(nouns)} of ${random.pick(services)} ${random.pick(verbs)}, ${sentence(random, 2)} ${at % 5000}`,
      priority: random.pick(['1 - Critical', '2 - High', '3 - Moderate', '3 - Moderate', '4 - Low', '5 - Planning']),
      state: isOpen ? 'In Progress' : random.pick(['Closed', 'Closed', 'Resolved']),
      opened_at: written(opened),
      resolved_at: isOpen ? '' : written(opened + random.between(0, 72 * hour)),
      caused_by: random.between(1, 100) <= 12 ? related : '',
      business_service: random.pick(services),
      assignment_group: `Team ${random.between(1, 40)}`,
    }
  },
}

export type MeasuredKind = keyof typeof rowMakers

/** Number of rows written to the file at once. */
const portion = 1000

/** Writes an export like that of another system, the same for the same number of rows. */
export const writeImportFile = (path: string, kind: MeasuredKind, format: ImportFormat, rows: number): Promise<void> =>
  pipeline(Readable.from(writeText(kind, format, rows)), createWriteStream(path))

function* writeText(kind: MeasuredKind, format: ImportFormat, rows: number): Generator<string> {
  const random = createRandom(`rows ${rows}`)
  for (let from = 0; from < rows; from += portion) {
    const length = Math.min(portion, rows - from)
    const made = Array.from({ length }, (_, index) => rowMakers[kind](random, from + index, rows))
    if (format === 'csv') yield stringify(made, { header: from === 0 })
    else yield `${from === 0 ? '{"result":[\n' : ',\n'}${made.map((row) => JSON.stringify(row)).join(',\n')}`
  }
  if (format === 'json') yield '\n]}\n'
}
