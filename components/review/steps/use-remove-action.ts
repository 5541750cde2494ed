'use client'

import { useEffect, useRef, useState } from 'react'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { deleteImprovement } from '#lib/contracts/routes.ts'

/** Confirms and removes an action. `onRemoved` runs after its row, which had the focus, is gone. */
export function useRemoveAction(onRemoved: () => void) {
  const [action, setAction] = useState<Improvement | null>(null)
  const isRemoved = useRef(false)
  const remove = useEndpointMutation(deleteImprovement)

  useEffect(() => {
    if (action !== null || !isRemoved.current) return
    isRemoved.current = false
    onRemoved()
  }, [action, onRemoved])

  const run = () => {
    if (!action) return
    remove.mutate(
      { params: { id: action.id } },
      {
        onSuccess: () => {
          isRemoved.current = true
        },
        onError: (error) => showToast({ kind: 'error', title: 'Action not removed', description: error.message }),
        onSettled: () => setAction(null),
      },
    )
  }
  return { action, open: setAction, cancel: () => setAction(null), run, isBusy: remove.isPending }
}
