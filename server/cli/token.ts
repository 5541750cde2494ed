import { parseArgs } from 'node:util'
import { type TokenScope, type TokenSystem, tokenScopes, tokenSystems } from '#lib/contracts/endpoint.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { confirmOption, confirmUsage, openForCommand } from './open-for-command.ts'

const usage = `Usage: npm run token -- --system ${tokenSystems.join('|')} --scope ${tokenScopes.join('|')} --name NAME [--expires-in-days N]
Prints the new token, and nothing else, on standard output. It is shown once; the database stores its hash.
${confirmUsage}`

function fail(message: string): never {
  process.stderr.write(`${message}\n\n${usage}\n`)
  process.exit(1)
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      system: { type: 'string' },
      scope: { type: 'string', default: 'read' },
      name: { type: 'string' },
      'expires-in-days': { type: 'string' },
      ...confirmOption,
    },
  })
  const system = tokenSystems.find((known) => known === values.system)
  const scope = tokenScopes.find((known) => known === values.scope)
  const days = values['expires-in-days']
  if (!system) return fail(`--system must be one of ${tokenSystems.join(', ')}.`)
  if (!scope) return fail(`--scope must be one of ${tokenScopes.join(', ')}.`)
  if (!values.name?.trim()) return fail('--name is required: it says what the token is for.')
  if (days !== undefined && !/^[1-9]\d{0,3}$/.test(days)) return fail('--expires-in-days must be from 1 to 9999.')
  const { name, yes: isConfirmed } = values
  return { system, scope, name: name.trim(), days: days === undefined ? null : Number(days), isConfirmed }
}

type Input = {
  system: TokenSystem
  scope: TokenScope
  name: string
  days: number | null
  isConfirmed: boolean
}

async function issue(input: Input) {
  const database = await openForCommand(input.isConfirmed)
  try {
    await migrateDatabase(database.pool)
    const now = new Date()
    const expiresAt = input.days === null ? null : new Date(now.getTime() + input.days * 86_400_000).toISOString()
    const ctx = {
      db: database.db,
      actor: { kind: 'system', id: 'cli', name: 'command line' } as const,
      now,
      requestId: 'cli-token',
    }
    const { system, scope, name } = input
    return (await createToken(ctx, { system, scope, name, expiresAt, origin: 'entry' })).secret
  } finally {
    await database.close()
  }
}

try {
  process.stdout.write(`${await issue(readArguments())}\n`)
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}
