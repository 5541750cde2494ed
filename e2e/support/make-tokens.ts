import { scopesBySystem, type TokenRole, tokenRoles, tokenSystems } from '#lib/contracts/endpoint.ts'
import { chooseScope, createToken, type TokenToStore } from '#server/platform/auth/token-commands.ts'
import type { Database } from '#server/platform/db/client.ts'
import { recordSecrets } from './recorded-secrets.ts'
import type { World } from './world.ts'

/** A token of every system and scope, and one for `app` with every role. */
export async function makeTokens(db: Database): Promise<World['tokens']> {
  const ctx = { db, actor: { kind: 'system', id: 'e2e', name: 'tests' } as const, now: new Date(), requestId: 'e2e' }
  const make = async (system: TokenToStore['system'], scope: TokenToStore['scope'], role: TokenRole | null = null) => {
    const name = `Tests ${system} ${role ?? scope}`
    const { secret } = await createToken(ctx, { system, scope, role, name, expiresAt: null, origin: 'entry' })
    recordSecrets(secret)
    return [role ?? scope, secret] as const
  }
  const entries = tokenSystems.map(async (system) => {
    const made =
      system === 'app'
        ? tokenRoles.map((role) => make(system, chooseScope(role), role))
        : scopesBySystem[system].map((scope) => make(system, scope))
    return [system, Object.fromEntries(await Promise.all(made))] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as World['tokens']
}
