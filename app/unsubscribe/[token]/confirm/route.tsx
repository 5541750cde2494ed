import { pagePaths } from '#lib/domain/page-paths.ts'
import { newRequestId } from '#server/platform/http/api-request.ts'
import { switchMailOff } from '#server/platform/mail/preferences.ts'
import { readUnsubscribeToken } from '#server/platform/mail/unsubscribe.ts'
import { anonymous } from '#server/platform/runtime/context.ts'
import { getRuntime, listReadableSecrets } from '#server/platform/runtime/runtime.ts'

/** Unsubscribes the recipient of the link; the page then shows that, or that the link does not work. */
export async function POST(_: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  const { token } = await params
  const subscription = readUnsubscribeToken(token, listReadableSecrets())
  if (subscription) {
    const ctx = { db: getRuntime().db, actor: anonymous, now: new Date(), requestId: newRequestId() }
    await switchMailOff(ctx, subscription.email, subscription.topic)
  }
  return new Response(null, { status: 303, headers: { Location: pagePaths.unsubscribe(token) } })
}
