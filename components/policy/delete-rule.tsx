'use client'

import { ConfirmWrite } from '#components/ui/overlay/confirm-write.tsx'
import { deletePolicyRule } from '#lib/contracts/admin-routes.ts'
import type { PolicyRule } from '#lib/contracts/app/policy.ts'

/** Confirms the deletion of a rule. */
export function DeleteRule({ rule: { id, name, version }, onClose }: { rule: PolicyRule; onClose: () => void }) {
  return (
    <ConfirmWrite
      route={deletePolicyRule}
      input={{ params: { id }, ifMatch: `"v${version}"` }}
      title={`Delete the rule “${name}”?`}
      description="It no longer matches any changes. Existing reviews and their reasons are kept. Turn it off instead to keep it for later."
      confirmLabel="Delete"
      danger
      done={`Rule “${name}” deleted`}
      onClose={onClose}
    />
  )
}
