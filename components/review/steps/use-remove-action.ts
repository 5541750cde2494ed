'use client'

import { useEffect, useRef, useState } from 'react'
import { showToast } from '#components/ui/toast.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { deleteImprovement } from '#lib/contracts/routes.ts'

/** Asking for and doing the removal of an action. `onGone` runs when its row, and the focus with it, are gone. */
export function useRemoveAction(onGone: () => void) {
  const [asked, setAsked] = useState<Improvement | null>(null)
  const isGone = useRef(false)
  const remove = useEndpointMutation(deleteImprovement)

  useEffect(() => {
    if (asked !== null || !isGone.current) return
    isGone.current = false
    onGone()
  }, [asked, onGone])

  const run = () => {
    if (!asked) return
    remove.mutate(
      { params: { id: asked.id } },
      {
        onSuccess: () => {
          isGone.current = true
        },
        onError: (error) => showToast({ kind: 'error', title: 'Not removed', description: error.message }),
        onSettled: () => setAsked(null),
      },
    )
  }
  return { asked, ask: setAsked, cancel: () => setAsked(null), run, isBusy: remove.isPending }
}
