'use client'

import { useRouter } from 'next/navigation'
import { Button } from '#components/ui/button.tsx'
import { showErrorToast } from '#components/ui/overlay/toast.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { updateSettings } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** Stops the first steps from showing when Administration opens. The settings still link to them. */
export function DismissSteps() {
  const router = useRouter()
  const save = useEndpointMutation(updateSettings)
  const dismiss = () =>
    save.mutate(
      { body: { is_setup_dismissed: true } },
      { onSuccess: () => router.push(pagePaths.organisation), onError: showErrorToast },
    )
  return (
    <Button busy={save.isPending} onClick={dismiss}>
      Dismiss
    </Button>
  )
}
