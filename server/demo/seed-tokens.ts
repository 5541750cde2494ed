import type { TokenSystem } from '#lib/contracts/endpoint.ts'
import { cutTokenHint, hashToken, newTokenSecret } from '#server/platform/auth/token-queries.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { apiTokens } from '#server/schema/access.ts'
import { addDays, addMinutes, type Instant, toIso } from './calendar.ts'

/** The token of an assistant, which proposes answers of reviews. */
export const assistant = { id: 'tok_demo_assistant', name: 'Operations chat' }

/** Inserts tokens of API clients: some in use, one revoked and one expired. Their secrets are not known to anybody. */
export async function seedDemoTokens(tx: Transaction, now: Date): Promise<void> {
  const at = (daysAgo: number): Instant => addDays(now.getTime(), -daysAgo)
  const token = (id: string, system: TokenSystem, values: { name: string; createdAt: Instant }) => {
    const secret = newTokenSecret(system)
    return {
      id: `tok_demo_${id}`,
      ...values,
      createdAt: toIso(values.createdAt),
      system,
      scope: 'read' as const,
      tokenHash: hashToken(secret),
      hint: cutTokenHint(secret),
      createdBy: 'Sanna Koskinen',
      origin: 'demo',
    }
  }
  await tx
    .insert(apiTokens)
    .values([
      {
        ...token('calendar', 'itsm', { name: 'Change calendar of the intranet', createdAt: at(140) }),
        expiresAt: toIso(at(-225)),
        lastUsedAt: toIso(addMinutes(now.getTime(), -12)),
      },
      {
        ...token('figures', 'app', { name: 'Figures for the monthly IT report', createdAt: at(60) }),
        role: 'viewer',
        expiresAt: toIso(at(-30)),
        lastUsedAt: toIso(at(27)),
      },
      {
        ...token('runbooks', 'docs', { name: 'Copy of the lessons into the runbooks', createdAt: at(200) }),
        expiresAt: toIso(at(20)),
        lastUsedAt: toIso(at(21)),
      },
      {
        ...token('assistant', 'mcp', { name: assistant.name, createdAt: at(25) }),
        scope: 'propose',
        expiresAt: toIso(at(-65)),
        lastUsedAt: toIso(addMinutes(now.getTime(), -100)),
      },
      {
        ...token('migration', 'itsm', { name: 'Move of the old change records', createdAt: at(310) }),
        scope: 'write',
        lastUsedAt: toIso(at(302)),
        revokedAt: toIso(at(300)),
      },
    ])
    .onConflictDoNothing()
}
