import type { Role } from '#lib/contracts/endpoint.ts'

/** The password of every demo account. It protects nothing, as the data of the demo is public. */
export const demoPassword = 'hindsight-demo'

export type DemoAccount = {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
}

/**
 * Accounts for signing in to the demo, by role. There are two reviewers and two managers, as nobody signs off their own
 * review.
 */
export const demoAccounts: readonly DemoAccount[] = [
  { id: 'acc_demo_viewer', email: 'viewer@hindsight.example', name: 'Maja Lindqvist', role: 'viewer' },
  { id: 'acc_demo_auditor', email: 'auditor@hindsight.example', name: 'Ingrid Solheim', role: 'auditor' },
  { id: 'acc_demo_reviewer', email: 'reviewer@hindsight.example', name: 'Noor Haddad', role: 'reviewer' },
  { id: 'acc_demo_reviewer2', email: 'reviewer2@hindsight.example', name: 'Callum Reid', role: 'reviewer' },
  { id: 'acc_demo_manager', email: 'manager@hindsight.example', name: 'Henrike Vos', role: 'manager' },
  { id: 'acc_demo_manager2', email: 'manager2@hindsight.example', name: 'Paolo Ferrand', role: 'manager' },
  { id: 'acc_demo_admin', email: 'admin@hindsight.example', name: 'Sanna Koskinen', role: 'admin' },
]
