'use client'

import { useRouter } from 'next/navigation'
import { useMay } from '#components/layout/user-context.tsx'
import { ReasonButton } from '#components/review/transition/reason-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { UnrecordedChange } from '#lib/contracts/app/unrecorded-changes.ts'
import { dismissUnrecordedChange, reviewUnrecordedChange } from '#lib/contracts/routes.ts'

/** Buttons that decide about a deployment that no change authorised. */
export function UnrecordedActions({ id, change_number: number }: Pick<UnrecordedChange, 'id' | 'change_number'>) {
  const router = useRouter()
  const isHydrated = useHydrated()
  const review = useEndpointMutation(reviewUnrecordedChange, ['Reviews'])
  const dismiss = useEndpointMutation(dismissUnrecordedChange)
  const mayDecide = useMay('manager')
  const requireReview = () =>
    review.mutate(
      { params: { id } },
      {
        onSuccess: ({ reference }) => {
          showToast({ kind: 'success', title: `${reference} is required for ${number}` })
          router.refresh()
        },
        onError: showErrorToast,
      },
    )
  const submit = (reason: string, close: () => void) =>
    dismiss.mutate(
      { params: { id }, body: { reason } },
      {
        onSuccess: () => {
          close()
          showToast({ kind: 'success', title: `${number} dismissed` })
          router.refresh()
        },
      },
    )
  if (!mayDecide) return null
  return (
    <div className="flex gap-2 min-[60rem]:justify-end">
      <Button
        size="sm"
        disabled={!isHydrated}
        busy={review.isPending}
        aria-label={`Require a review of ${number}`}
        onClick={requireReview}
      >
        Require a review
      </Button>
      <ReasonButton
        size="sm"
        variant="ghost"
        aria-label={`Dismiss ${number}`}
        title={`Dismiss ${number}?`}
        description="It leaves this list without a review. The change and its deployment are kept."
        submitLabel="Dismiss"
        move={dismiss}
        onSubmit={submit}
      >
        Dismiss
      </ReasonButton>
    </div>
  )
}
