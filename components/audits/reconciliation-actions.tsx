'use client'

import { RefreshCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { Button } from '#components/ui/button.tsx'
import { EditButton } from '#components/ui/overlay/dialog-button.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { countAuditSources } from '#lib/contracts/admin-routes.ts'
import type { ExplanationProps } from './explanation-dialog.tsx'
import { ExplanationDialog } from './explanation-dialog.tsx'

/** Asks the sources for their counts, which takes some seconds. */
export function CountSources({ audit }: { audit: string }) {
  const router = useRouter()
  const isHydrated = useHydrated()
  const count = useEndpointMutation(countAuditSources)
  const ask = () =>
    count.mutate(
      { params: { id: audit } },
      {
        onSuccess: () => {
          showToast({ kind: 'success', title: 'The sources were asked' })
          router.refresh()
        },
        onError: showErrorToast,
      },
    )
  return (
    <Button
      size="sm"
      icon={<RefreshCw aria-hidden="true" />}
      disabled={!isHydrated}
      busy={count.isPending}
      onClick={ask}
    >
      Count at the source
    </Button>
  )
}

/** Button that opens the explanation of a deployment. */
export const ExplainDeployment = (input: ExplanationProps) => (
  <EditButton
    label={`Explain ${input.record}`}
    className="align-middle"
    dialog={(onClose) => <ExplanationDialog {...input} onClose={onClose} />}
  />
)
