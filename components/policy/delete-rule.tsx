'use client'

import { AlertDialog } from '#components/ui/alert-dialog.tsx'
import { showErrorToast, showToast } from '#components/ui/toast.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { deletePolicyRule } from '#lib/contracts/admin-routes.ts'
import type { PolicyRule } from '#lib/contracts/app/policy.ts'

/** Confirms the deletion of a rule. */
export function DeleteRule({ rule, onClose }: { rule: PolicyRule; onClose: () => void }) {
  const remove = useEndpointMutation(deletePolicyRule, ['History'])
  const run = () =>
    remove.mutate(
      { params: { id: rule.id }, ifMatch: `"v${rule.version}"` },
      {
        onSuccess: () => showToast({ kind: 'success', title: `Rule “${rule.name}” deleted` }),
        onError: showErrorToast,
        onSettled: onClose,
      },
    )
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`Delete the rule “${rule.name}”?`}
      description="It no longer matches any changes. Existing reviews and their reasons are kept. Turn it off instead to keep it for later."
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      onConfirm={run}
    />
  )
}
