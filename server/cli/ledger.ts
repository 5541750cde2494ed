import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describeCount } from '#lib/text/counted.ts'
import { verifyLedger } from '#server/history/verify-ledger.ts'
import { verifyParts } from '#server/reviews/four-eyes/verify-parts.ts'
import { answerHelp } from './answer-help.mjs'
import { confirmOption, confirmUsage, readOrExit, runCommand, withContext } from './open-for-command.ts'

const usage = `Usage: npm run ledger -- verify [--checkpoint FILE]...
Reads the whole history again and compares it with the ledger, and with checkpoints that were kept elsewhere: each FILE is
one, as /api/ledger/v1/checkpoint returned it. Ends with status 1 if anything was changed.
${confirmUsage}`
answerHelp(usage)

const { checkpoints, isConfirmed } = readOrExit(usage, () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { checkpoint: { type: 'string', multiple: true, default: [] }, ...confirmOption },
  })
  if (positionals.join() !== 'verify') throw new Error('The only command is verify.')
  const files = values.checkpoint.map((file) => resolve(process.env.INIT_CWD ?? '.', file))
  return { checkpoints: files.map((file) => readFileSync(file, 'utf8')), isConfirmed: values.yes }
})

await runCommand(() =>
  withContext('ledger', isConfirmed, async (ctx, { db }) => {
    const { size, erased, notes, faults } = await db.transaction(
      async (tx) => {
        const verified = await verifyLedger({ ...ctx, db: tx }, checkpoints)
        return { ...verified, faults: [...verified.faults, ...(await verifyParts(tx))] }
      },
      {
        isolationLevel: 'repeatable read',
        accessMode: 'read only',
      },
    )
    for (const line of [...faults, ...notes]) process.stdout.write(`${line}\n`)
    const compared = checkpoints.length === 0 ? '' : ` and ${checkpoints.length} kept`
    const summary = `${size.toLocaleString('en')} leaves (${erased.toLocaleString('en')} erased), compared with the signed head${compared}`
    process.stdout.write(
      `${summary}: ${faults.length === 0 ? 'nothing was changed' : describeCount(faults.length, 'fault')}.\n`,
    )
    if (faults.length > 0) process.exitCode = 1
  }),
)
