import { createAudit, drawAudit, updateAuditChange } from '#server/insights/audits/commands.ts'
import { listAuditSample } from '#server/insights/audits/queries.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { demoAccounts } from './accounts.ts'
import { addDays, getWorkdayOnOrBefore, setTime, toIso } from './calendar.ts'

const size = 25

/**
 * Creates an audit of 25 changes of the last year, one of them an exception and one not answered yet. Part of the
 * transaction that inserts the rest.
 */
export async function seedDemoAudits(tx: Transaction, now: Date): Promise<void> {
  const auditor = demoAccounts.find(({ role }) => role === 'auditor')
  if (!auditor) return
  const at = (daysAgo: number, time: string) => {
    const day = getWorkdayOnOrBefore(addDays(now.getTime(), -daysAgo))
    return {
      db: tx,
      actor: { kind: 'account', ...auditor },
      now: new Date(setTime(day, time)),
      requestId: 'demo-audit',
    } as const
  }
  const made = at(12, '09:00')
  const dayBefore = (days: number) => toIso(addDays(made.now.getTime(), -days)).slice(0, 10)
  const { id } = await createAudit(made, {
    name: 'Change management, last twelve months',
    from: dayBefore(365),
    to: dayBefore(1),
    method: 'random',
    size,
    seed: '17-23-31-38-40-44',
  })
  await drawAudit(at(12, '09:20'), id)
  const { rows } = await listAuditSample(made, id, { page: 1, limit: size })
  const exception = rows.find(({ missing }) => missing.length > 0) ?? rows[0]
  for (const [index, { number }] of rows.slice(0, -1).entries()) {
    await updateAuditChange(
      at(9 - Math.floor(index / 5), `1${index % 5}:${10 + index}`),
      { id, number },
      {
        request_number: `R-${String(index + 1).padStart(2, '0')}`,
        ...(number === exception?.number
          ? { state: 'exception', note: 'The record lacks what is listed here; the team is asked for a paper trail.' }
          : { state: 'answered' }),
      },
    )
  }
}
