import { tokenScopes, tokenSystems } from '#lib/contracts/endpoint.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import type { Database } from '#server/platform/db/client.ts'
import { recordSecrets } from './recorded-secrets.ts'
import type { World } from './world.ts'

/** A token of every system and scope. */
export async function makeTokens(db: Database): Promise<World['tokens']> {
  const ctx = { db, actor: { kind: 'system', id: 'e2e', name: 'tests' } as const, now: new Date(), requestId: 'e2e' }
  const pairs = tokenSystems.flatMap((system) => tokenScopes.map((scope) => ({ system, scope })))
  const made = await Promise.all(
    pairs.map(async ({ system, scope }) => {
      const input = { system, scope, name: `Tests ${system} ${scope}`, expiresAt: null, origin: 'entry' } as const
      return { system, scope, secret: (await createToken(ctx, input)).secret }
    }),
  )
  recordSecrets(...made.map(({ secret }) => secret))
  const secretOf = (system: string, scope: string) =>
    made.find((token) => token.system === system && token.scope === scope)?.secret ?? ''
  const both = (system: string) => ({ read: secretOf(system, 'read'), write: secretOf(system, 'write') })
  return { resources: both('resources'), itsm: both('itsm'), docs: both('docs') }
}
