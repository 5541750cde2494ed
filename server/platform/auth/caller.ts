import {
  type Access,
  type Endpoint,
  findLowestRole,
  isForServiceAccounts,
  mayCall,
  type Role,
} from '#lib/contracts/endpoint.ts'
import { AppError } from '#server/platform/errors.ts'
import type { HeaderFields } from '#server/platform/http/api-request.ts'
import { type Actor, anonymous } from '#server/platform/runtime/context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import type { AccountRow } from './account-queries.ts'
import { findRunningSession } from './session-caller.ts'
import type { TokenRow } from './token-queries.ts'

/**
 * The caller of a request with these headers, by bearer token or session cookie; anonymous without either. An invalid
 * token is an error. A token that `verify` has cached is returned synchronously.
 */
export function identifyCaller(
  headers: HeaderFields,
  now: Date,
  verify: (secret: string, now: Date) => TokenRow | Promise<TokenRow>,
): Actor | Promise<Actor> {
  if (headers.get('authorization') === null) return identifyAccount(headers)
  const token = verify(readBearer(headers), now)
  return token instanceof Promise ? token.then(toActor) : toActor(token)
}

/** The bearer token of a request. Throws `unauthenticated` without one. */
export function readBearer(headers: HeaderFields): string {
  const secret = /^Bearer +([\x21-\x7e]+) *$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (!secret) throw new AppError('unauthenticated', 'The Authorization header must be `Bearer <token>`.')
  return secret
}

function toActor({ id, name, system, scope, role }: TokenRow): Actor {
  return { kind: 'token', id, name, system, scope, role }
}

async function identifyAccount(headers: HeaderFields): Promise<Actor> {
  return (await findSessionActor(headers)) ?? anonymous
}

/** The person of a session cookie; null without one, or when the session has ended or the account is disabled. */
export async function findSessionActor(headers: HeaderFields): Promise<Extract<Actor, { kind: 'account' }> | null> {
  const session = await findRunningSession(headers)
  if (!session) return null
  return { ...toPersonActor(session.account), sessionId: session.session.id }
}

/** The person of an account, without a session. */
export function toPersonActor({ id, name, email, role, timeZone }: AccountRow): Extract<Actor, { kind: 'account' }> {
  const zone = timeZone ?? getSettings().time_zone
  return { kind: 'account', id, name, email, role, zone, hasOwnZone: timeZone !== null }
}

/** The role of a person or of a token for `app`; null for any other actor. */
export const findRole = (actor: Actor): Role | null =>
  actor.kind === 'account' || actor.kind === 'token' ? (actor.role ?? null) : null

/** Throws `unauthenticated`, `insufficient_scope` or `forbidden` unless the actor has this access. */
export function authorize(endpoint: Pick<Endpoint, 'access' | 'method'>, actor: Actor): void {
  const { access, method } = endpoint
  // The handler checks a signature, as it needs the body.
  if (typeof access === 'string') return
  if (actor.kind === 'anonymous') {
    throw new AppError('unauthenticated', 'Send a bearer token in the Authorization header, or sign in.')
  }
  if (actor.kind === 'account' && !mayCall(actor.role, endpoint)) {
    const needed = actor.role === 'auditor' ? 'another role' : `the role ${findLowestRole(access)}`
    throw new AppError('forbidden', `This needs ${needed}; you are signed in as ${actor.role}.`)
  }
  if (actor.kind === 'token') {
    if ('scope' in access) authorizeToken(access, actor)
    else authorizeServiceAccount(access, method, actor)
  }
}

function authorizeToken(access: Extract<Access, { scope: unknown }>, token: Extract<Actor, { kind: 'token' }>): void {
  if (token.system === 'mcp' || (access.system !== 'any' && access.system !== token.system)) {
    throw new AppError(
      'insufficient_scope',
      `The token is for ${token.system}; this needs a token for ${access.system === 'any' ? 'the API' : access.system}.`,
    )
  }
  if (access.scope === 'write' && token.scope !== 'write') {
    throw new AppError('insufficient_scope', 'The token has scope read; this needs a token with scope write.')
  }
}

function authorizeServiceAccount(
  access: Extract<Access, { onlyPeople?: true }>,
  method: Endpoint['method'],
  token: Extract<Actor, { kind: 'token' }>,
): void {
  const { role } = access
  if (!isForServiceAccounts(access)) {
    throw new AppError('insufficient_scope', 'This is for signed-in people, not for bearer tokens.')
  }
  if (token.system !== 'app') {
    throw new AppError('insufficient_scope', `The token is for ${token.system}; this needs a token for app.`)
  }
  const actual = findRole(token)
  if (actual === null || !mayCall(actual, { access: { role }, method })) {
    throw new AppError('insufficient_scope', `This needs the role ${role}; the token has the role ${actual}.`)
  }
}
