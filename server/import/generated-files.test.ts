import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import type { Mapping } from '#lib/contracts/import-records.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { AppError } from '#server/platform/errors.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { makeTemporaryFolder } from './testing.ts'
import { importPath } from './testing-import.ts'
import {
  type Draft,
  draftFile,
  drawTruth,
  type System,
  systems,
  type Truth,
  type Writing,
  writeFileOf,
} from './testing-systems.ts'
import type { TestCell } from './testing-workbook.ts'

const database = provideTestDatabase({ pipeline: false })

type Drawn = { readonly system: System; readonly truth: readonly Truth[]; readonly random: () => number }
type Changed = { readonly draft?: Draft; readonly writing?: Writing; readonly mapping?: Mapping }

/** One way in which a file differs from a clean export of its system. */
type Mutation = {
  readonly name: string
  /** The formats of the files that it fits; all without it. */
  readonly of?: string
  readonly fits?: (system: System) => boolean
  readonly change?: (draft: Draft, drawn: Drawn) => Changed
  readonly bytes?: (file: Buffer) => Buffer
  /** What a remark says of other values, by default their field or its column; or the reason of a refusal. */
  readonly told?: RegExp
  /** Changes what is true before the file is written. */
  readonly truth?: (record: Truth) => Truth
  /** Whether all records must be read right, or the file or a row of it must be refused. */
  readonly must?: 'read' | 'refuse'
}

const asText = (change: (text: string) => string) => (file: Buffer) => Buffer.from(change(file.toString()))
const asJson = (change: (value: never) => unknown) =>
  asText((text) => JSON.stringify(change(JSON.parse(text) as never)))
const fills = (field: string) => (system: System) => Object.values(system.columns).some(([name]) => name === field)
/** Changes the cells of the columns that fill a field. */
const inField =
  (field: string, change: (cell: TestCell, index: number) => TestCell) =>
  (draft: Draft, { system }: Drawn): Changed => {
    const fields = Object.values(system.columns).map(([name]) => name)
    const rows = draft.rows.map((row, index) =>
      row.map((cell, at) => (fields[at] === field && cell !== null ? change(cell, index) : cell)),
    )
    return { draft: { ...draft, rows } }
  }
const withRows = (change: (rows: Draft['rows'], drawn: Drawn) => Draft['rows']) => (draft: Draft, drawn: Drawn) => ({
  draft: { ...draft, rows: change(draft.rows, drawn) },
})
const swap = <Item>(items: readonly Item[], { random }: Drawn) =>
  items
    .map((item) => [random(), item] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item)
const withColumn = (name: string, write: (index: number) => TestCell) => (draft: Draft) => ({
  draft: { header: [...draft.header, name], rows: draft.rows.map((row, index) => [...row, write(index)]) },
})
const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
const hasWords = ({ name }: System) => name !== 'ServiceNow codes'
const isPrefixed = (system: System) => hasWords(system) && /^[A-Z]{3}-?$/.test(system.numbers[0])

