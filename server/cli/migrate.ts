import { parseArgs } from 'node:util'
import { migrateDatabase } from '#server/platform/db/migrate/migrate.ts'
import { confirmOriginal, identifyInstallation, markCopy } from '#server/platform/installation.ts'
import { type Context, createSystemActor } from '#server/platform/runtime/context.ts'
import { recordFormerParts } from '#server/reviews/policy/record-former-parts.ts'
import { answerHelp } from './answer-help.mjs'
import { confirmOption, confirmUsage, readOrExit, runCommand, withDatabase } from './open-for-command.ts'

const usage = `Usage: npm run db:migrate [-- [--original REASON | --copy] [--yes]]
Applies the migrations and prints them. The service also does this at every start.
--original says that a restored or moved database is the real one, so that it sends mail, webhooks and all else again.
--copy says that it is a copy, which sends nothing: for snapshots and copied folders, which nothing shows to be copies.
${confirmUsage}`
answerHelp(usage)

const options = { original: { type: 'string' }, copy: { type: 'boolean', default: false }, ...confirmOption } as const

const input = readOrExit(usage, () => {
  const { values } = parseArgs({ options })
  if (values.copy && values.original !== undefined) throw new Error('--original and --copy exclude each other.')
  if (values.original?.trim() === '') throw new Error('--original needs a reason.')
  return values
})

await runCommand(() =>
  withDatabase(input.yes, async ({ db, pool }) => {
    const applied = await migrateDatabase(pool)
    await recordFormerParts(db)
    process.stdout.write(applied.length === 0 ? 'Nothing to apply.\n' : `Applied: ${applied.join(', ')}\n`)
    const actor = createSystemActor('cli', 'command line')
    const ctx: Context = { db, actor, now: new Date(), requestId: 'cli-migrate' }
    if (input.copy) await markCopy(db)
    if (input.original === undefined) return
    await identifyInstallation(db)
    await confirmOriginal(ctx, input.original)
  }),
)
