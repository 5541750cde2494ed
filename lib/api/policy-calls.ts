import type * as policy from '#lib/contracts/app/policy.ts'
import { endpointHandle } from './endpoint-handle.ts'

/** The calls of the rules of the policy, without the schemas of their contracts. */
export const listPolicyRules = endpointHandle<typeof policy.listPolicyRules>({
  name: 'listPolicyRules',
  tag: 'Policy',
  method: 'GET',
  path: '/api/app/v1/policy/rules',
})

export const createPolicyRule = endpointHandle<typeof policy.createPolicyRule>({
  name: 'createPolicyRule',
  tag: 'Policy',
  method: 'POST',
  path: '/api/app/v1/policy/rules',
})

export const updatePolicyRule = endpointHandle<typeof policy.updatePolicyRule>({
  name: 'updatePolicyRule',
  tag: 'Policy',
  method: 'PATCH',
  path: '/api/app/v1/policy/rules/{id}',
})

export const previewPolicyRule = endpointHandle<typeof policy.previewPolicyRule>({
  name: 'previewPolicyRule',
  tag: 'Policy',
  method: 'POST',
  path: '/api/app/v1/policy/preview',
})
