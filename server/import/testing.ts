import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { findWallClock, utcClock } from '#lib/time/wall-clock.ts'
import type { DateReading } from './cells/moment.ts'
import type { SourceRow } from './source/source.ts'

/** Creates a folder that is deleted at the end of the test. */
export async function makeTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hindsight-import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Creates a file that is deleted at the end of the test; returns its path. */
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

/** Yields text or bytes in pieces of a size, as a stream does. */
export async function* splitIntoPieces<Whole extends string | Buffer>(
  whole: Whole,
  size: number,
): AsyncGenerator<Whole> {
  for (let index = 0; index < whole.length; index += size) yield whole.slice(index, index + size) as Whole
}

export const listContents = (rows: readonly SourceRow[]) => rows.map(({ content }) => content)

/** Returns settings for reading dates in a zone, day first by default. */
export function createDateReading(zone: string, order: DateReading['order'] = 'day-first'): DateReading {
  return { order, hasShortYears: false, format: undefined, clock: findWallClock(zone) ?? utcClock }
}
