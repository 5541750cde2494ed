import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { issueLinks } from '#server/schema/connections.ts'
import { issueStatuses } from './merge-status.ts'
import { trackedFields } from './tracker.ts'

const status = z.enum(issueStatuses)

/** The state of a linked issue: the column `state` of `issue_links`. */
export const LinkState = z.object({
  /** True if the issue was created from the action, so that its text belongs to Hindsight. */
  is_created: z.boolean().default(false),
  /** The time of the last attempt to create it, which may have succeeded although no response came. */
  attempted_at: z.string().nullable().default(null),
  /** The time of the first attempt to create it, from which a search must begin. */
  first_attempted_at: z.string().nullable().default(null),
  /** The status that both sides last had; null before the first synchronisation. */
  agreed: status.nullable().default(null),
  /** True while an issue that was closed when it was linked stays closed: it does not set the action to done. */
  was_closed: z.boolean().default(false),
  /** Hashes of the values of the action that were last written; empty while a write has no response. */
  written: z.partialRecord(z.enum(trackedFields), z.string()).default({}),
  /** The issue as it was after the last synchronisation, so that Hindsight ignores its own writes. */
  seen: z
    .object({ status_name: z.string(), title: z.string(), due_on: z.string().nullable(), updated_at: z.string() })
    .nullable()
    .default(null),
  /** The version of the action at the last synchronisation. */
  version: z.int().nullable().default(null),
  /** Fields that the tracker did not accept. */
  refused: z.array(z.string()).default([]),
  /** Attempts that failed since the last successful one. */
  failures: z.int().default(0),
})
export type LinkState = z.infer<typeof LinkState>

/** A linked issue, whose key is empty until the issue has been created. */
export type LinkRow = Pick<typeof issueLinks.$inferSelect, 'improvementId' | 'connectionId' | 'issueKey' | 'status'> & {
  readonly state: LinkState
}

export const isLink = ({ improvementId, connectionId }: Pick<LinkRow, 'improvementId' | 'connectionId'>) =>
  and(eq(issueLinks.improvementId, improvementId), eq(issueLinks.connectionId, connectionId))
