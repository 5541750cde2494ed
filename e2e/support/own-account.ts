import { randomUUID } from 'node:crypto'
import type { Role } from '#lib/contracts/endpoint.ts'
import { createAccount } from '#server/platform/auth/account-commands.ts'
import { withDatabase } from './own-records.ts'
import { recordSecrets } from './recorded-secrets.ts'

export type OwnAccount = { id: string; name: string; email: string; password: string }

const actor = { kind: 'system', id: 'e2e', name: 'tests' } as const

/** An account of one test. */
export async function addAccount(role: Role): Promise<OwnAccount> {
  const name = `Test ${randomUUID().slice(0, 8)}`
  const email = `${name.replace(' ', '.').toLowerCase()}@hindsight.example`
  const password = randomUUID()
  recordSecrets(password)
  const { id } = await withDatabase((db) =>
    createAccount({ db, actor, now: new Date(), requestId: 'e2e' }, { name, email, role, password }),
  )
  return { id, name, email, password }
}
