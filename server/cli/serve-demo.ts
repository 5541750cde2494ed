import { and, eq } from 'drizzle-orm'
import { apiTokens } from '#server/db/schema/access.ts'
import { demoAccounts, demoPassword } from '#server/demo/accounts.ts'
import { seedDemoData } from '#server/demo/seed.ts'
import { readEnv } from '#server/env.ts'
import { getRuntime } from '#server/runtime.ts'
import { startRuntime } from '#server/start.ts'
import { createToken } from '#server/tokens/commands.ts'

const tokenName = 'Quickstart'

/** Replaces the token of the last quickstart by a new one, valid for a day. */
async function replaceDemoToken(now: Date): Promise<string> {
  const { db } = getRuntime()
  await db.delete(apiTokens).where(and(eq(apiTokens.name, tokenName), eq(apiTokens.origin, 'demo')))
  const actor = { kind: 'system', id: 'quickstart', name: 'quickstart' } as const
  const { secret } = await createToken(
    { db, actor, now, requestId: 'quickstart' },
    {
      name: tokenName,
      system: 'itsm',
      scope: 'write',
      expiresAt: new Date(now.getTime() + 86_400_000).toISOString(),
      origin: 'demo',
    },
  )
  return secret
}

try {
  const now = new Date()
  await startRuntime(readEnv())
  await seedDemoData(getRuntime().db, now)
  const token = await replaceDemoToken(now)
  const { listening } = await import('#server/serve.ts')
  const address = `http://localhost:${await listening}`
  // Next is loaded with the first page; here somebody is about to open one.
  fetch(`${address}/sign-in`).catch(() => {})
  const people = demoAccounts.map(({ email, role }) => `    ${email.padEnd(34)} ${role}`).join('\n')
  process.stdout.write(`
  Hindsight is running at ${address}

  Sign in with the password ${demoPassword} as one of
${people}

  The API, with a token of the demo data (valid for a day):
    curl -H "Authorization: Bearer ${token}" "${address}/api/itsm/v1/changes?limit=2"

  Reference: ${address}/reference        Stop with Ctrl+C
`)
} catch (error) {
  process.stderr.write(`Hindsight cannot start: ${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
