import { accountActions, tokenActions } from '#lib/actions/access-actions.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { RequestTarget } from '#server/platform/http/target.ts'
import type { Context } from '#server/platform/runtime/context.ts'

/** Appends a download of an auditor to the history: the files they took are evidence too. */
export async function recordDownload(ctx: Context, file: string, { pathname, search }: RequestTarget): Promise<void> {
  const { actor } = ctx
  const { downloaded } = actor.kind === 'token' ? tokenActions : accountActions
  const url = `${pathname}${search}`
  await recordEvent(ctx, downloaded, actor.id, { file: { from: null, to: file }, address: { from: null, to: url } })
}
