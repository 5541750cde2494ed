import { z } from 'zod'
import type { ChangedIssues } from './tracker.ts'
import type { TrackerClient } from './tracker-client.ts'

type Change = ChangedIssues['issues'][number]

type Reading<Schema extends z.ZodType> = {
  readonly client: TrackerClient
  readonly since: Date
  readonly schema: Schema
  /** The first page of the issues updated since a time, the oldest update first. */
  readonly first: (since: string) => { path: string; query: Record<string, string> }
  readonly toChange: (issue: z.output<Schema>) => Change
}

/**
 * Reads changed issues by the time of their update instead of by page number: an issue that is written meanwhile moves to
 * the end and would shift the others across the pages. Page numbers are used only within one time.
 */
export async function readChanged<Schema extends z.ZodType>(reading: Reading<Schema>): Promise<ChangedIssues> {
  const { client, since, schema, first, toChange } = reading
  const Page = z.array(schema)
  const changed = new Map<string, Change>()
  let from = since.toISOString()
  let page = await client.call(Page, first(from))
  const until = page.at
  for (;;) {
    const changes = page.result.map(toChange)
    for (const change of changes) changed.set(change.key, change)
    if (page.next === null) return { issues: [...changed.values()], until }
    const last = changes.at(-1)?.updatedAt
    if (last !== undefined && Date.parse(last) > Date.parse(from)) {
      from = last
      page = await client.call(Page, first(from))
    } else {
      page = await client.follow(Page, page.next)
    }
  }
}