const mutations: readonly Mutation[] = [
  { name: 'none', must: 'read' },
  { name: 'rows in another order', must: 'read', change: withRows(swap) },
  {
    name: 'columns in another order',
    must: 'read',
    change: ({ header, rows }, drawn) => {
      const order = swap([...header.keys()], drawn)
      return {
        draft: {
          header: order.map((at) => header[at] ?? ''),
          rows: rows.map((row) => order.map((at) => row[at] ?? null)),
        },
      }
    },
  },
  { name: 'a row twice', must: 'read', change: withRows((rows) => [...rows, ...rows.slice(0, 1)]) },
  {
    name: 'an older state of each record in between',
    must: 'refuse',
    change: (draft, drawn) => {
      const older = drawn.truth.map((record) => ({
        ...record,
        state: 'new',
        resolved: null,
        title: `${record.title} (old)`,
      }))
      return { draft: { ...draft, rows: swap([...draft.rows, ...draftFile(drawn.system, older).rows], drawn) } }
    },
  },
  {
    name: 'a blank row',
    must: 'read',
    of: 'csv xlsx',
    change: withRows((rows) => [...rows.slice(0, 2), (rows[0] ?? []).map(() => null), ...rows.slice(2)]),
  },
  {
    name: 'a footer',
    of: 'csv xlsx',
    change: withRows((rows) => [...rows, (rows[0] ?? []).map((_, at) => (at === 0 ? 'Total: 5 records' : null))]),
  },
  { name: 'another column', must: 'read', change: withColumn('Colour', (index) => `blue ${index}`) },
  {
    name: 'a header twice',
    of: 'csv xlsx',
    change: (draft) => ({
      draft: { header: [...draft.header, draft.header[1] ?? ''], rows: draft.rows.map((row) => [...row, 'another']) },
    }),
  },
  {
    name: 'an unknown name of the first column',
    change: (draft) => ({ draft: { ...draft, header: ['Qzx', ...draft.header.slice(1)] } }),
  },
  {
    name: 'an unknown name of the last column',
    change: (draft) => ({ draft: { ...draft, header: [...draft.header.slice(0, -1), 'Qzx'] } }),
    told: /Qzx/,
  },
  {
    name: 'blanks around texts',
    must: 'read',
    fits: hasWords,
    change: ({ header, rows }) => ({
      draft: { header, rows: rows.map((row) => row.map((cell) => (typeof cell === 'string' ? `  ${cell} ` : cell))) },
    }),
  },
  {
    name: 'words for empty cells',
    change: ({ header, rows }) => ({ draft: { header, rows: rows.map((row) => row.map((cell) => cell ?? 'N/A')) } }),
  },
  {
    name: 'a word before the number',
    must: 'read',
    fits: isPrefixed,
    change: inField('number', (cell) => `Incident ${cell}`),
  },
  {
    name: 'numbers in small letters',
    fits: isPrefixed,
    must: 'read',
    truth: (record) => ({ ...record, number: record.number.toLowerCase() }),
  },
  {
    name: 'a number in full width',
    must: 'read',
    fits: hasWords,
    change: inField('number', (cell) => fullWidth(String(cell))),
  },
  {
    name: 'RFC before a change',
    must: 'read',
    fits: fills('related_change'),
    change: inField('related_change', (cell) => `RFC ${cell}`),
  },
  {
    name: 'a title behind a change',
    must: 'read',
    fits: fills('related_change'),
    change: inField('related_change', (cell) => `${cell}: new router`),
  },
  {
    name: 'a change in full width',
    must: 'read',
    fits: fills('related_change'),
    change: inField('related_change', (cell) => fullWidth(String(cell))),
  },
  {
    name: 'another hyphen in the number',
    must: 'read',
    fits: ({ numbers }) => numbers[0].endsWith('-'),
    change: inField('number', (cell) => String(cell).replace('-', '\u2011')),
  },
  {
    name: 'another hyphen in a change',
    fits: fills('related_change'),
    change: inField('related_change', (cell) => String(cell).replace('CHG', 'CHG\u2011')),
    told: /Nobody knows the changes CHG-/,
  },
  {
    name: 'two changes in a cell',
    fits: fills('related_change'),
    change: inField('related_change', (cell) => `${cell}, CHG1`),
  },
  {
    name: 'a change that is not yet known',
    fits: fills('related_change'),
    change: inField('related_change', () => 'TBD'),
  },
  {
    name: 'numbers that Excel shortened',
    must: 'refuse',
    of: 'csv xlsx',
    change: inField('number', (_, index) => `2,026${index}E+15`),
  },
  { name: 'numbers that all became one', must: 'refuse', of: 'csv', change: inField('number', () => '2,0261E+15') },
  {
    name: 'numbers of 20 digits',
    must: 'read',
    of: 'json',
    fits: ({ name }) => !name.startsWith('ServiceNow'),
    truth: (record) => ({ ...record, number: `1234567890123${record.number.replace(/\D/g, '').padStart(7, '0')}` }),
    bytes: asText((text) => text.replace(/"(\d{20})"/g, '$1')),
  },
  {
    name: 'number cells of 17 digits',
    must: 'refuse',
    of: 'xlsx',
    change: inField('number', (_, index) => ({ xml: `<v>2026100510000010${index}</v>` })),
  },
  {
    name: 'number cells in a format',
    of: 'xlsx',
    change: inField('number', (_, index) => ({ xml: `<v>${900_000 + index}</v>`, style: 2 })),
    told: /format/,
  },
  {
    name: 'formulas without a value',
    must: 'refuse',
    of: 'xlsx',
    fits: fills('affected_service'),
    change: inField('affected_service', () => ({ xml: '<f>A1</f>' })),
  },
  {
    name: 'merged cells',
    of: 'xlsx',
    fits: fills('affected_service'),
    change: (draft, drawn) => ({
      ...inField('affected_service', (cell, index) => (index === 1 ? null : cell))(draft, drawn),
      writing: { merged: ['G2:G3'] },
    }),
    told: /Merged cells/,
  },
  { name: 'hidden rows', of: 'xlsx', change: () => ({ writing: { hiddenRows: [3] } }) },
  { name: 'a sheet before it', of: 'xlsx', change: () => ({ writing: { cover: true } }) },
  {
    name: 'formula texts',
    must: 'read',
    fits: fills('affected_service'),
    of: 'csv',
    change: inField('affected_service', (cell) => `="${cell}"`),
  },
  {
    name: 'an impossible date',
    must: 'refuse',
    fits: fills('opened_at'),
    change: inField('opened_at', (cell, index) => (index === 2 ? '31.02.2026 10:00' : cell)),
  },
  {
    name: 'a year of two digits',
    of: 'csv',
    fits: ({ mapping }) => mapping?.date_order === undefined,
    change: inField('opened_at', (_, index) => `0${index + 1}/0${index + 2}/26 10:00`),
  },
  {
    name: 'dates of no clear order',
    must: 'refuse',
    of: 'csv',
    fits: (system) => fills('opened_at')(system) && system.mapping?.date_order === undefined,
    change: inField('opened_at', (_, index) => `0${index + 1}/0${index + 2}/2026 10:00`),
  },
  { name: 'an unknown state', must: 'refuse', change: inField('state', (cell, index) => (index === 1 ? 'Qzx' : cell)) },
  {
    name: 'states as numbers',
    must: 'refuse',
    fits: ({ name }) => name.startsWith('plain'),
    change: inField('state', (_, index) => String(index)),
  },
  {
    name: 'a problem among them',
    must: 'refuse',
    change: withColumn('Issue Type', (index) => (index === 1 ? 'Problem' : 'Task')),
  },
  {
    name: 'a request for change among them',
    must: 'refuse',
    fits: ({ kind, columns }) => kind === 'incidents' && !('Category' in columns),
    change: withColumn('category', (index) => (index === 1 ? 'rfc' : 'incident')),
    told: /"rfc" is not an incident/,
  },
  {
    name: 'a pull request among them',
    must: 'refuse',
    of: 'json',
    change: withColumn('pull_request', (index) => (index === 1 ? { xml: 'a pull request' } : null)),
  },
  {
    name: 'a row with a cell too many',
    must: 'refuse',
    of: 'csv',
    bytes: asText((text) => text.replace(/(.)\n(.*)\n/, '$1\n$2,;|\tmore\n')),
  },
  { name: 'a byte order mark', must: 'read', of: 'csv json ndjson', bytes: asText((text) => `\ufeff${text}`) },
  {
    name: 'UTF-16',
    must: 'read',
    of: 'csv json ndjson',
    bytes: (file) => iconv.encode(file.toString(), 'utf-16le', { addBOM: true }),
  },
  { name: 'windows-1252', of: 'csv json ndjson', bytes: (file) => iconv.encode(file.toString(), 'windows-1252') },
  {
    name: 'encoded twice',
    of: 'csv',
    bytes: (file) => Buffer.from(iconv.decode(file, 'windows-1252')),
    told: /encoded twice/,
  },
  {
    name: 'line ends of Windows',
    must: 'read',
    of: 'csv ndjson',
    bytes: asText((text) => text.replaceAll('\n', '\r\n')),
  },
  { name: 'line ends of old Macs', must: 'read', of: 'csv', bytes: asText((text) => text.replaceAll('\n', '\r')) },
  { name: 'another delimiter', must: 'read', of: 'csv', change: () => ({ writing: { delimiter: '^' } }) },
  {
    name: 'a delimiter in the first line',
    must: 'read',
    of: 'csv',
    change: () => ({ writing: { delimiter: ';' } }),
    bytes: asText((text) => `sep=;\n${text}`),
  },
  {
    name: 'a preamble',
    must: 'refuse',
    of: 'csv',
    bytes: asText((text) => `Report of all incidents\nMade on 3 May\n${text}`),
  },
  {
    name: 'a preamble above a sheet',
    must: 'refuse',
    of: 'xlsx',
    change: ({ header, rows }) => ({ draft: { header: ['Report of all incidents'], rows: [[], header, ...rows] } }),
  },
  {
    name: 'a preamble above a sheet that is skipped',
    must: 'read',
    of: 'xlsx',
    change: ({ header, rows }) => ({
      draft: { header: ['Report of all incidents'], rows: [[], header, ...rows] },
      mapping: { header_line: 3 },
    }),
  },
  {
    name: 'a preamble that is skipped',
    must: 'read',
    of: 'csv',
    change: () => ({ mapping: { header_line: 3 } }),
    bytes: asText((text) => `Report of all incidents\nMade on 3 May\n${text}`),
  },
  {
    name: 'a cut last line',
    must: 'refuse',
    bytes: (file) => file.subarray(0, Math.floor((file.lastIndexOf('\n', -2) + file.length) / 2)),
  },
  {
    name: 'a cut last value',
    of: 'csv',
    fits: fills('affected_service'),
    change: withRows((rows) => rows.map((row) => row.map((cell) => cell ?? 'N/A'))),
    bytes: (file) => file.subarray(0, -3),
    told: /The last line has no end/,
  },
  {
    name: 'the rest in a second value',
    must: 'read',
    of: 'json',
    bytes: asText((text) => {
      const write = (from: number, to?: number) =>
        JSON.stringify(JSON.parse(text), (_, member) => (Array.isArray(member) ? member.slice(from, to) : member))
      return `${write(0, 2)}\n${write(2)}`
    }),
  },
  { name: 'text behind it', must: 'refuse', of: 'json', bytes: asText((text) => `${text} and so on`) },
  {
    name: 'a second list in it',
    must: 'refuse',
    of: 'json',
    bytes: asJson((list) => ({ data: list, archived: [{ number: 'INC0000001' }] })),
  },
  { name: 'a page', must: 'refuse', of: 'json', bytes: asJson((list) => ({ data: list, isLast: false })) },
  { name: 'a page of PagerDuty', must: 'refuse', of: 'json', bytes: asJson((list) => ({ data: list, more: true })) },
  {
    name: 'a comma behind the last member',
    must: 'refuse',
    of: 'json',
    bytes: asText((text) => text.replace(/\n *\}/, ',$&')),
    told: /a comma before a closing bracket on line \d+; delete it/,
  },
  {
    name: 'NaN',
    must: 'refuse',
    of: 'json ndjson',
    bytes: asText((text) => text.replace(/(: ?)"[^"]*"/, '$1NaN')),
    told: /NaN on line \d+ is no value; write null/,
  },
  { name: 'a trailing comma', of: 'json', bytes: asText((text) => text.replace(/\}\n( *)\]/, '},\n$1]')) },
]

