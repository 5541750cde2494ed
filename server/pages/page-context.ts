import { cookies, headers } from 'next/headers'
import { forbidden, notFound, redirect } from 'next/navigation'
import { hasRole, type Rank, type Role } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { printValue } from '#lib/filter/print.ts'
import { listChanges } from '#server/changes/list-changes.ts'
import { getChange } from '#server/changes/queries.ts'
import { findDeletion, findRemoval } from '#server/history/delete-records.ts'
import { findSessionActor } from '#server/platform/auth/caller.ts'
import { findNumber } from '#server/platform/db/find-record.ts'
import { isAppError, resolveOrNull } from '#server/platform/errors.ts'
import { chooseRequestId } from '#server/platform/http/api-request.ts'
import type { Actor, Context } from '#server/platform/runtime/context.ts'
import { getPageDatabase } from '#server/platform/runtime/runtime.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { getReview } from '#server/reviews/queries.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { isSetupOpen } from '#server/system/setup/is-setup-open.ts'

type SignedIn = Extract<Actor, { kind: 'account' }>
export type PageContext = Context & { actor: SignedIn }

/** Returns the signed-in person of a page; null if signed out. */
export async function findPageActor(): Promise<SignedIn | null> {
  await cookies()
  return findSessionActor(new Headers(await headers()))
}

/** Context of a page. Who is signed out signs in and returns to `path`; a role that may not open it gets 403. */
export async function getPageContext(
  path: string,
  may: Rank | ((role: Role) => boolean) = 'viewer',
): Promise<PageContext> {
  const actor = await findPageActor()
  if (!actor && (await isSetupOpen())) redirect(pagePaths.setup)
  if (!actor) redirect(`/sign-in?callbackUrl=${encodeURIComponent(path)}`)
  if (!(typeof may === 'string' ? hasRole(actor.role, may) : may(actor.role))) forbidden()
  const { time_zone: zone } = getSettings()
  return {
    db: getPageDatabase(),
    actor,
    now: new Date(),
    zone,
    requestId: chooseRequestId(new Headers(await headers())),
  }
}

/** Decodes a segment of a page's path; shows the "not found" page for broken encoding, NUL and lone surrogates. */
export function readPathSegment(encoded: string): string {
  const text = decode(encoded)
  if (text === null || text.includes('\0') || !text.isWellFormed()) notFound()
  return text
}

function decode(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

const numbers = { change: changes.number, incident: incidents.number }

/** Context of a page about a record, and its number. Another spelling in the URL redirects to that number. */
export async function getRecordContext(
  kind: keyof typeof numbers,
  segment: string,
  getPath: (number: string) => string,
): Promise<{ readonly ctx: PageContext; readonly number: string }> {
  const requested = readPathSegment(segment)
  const ctx = await getPageContext(getPath(requested))
  const number = (await findNumber(ctx.db, numbers[kind], requested)) ?? requested
  if (number !== requested) redirect(getPath(number))
  return { ctx, number }
}

export type NumberParams = { params: Promise<{ number: string }> }

/** Creates the `generateMetadata` of a page about a change or an incident: its number is the title, after a prefix. */
export const titleByNumber =
  (prefix = '') =>
  async ({ params }: NumberParams) => ({ title: `${prefix}${readPathSegment((await params).number)}` })

/** Resolves to the result of a query; shows the "not found" page if it throws `not_found`. */
export async function resolveOr404<Result>(query: Promise<Result>): Promise<Result> {
  try {
    return await query
  } catch (error) {
    if (isAppError(error) && error.code === 'not_found') notFound()
    throw error
  }
}

type Deletion = { readonly at: string; readonly isByRetention: boolean }

/** Returns when a record was deleted, which everybody signed in may know. Without such a record, shows "not found". */
export async function findDeletionOr404(
  ctx: Pick<Context, 'db'>,
  kind: 'change' | 'incident' | 'article' | 'improvement',
  number: string,
): Promise<Deletion> {
  const deletedAt = await findDeletion(ctx, kind, number)
  if (deletedAt !== null) return { at: deletedAt, isByRetention: true }
  const removedAt = kind === 'article' || kind === 'improvement' ? await findRemoval(ctx, kind, number) : null
  return removedAt === null ? notFound() : { at: removedAt, isByRetention: false }
}

type KnownChange = { number: string; title: string }

/** Finds the change of a review: by the review, or by a change that names it; null if unknown. */
export async function findReviewedChange(ctx: Context, reference: string): Promise<KnownChange | null> {
  const review = await resolveOrNull(getReview(ctx, reference))
  if (review) return findKnownChange(ctx, review.change_number)
  const { rows } = await listChanges(ctx, { query: `pir_reference = ${printValue(reference)}`, page: 1, limit: 1 })
  const [change] = rows
  return change ? { number: change.number, title: change.title } : null
}

/** Finds a change by its number; null if it is unknown. */
export async function findKnownChange(ctx: Context, number: string): Promise<KnownChange | null> {
  const change = await resolveOrNull(getChange(ctx, number))
  return change && { number: change.number, title: change.title }
}
