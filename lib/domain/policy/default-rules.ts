import type { PolicyConditions } from '#lib/contracts/app/policy.ts'
import type { PolicyRule } from './review-policy.ts'

/** Conditions that match every change. */
export const noConditions: PolicyConditions = {
  types: [],
  risks: [],
  close_codes: [],
  overrun_minutes: null,
  incident_priority: null,
  is_unauthorized: false,
  services: [],
  models: [],
  service_count: null,
  sample_percent: null,
}

const rule = (
  id: string,
  name: string,
  conditions: Partial<PolicyConditions>,
  more: Partial<PolicyRule> = {},
): PolicyRule => ({
  id,
  name,
  is_active: true,
  conditions: { ...noConditions, ...conditions },
  form: 'full',
  due_business_days: 10,
  needs_sign_off: false,
  assignment: { kind: 'service' },
  ...more,
})

/** The rules of a new installation, in their order. */
export const defaultRules: readonly PolicyRule[] = [
  rule('rule_emergency', 'Emergency change', { types: ['emergency'] }, { due_business_days: 5, needs_sign_off: true }),
  rule('rule_high_risk', 'High risk', { risks: ['high', 'very_high'] }, { needs_sign_off: true }),
  rule('rule_failed', 'Failed or backed out', { close_codes: ['failed', 'backed_out'] }, { needs_sign_off: true }),
  rule('rule_overrun', 'Over its window', { overrun_minutes: 0 }),
  rule('rule_incident', 'Incident of priority 1 or 2', { incident_priority: 2 }),
  rule('rule_unauthorized', 'Without authorization', { is_unauthorized: true }, { needs_sign_off: true }),
  rule('rule_sample', 'Random sample', { sample_percent: 5 }, { form: 'short' }),
]