/** A generator of numbers from 0 to below 1 that begins anew with each seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const readColumns: Readonly<Record<System['kind'], string>> = {
  changes: 'number, title, state, created_at, planned_start, objective, description, parent',
  incidents:
    'number, short_description, state, priority_level, opened_at, resolved_at, affected_service, related_change',
}

type Outcome = {
  readonly refusal: string
  readonly reasons: string
  readonly remarks: string
  readonly refused: number
  readonly stored: readonly Record<string, unknown>[]
}

/** Imports a file, and reads the records that it wrote. */
async function importFileOf({ kind, format }: System, content: Buffer, mapping: Mapping): Promise<Outcome> {
  const path = join(await makeTemporaryFolder(), `records.${format}`)
  await writeFile(path, content)
  try {
    const { id, result, refused } = await importPath(database, { entity: kind, path, mapping })
    const { rows } = await database.pool.query(
      `select ${readColumns[kind]} from ${kind} where number in (select number from record_origins where source_id = $1)`,
      [id],
    )
    const reasons = result.refusals.map(({ reason }) => reason).join('\n')
    return { refusal: '', reasons, remarks: result.remarks.join('\n'), refused, stored: rows }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { refusal: error.message, reasons: error.message, remarks: '', refused: 0, stored: [] }
  }
}

