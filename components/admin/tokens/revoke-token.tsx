'use client'

import { AlertDialog } from '#components/ui/alert-dialog.tsx'
import { showToast } from '#components/ui/toast.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { type ApiToken, revokeApiToken } from '#lib/contracts/app/api-tokens.ts'

/** Asks before a token is revoked. Stands outside the table, whose row changes while this is open. */
export function RevokeToken({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const revoke = useEndpointMutation(revokeApiToken, ['History'])
  const run = () =>
    revoke.mutate(
      { params: { id: token.id } },
      {
        onSuccess: () => showToast({ kind: 'success', title: `“${token.name}” is revoked` }),
        onError: (error) => showToast({ kind: 'error', title: error.message }),
        onSettled: onClose,
      },
    )
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`Revoke the token “${token.name}”?`}
      description="Whoever uses it is refused within 5 seconds. This cannot be undone."
      confirmLabel="Revoke"
      danger
      busy={revoke.isPending}
      onConfirm={run}
    />
  )
}
