import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImportKind } from '#lib/contracts/import-values.ts'

export type ImportFormat = 'csv' | 'json'

type Row = Readonly<Record<string, string>>
type Random = { (): number; of(items: readonly string[]): string; upTo(most: number): number }

/** Deterministic random numbers, a sequence per seed. mulberry32, public domain. */
function seededRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (most: number) => Math.floor(next() * most)
  return Object.assign(next, { upTo, of: (items: readonly string[]) => items[upTo(items.length)] ?? '' })
}

const split = (text: string) => text.split(', ')
const services = split(
  'payments-api, payments-db, checkout-web, orders-db, customer-portal, erp-finance, core-network, vpn',
)
const givenNames = split(
  'Ada, Bela, Chiara, Dario, Élodie, Femi, Greta, Hiro, Ines, Jonas, Kaja, Lars, Mina, Noor, Otto, Pia',
)
const familyNames = split(
  'Marchetti, Lind, Okafor, Tanaka, Novak, Silva, Haugen, Reid, Haddad, Berg, Costa, Dietrich, Farah',
)
const nouns = split(
  'Gateway, Ledger, Queue, Replica, Certificate, Router, Index, Cache, Batch, Invoice, Login, Backup, Disk',
)
const verbs = split('times out, is slow, fails, restarts, fills up, drops requests, returns errors, loses packets')
const works = split('Upgrade, Move, Replace, Patch, Resize, Rotate, Tune, Migrate, Extend, Retire')
const words = split(
  'after, before, when, we, was, not, node, replica, writes, timeout, retry, queue, index, latency, disk, memory, certificate, expiry, rollout, canary, rehearse, copy, window, failover, snapshot, checksum, ledger, customer, alert, threshold, dashboard, runbook, review, evidence, cause, fix, lesson, owner, risk, plan, schema, lock, pool, session, token, cache, shard, quorum, leader, election, packet, route, firewall, rule, audit, backup, restore, drill, capacity, forecast, growth, limit, burst, drain, reload, kernel, driver, patch, version, release, secret, rotation, domain, record, zone, cluster',
)

const start = Date.UTC(2021, 10, 20)
const hour = 3_600_000
/** The format of a ServiceNow export: `2026-03-01 10:00:00`. */
const written = (moment: number) => new Date(moment).toISOString().slice(0, 19).replace('T', ' ')
const padded = (number: number) => String(number).padStart(8, '0')
const sentence = (random: Random, length: number) => Array.from({ length }, () => random.of(words)).join(' ')
const person = (random: Random) => `user${1 + random.upTo(400)}@hindsight.example`

/** The kinds that an organisation imports many of. */
export type MeasuredKind = Exclude<ImportKind, 'reviews' | 'improvements' | 'accounts'>

