'use client'

import { AlertDialog } from '#components/ui/alert-dialog.tsx'
import { showErrorToast, showToast } from '#components/ui/toast.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { type ApiToken, revokeApiToken } from '#lib/contracts/app/api-tokens.ts'

/** Confirms revoking a token. Rendered outside the table, whose rows change meanwhile. */
export function RevokeToken({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const revoke = useEndpointMutation(revokeApiToken, ['History'])
  const run = () =>
    revoke.mutate(
      { params: { id: token.id } },
      {
        onSuccess: () => showToast({ kind: 'success', title: `Token “${token.name}” revoked` }),
        onError: showErrorToast,
        onSettled: onClose,
      },
    )
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`Revoke the token “${token.name}”?`}
      description="Its requests are rejected within 5 seconds. This cannot be undone."
      confirmLabel="Revoke"
      danger
      busy={revoke.isPending}
      onConfirm={run}
    />
  )
}
