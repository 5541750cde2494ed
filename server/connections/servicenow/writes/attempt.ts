import { eq } from 'drizzle-orm'
import type { ServiceNowOptions } from '#lib/contracts/connection-options.ts'
import type { FieldVersions, WriteResult } from '#lib/contracts/connection-values.ts'
import { type Reading, ServiceNowError } from '#server/connections/servicenow/table-api.ts'
import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import { connectionWrites } from '#server/schema/connections.ts'
import type { ServiceNowWrite } from '#server/sync/outbox.ts'

export type WriteRow = typeof connectionWrites.$inferSelect & { readonly payload: ServiceNowWrite }

/** An attempt at a write, with the results of earlier ones. */
export type Attempt = Reading & {
  readonly writes: ServiceNowOptions['writes']
  readonly row: WriteRow
  result: WriteResult
  /** True if the same attempt was just made and its effect is not known. */
  isRepeated: boolean
}

export type WriteOutcome = {
  readonly status: 'done' | 'conflict' | 'failed' | 'dropped'
  readonly reason: string | null
  readonly fields?: readonly FieldVersions[]
}

export const done = (reason: string | null = null): WriteOutcome => ({ status: 'done', reason })
export const dropped = (reason: string): WriteOutcome => ({ status: 'dropped', reason })
export const failed = (reason: string, fields: readonly FieldVersions[] = []): WriteOutcome => ({
  status: 'failed',
  reason,
  fields,
})
export const conflict = (reason: string, fields: readonly FieldVersions[]): WriteOutcome => ({
  status: 'conflict',
  reason,
  fields,
})

/** A write that cannot be done now, or whose effect is not known (`isSent`); it is checked again later. */
export class NotYetWritten extends Error {
  readonly isSent: boolean

  constructor(message: string, { isSent = false, ...options }: ErrorOptions & { readonly isSent?: boolean } = {}) {
    super(message, options)
    this.isSent = isSent
  }
}

/** Saves progress at once, so that a retry after a crash continues. */
export async function saveResult(attempt: Attempt, change: Partial<WriteResult>): Promise<void> {
  attempt.result = { ...attempt.result, ...change }
  await attempt.ctx.db
    .update(connectionWrites)
    .set({ result: attempt.result })
    .where(eq(connectionWrites.id, attempt.row.id))
}

/** Sends a request that writes. Throws `NotYetWritten` if the write may have happened in spite of the error. */
export async function send<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await request()
  } catch (error) {
    const isUnknown =
      error instanceof OutgoingError
        ? ['unreachable', 'timeout', 'too_large'].includes(error.reason)
        : error instanceof ServiceNowError && ['failed', 'cut'].includes(error.reason)
    if (isUnknown) throw new NotYetWritten((error as Error).message, { cause: error, isSent: true })
    throw error
  }
}