/** The columns of an export and the values of a row, by its index and the number of rows. */
const rowMakers: Readonly<Record<MeasuredKind, (random: Random, at: number, rows: number) => Row>> = {
  users: (random, at) => ({
    user_id: `usr_${padded(at)}`,
    name: `${random.of(givenNames)} ${random.of(familyNames)} ${random.upTo(997)}`,
    email: `user${at}@hindsight.example`,
    title: `Looks after ${random.of(services)}.`,
    location: random.of(['Turin', 'Oslo', 'Porto', 'Lyon', 'Gdansk']),
    photo: `https://people.hindsight.example/${at}.png`,
    sys_created_on: written(start + at * 60_000),
  }),
  products: (random, at) => ({
    sku: `prd_${padded(at)}`,
    name: `${random.of(nouns)} ${at}`,
    description: `A service with daily backups, ${sentence(random, 4 + random.upTo(20))}.`,
    price: (1 + 9999 * random() ** 3).toFixed(2),
    category: `category-${1 + random.upTo(40)}`,
  }),
  changes(random, at, rows) {
    const opened = start + (at / rows) * 1800 * 24 * hour
    const begun = opened + 120 * hour
    const ended = begun + (1 + random.upTo(6)) * hour
    const isOpen = at > rows * 0.97
    return {
      number: `CHG${padded(at)}`,
      short_description: `${random.of(works)} ${random.of(nouns)} ${at % 9000} of ${random.of(services)}`,
      state: isOpen ? random.of(['New', 'Assess', 'Scheduled', 'Implement']) : 'Closed',
      type: random.of(['Standard', 'Normal', 'Normal', 'Emergency']),
      risk: random.of(['Low', 'Moderate', 'High']),
      business_service: random.of(services),
      implementation_plan: `1. Take node ${at % 9000} out of the pool\n2. Run the work and read its log\n3. Put it back and watch it`,
      backout_plan: 'Fail over to the replica, then restore the snapshot.',
      start_date: written(begun),
      end_date: written(begun + 3 * hour),
      work_start: isOpen ? '' : written(begun + 300_000),
      work_end: isOpen ? '' : written(ended),
      assigned_to: person(random),
      requested_by: person(random),
      assignment_group: `Team ${1 + random.upTo(40)}`,
      close_code: isOpen ? '' : random.of(['Successful', 'Successful', 'Successful with issues', 'Unsuccessful']),
      sys_created_on: written(opened),
    }
  },
  incidents(random, at, rows) {
    const opened = start + (at / rows) * 1800 * 24 * hour + random.upTo(6 * hour)
    const isOpen = at > rows * 0.99
    const related = `CHG${padded(random.upTo(Math.ceil(rows * 0.3)))}`
    return {
      number: `INC${padded(at)}`,
      short_description: `${random.of(nouns)} of ${random.of(services)} ${random.of(verbs)}, ${sentence(random, 2)} ${at % 5000}`,
      priority: random.of(['1 - Critical', '2 - High', '3 - Moderate', '3 - Moderate', '4 - Low', '5 - Planning']),
      state: isOpen ? 'In Progress' : random.of(['Closed', 'Closed', 'Resolved']),
      opened_at: written(opened),
      resolved_at: isOpen ? '' : written(opened + random.upTo(72 * hour)),
      caused_by: random() < 0.12 ? related : '',
      business_service: random.of(services),
      assignment_group: `Team ${1 + random.upTo(40)}`,
    }
  },
  articles: (random, at, rows) => ({
    number: `KB${padded(at)}`,
    short_description: `${random.of(works)} the ${random.of(nouns)}`,
    text: sentence(random, 40 + random.upTo(160)),
    article_type: random.of(['lesson_learned', 'known_error', 'how_to']),
    related_change: `CHG${padded(random.upTo(rows))}`,
    category: random.of(['database', 'network', 'process', 'storage', 'identity']),
    keywords: `${random.of(words)}, ${random.of(words)}`,
    technologies: random.of(services),
    published: written(start + at * 60_000).slice(0, 10),
    author: person(random),
  }),
}

/** Rows written to the file at once. */
const portion = 1000

/** Writes an export like that of another system, the same for the same number of rows. */
export async function writeImportFile(
  path: string,
  entity: MeasuredKind,
  format: ImportFormat,
  rows: number,
): Promise<void> {
  await pipeline(
    Readable.from(format === 'csv' ? csvText(entity, rows) : jsonText(entity, rows)),
    createWriteStream(path),
  )
}

function* eachPortion(entity: MeasuredKind, rows: number): Generator<Row[]> {
  const random = seededRandom(rows)
  for (let from = 0; from < rows; from += portion) {
    const length = Math.min(portion, rows - from)
    yield Array.from({ length }, (_, index) => rowMakers[entity](random, from + index, rows))
  }
}

const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const line = (cells: readonly string[]) => `${cells.map(cell).join(',')}\r\n`

function* csvText(entity: MeasuredKind, rows: number): Generator<string> {
  let isHeaded = false
  for (const made of eachPortion(entity, rows)) {
    if (!isHeaded) yield line(Object.keys(made[0] ?? {}))
    isHeaded = true
    yield made.map((row) => line(Object.values(row))).join('')
  }
}

function* jsonText(entity: MeasuredKind, rows: number): Generator<string> {
  let before = '{"result":[\n'
  for (const made of eachPortion(entity, rows)) {
    yield before + made.map((row) => JSON.stringify(row)).join(',\n')
    before = ',\n'
  }
  yield '\n]}\n'
}