const closedOrNew = (state: string) => (/resolved|closed/.test(state) ? 'closed' : 'new')
/** Line ends are those of the file. */
const print = (value: unknown) =>
  value instanceof Date ? value.toISOString() : value === null ? '' : String(value).replace(/\r\n?/g, '\n')

/** What a system says of a record: the values of the columns that its files have. */
const expected: Readonly<Record<string, (truth: Truth, system: System) => unknown>> = {
  number: ({ number }) => number,
  short_description: ({ title }) => title,
  title: ({ title }) => title,
  state: ({ state }, { name }) => (name === 'GitHub issues' ? closedOrNew(state) : state),
  priority_level: ({ level }) => level,
  opened_at: ({ opened }) => opened,
  created_at: ({ opened }) => opened,
  planned_start: ({ opened }) => opened,
  resolved_at: ({ resolved }) => resolved,
  affected_service: ({ service }) => service,
  related_change: ({ change }) => change,
  objective: ({ objective }) => objective,
  description: ({ title }) => `About ${title}`,
  parent: ({ change }) => change,
}

/** Lists what is wrong in the database and neither refused nor remarked. */
function findSilentFaults({ system, truth }: Drawn, { told, must }: Mutation, outcome: Outcome): string[] {
  const { refusal, remarks, refused, stored } = outcome
  const isRefused = refusal !== '' || refused > 0
  if (must === 'read' && (isRefused || stored.length < truth.length)) return [`not read: ${refusal}${remarks}`]
  if (must === 'refuse' && !isRefused) return [`not refused: ${remarks}`]
  if (must === 'refuse' && told && !told.test(outcome.reasons)) return [`refused without a reason: ${outcome.reasons}`]
  if (refusal !== '') return []
  const isTold = (field: string, column: string) =>
    must !== 'read' && (told?.test(remarks) || remarks.includes(field) || (column !== '' && remarks.includes(column)))
  const known = new Map(truth.map((record) => [record.number, record]))
  const extra = stored.filter(({ number }) => !known.has(String(number))).map(({ number }) => String(number))
  const missing = truth.filter(({ number }) => !stored.some((row) => row.number === number))
  const isExplained = isTold('number', Object.keys(system.columns)[0] ?? '')
  return [
    ...(extra.length > 0 && !isExplained ? [`made ${extra.join()}`] : []),
    ...(missing.length > refused && !isExplained ? [`lost ${missing.map(({ number }) => number).join()}`] : []),
    ...stored.flatMap((row) => {
      const record = known.get(String(row.number))
      return Object.entries(system.columns).flatMap(([column, [field]]) => {
        const value = record && expected[field]?.(record, system)
        return value === undefined || print(row[field]) === print(value) || isTold(field, column)
          ? []
          : [`${row.number} ${field}: ${print(row[field])} instead of ${print(value)}`]
      })
    }),
  ]
}

