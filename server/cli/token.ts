import { parseArgs } from 'node:util'
import { apiSystems, scopesBySystem, tokenRoles, tokenSystems } from '#lib/contracts/endpoint.ts'
import { chooseScope, createToken, type TokenToStore } from '#server/platform/auth/token-commands.ts'
import { answerHelp } from './answer-help.mjs'
import { confirmOption, confirmUsage, fail, runCommand, withContext } from './open-for-command.ts'

const recordSystems = apiSystems.filter((system) => system !== 'app')
const usage = `Usage: npm run token -- --system ${recordSystems.join('|')} --scope ${scopesBySystem.itsm.join('|')} --name NAME [--expires-in-days N]
       npm run token -- --system mcp --scope ${scopesBySystem.mcp.join('|')} --name NAME [--expires-in-days N]
       npm run token -- --system metrics --name NAME [--expires-in-days N]
       npm run token -- --system app --role ${tokenRoles.join('|')} --name NAME [--expires-in-days N]
Prints the new token, and nothing else, on standard output. It is shown once; the database stores its hash.
${confirmUsage}`
answerHelp(usage)

function readArguments() {
  const { values } = parseArgs({
    options: {
      system: { type: 'string' },
      scope: { type: 'string' },
      role: { type: 'string' },
      name: { type: 'string' },
      'expires-in-days': { type: 'string' },
      ...confirmOption,
    },
  })
  const system = tokenSystems.find((known) => known === values.system)
  const days = values['expires-in-days']
  if (!system) return fail(`--system must be one of ${tokenSystems.join(', ')}.`)
  if (!values.name?.trim()) return fail('--name is required: it says what the token is for.')
  if (days !== undefined && !/^[1-9]\d{0,3}$/.test(days)) return fail('--expires-in-days must be from 1 to 9999.')
  const { name, yes: isConfirmed } = values
  const access = system === 'app' ? readRole(values) : readScope(system, values)
  return { system, ...access, name: name.trim(), days: days === undefined ? null : Number(days), isConfirmed }
}

type TokenAccess = Pick<TokenToStore, 'scope' | 'role'>
type AccessOptions = { readonly scope?: string | undefined; readonly role?: string | undefined }

function readRole(values: AccessOptions): TokenAccess {
  const role = tokenRoles.find((known) => known === values.role)
  if (!role) return fail(`--role must be one of ${tokenRoles.join(', ')}.`)
  if (values.scope !== undefined) return fail('--scope cannot be combined with --system app, which has a role.')
  return { scope: chooseScope(role), role }
}

function readScope(system: keyof typeof scopesBySystem, values: AccessOptions): TokenAccess {
  const allowed = scopesBySystem[system]
  const scope = allowed.find((known) => known === (values.scope ?? 'read'))
  if (!scope) return fail(`--scope must be one of ${allowed.join(', ')}.`)
  if (values.role !== undefined) return fail('--role is only for --system app.')
  return { scope, role: null }
}

await runCommand(
  async () => {
    const { days, isConfirmed, ...token } = readArguments()
    const { secret } = await withContext('token', isConfirmed, (ctx) => {
      const expiresAt = days === null ? null : new Date(ctx.now.getTime() + days * 86_400_000).toISOString()
      return createToken(ctx, { ...token, expiresAt, origin: 'entry' })
    })
    process.stdout.write(`${secret}\n`)
  },
  () => `\n${usage}\n`,
)
