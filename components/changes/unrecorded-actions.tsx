'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { dismissUnrecordedChange, reviewUnrecordedChange } from '#lib/contracts/admin-routes.ts'
import type { UnrecordedChange } from '#lib/contracts/app/unrecorded-changes.ts'

const ReasonDialog = dynamic(
  () => import('#components/review/transition/reason-dialog.tsx').then((part) => part.ReasonDialog),
  { loading: () => null },
)

/** Requires a review of an unrecorded change, or dismisses it with a reason. */
export function UnrecordedActions({ change: { id, change_number: number } }: { change: UnrecordedChange }) {
  const router = useRouter()
  const isHydrated = useHydrated()
  const [isOpen, setOpen] = useState(false)
  const review = useEndpointMutation(reviewUnrecordedChange, ['Reviews'])
  const dismiss = useEndpointMutation(dismissUnrecordedChange)
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
  const submit = (reason: string) =>
    dismiss.mutate(
      { params: { id }, body: { reason } },
      {
        onSuccess: () => {
          setOpen(false)
          showToast({ kind: 'success', title: `${number} dismissed` })
          router.refresh()
        },
      },
    )
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
      <Button
        size="sm"
        variant="ghost"
        disabled={!isHydrated}
        aria-label={`Dismiss ${number}`}
        onClick={() => setOpen(true)}
      >
        Dismiss
      </Button>
      {isOpen ? (
        <ReasonDialog
          title={`Dismiss ${number}?`}
          description="It leaves this list without a review. The change and its deployment are kept."
          submitLabel="Dismiss"
          busy={dismiss.isPending}
          error={dismiss.error}
          onSubmit={submit}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  )
}