test('the files of 37 systems, changed in every way, are read right, refused or remarked', async () => {
  const faults: string[] = []
  for (const [index, mutation] of mutations.entries()) {
    const fitting = systems.filter(
      (system) =>
        (mutation.of ?? system.format).split(' ').includes(system.format) && (mutation.fits?.(system) ?? true),
    )
    const isPlain = mutation.name === 'none'
    for (let round = 0; round < (isPlain ? systems.length : Math.min(runs(1), fitting.length)); round += 1) {
      const system = fitting[(index + round) % fitting.length]
      if (!system) throw new Error(`No system fits ${mutation.name}.`)
      const seed = index * 100 + round
      const random = createRandom(seed + 1)
      // Each file has numbers of its own, with as many digits as its system gives them.
      const from = Math.min(10 ** (system.numbers[1] - 1), 10_000_000) + seed * 7
      const drawn = {
        system,
        random,
        truth: drawTruth(system, 5, from, random).map(mutation.truth ?? ((record) => record)),
      }
      const {
        draft = draftFile(system, drawn.truth),
        writing = {},
        mapping = {},
      } = mutation.change?.(draftFile(system, drawn.truth), drawn) ?? {}
      const written = writeFileOf(system, draft, writing)
      const outcome = await importFileOf(system, mutation.bytes?.(written) ?? written, {
        ...system.mapping,
        ...mapping,
      })
      const found = findSilentFaults(drawn, mutation, outcome)
      faults.push(...found.map((fault) => `${system.name}, ${mutation.name}, seed ${seed}: ${fault}`))
    }
  }
  expect(faults).toEqual([])
}, 600_000)
