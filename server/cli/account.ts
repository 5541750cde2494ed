import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import type { z } from 'zod'
import { AccountPatch, NewAccount } from '#lib/contracts/app/accounts.ts'
import { roles } from '#lib/contracts/endpoint.ts'
import { describeCount } from '#lib/text/counted.ts'
import { erasePerson, previewErasure } from '#server/people/erase-person.ts'
import { createAccount, endAccountSessions, updateAccount } from '#server/platform/auth/account-commands.ts'
import { type AccountRow, findAccountByEmail } from '#server/platform/auth/account-queries.ts'
import { unlinkIdentities } from '#server/platform/auth/sign-in-with-provider.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { answerHelp } from './answer-help.mjs'
import { confirmOption, confirmUsage, fail, runCommand, withContext } from './open-for-command.ts'

const usage = `Usage: npm run account -- --email EMAIL --name NAME --role ${roles.join('|')} [--password-stdin]
       npm run account -- reset-password EMAIL [--password-stdin]
       npm run account -- unlink EMAIL
       npm run account -- erase EMAIL [--preview | --in-texts]
Creates an account, such as the first admin of a new installation. reset-password sets a new password and ends all
sessions of the account. unlink removes the link between an account and its identity at the single sign-on provider: the
next person whom the provider signs in with this verified e-mail address gets the account. erase puts a pseudonym in place of a
person in every table, and cannot be undone; --preview counts the rows instead. The full name stays in texts that mention
it, of which --preview shows some; with --in-texts it is replaced there too.
With --password-stdin the password is the first line of standard input; otherwise one is generated and printed once, on
standard output. It is valid for a week: the person must choose another under Settings.
${confirmUsage}`
answerHelp(usage)

function readArguments() {
  return parseArgs({
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string' },
      preview: { type: 'boolean', default: false },
      'in-texts': { type: 'boolean', default: false },
      'password-stdin': { type: 'boolean', default: false },
      ...confirmOption,
    },
    allowPositionals: true,
  })
}

/** Reads the password from standard input, or generates one. */
async function readPassword(isGiven: boolean): Promise<string> {
  if (!isGiven) return randomBytes(18).toString('base64url')
  return (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? ''
}

async function addAccount(input: Record<keyof NewAccount, string | undefined>): Promise<string> {
  const account = parseInput(NewAccount, input)
  await onDatabase((ctx) => createAccount(ctx, account))
  return `${account.email} can sign in as ${account.role}.`
}

async function resetPassword(email: string, password: string): Promise<string> {
  const patch = parseInput(AccountPatch, { password })
  return onDatabase(async (ctx) => {
    const existing = await getByEmail(ctx, email)
    const account = await updateAccount(ctx, existing.id, patch)
    const warning = account.is_disabled ? ' It is still disabled; an admin can enable it.' : ''
    return `${account.email} has a new password and is signed out everywhere.${warning}`
  })
}

async function unlink(email: string): Promise<string> {
  return onDatabase(async (ctx) => {
    const existing = await getByEmail(ctx, email)
    if (!(await unlinkIdentities(ctx, existing.id))) throw new Error(`${existing.email} is not linked to a provider.`)
    await endAccountSessions(ctx, existing.id)
    return `${existing.email} is no longer linked to the provider and is signed out everywhere.`
  })
}

async function erase(email: string, isPreview: boolean, inTexts: boolean): Promise<string> {
  const { pseudonym, tables, blockers, mentions, kept } = await onDatabase((ctx) =>
    isPreview ? previewErasure(ctx, email) : erasePerson(ctx, email, { inTexts }),
  )
  const lines = tables.map(({ table, rows }) => `${table}: ${describeCount(rows, 'row')}`)
  if (tables.length === 0) return `No record names ${email}.`
  const heading = isPreview ? 'These rows name the person:' : `The person is ${pseudonym} from now on, in:`
  const others = blockers.map(({ name, email, reason }) => `Refused: ${name} (${email}) ${reason}.`)
  const left = Object.entries({ 'Texts that keep the name': mentions, 'Rows where it may be part of another': kept })
  const examples = left.flatMap(([label, { rows, examples }]) =>
    rows === 0
      ? []
      : [`${label}: ${describeCount(rows, 'row')}, such as`, ...examples.map(({ table, text }) => `${table}: ${text}`)],
  )
  return [heading, ...lines, ...others, ...examples].join('\n')
}

async function getByEmail(ctx: Context, email: string): Promise<AccountRow> {
  const existing = await findAccountByEmail(ctx.db, email)
  if (!existing) throw new Error(`There is no account with the e-mail address ${email}.`)
  return existing
}

function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const faults = result.error.issues.map(({ path, message }) => `--${path.join('.')} ${message}.`)
  return fail(faults.join('\n').replace('--password ', 'The password '))
}

const onDatabase = <Result>(work: (ctx: Context) => Promise<Result>) =>
  withContext('account', readArguments().values.yes, work)

await runCommand(
  async () => {
    const { values, positionals } = readArguments()
    const [command, accountEmail = '', ...others] = positionals
    const known = accountEmail !== '' && others.length === 0 ? command : undefined
    if (known === 'erase') process.stderr.write(`${await erase(accountEmail, values.preview, values['in-texts'])}\n`)
    else if (known === 'unlink') process.stderr.write(`${await unlink(accountEmail)}\n`)
    else if (command === undefined || known === 'reset-password') {
      const { email, name, role, 'password-stdin': isGiven } = values
      const password = await readPassword(isGiven)
      const result = known
        ? await resetPassword(accountEmail, password)
        : await addAccount({ email, name, role, password })
      process.stderr.write(`${result}${isGiven ? '' : ' The password:'}\n`)
      if (!isGiven) process.stdout.write(`${password}\n`)
    } else fail(`There is no command “${positionals.join(' ')}”.`)
  },
  () => `\n${usage}\n`,
)
