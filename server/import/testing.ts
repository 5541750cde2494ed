import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { findWallClock, utcClock } from '#lib/time/wall-clock.ts'
import type { DateReading } from './cells/moment.ts'
import type { SourceRow } from './source/source.ts'

/** A folder that is gone when the test is over. */
export async function makeTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hindsight-import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The path of a file that holds this, gone when the test is over. */
export async function writeTemporaryFile(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(await makeTemporaryFolder(), name)
  await writeFile(path, content)
  return path
}

export async function collect<Item>(portions: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = []
  for await (const portion of portions) items.push(...portion)
  return items
}

/** Text or bytes in pieces of a size, as a stream gives them. */
export async function* inPieces<Whole extends string | Buffer>(whole: Whole, size: number): AsyncGenerator<Whole> {
  for (let index = 0; index < whole.length; index += size) yield whole.slice(index, index + size) as Whole
}

export const contentsOf = (rows: readonly SourceRow[]) => rows.map(({ content }) => content)

/** Dates read day first in a zone. */
export function datesIn(zone: string, order: DateReading['order'] = 'day-first'): DateReading {
  return { order, hasShortYears: false, format: undefined, clock: findWallClock(zone) ?? utcClock }
}
