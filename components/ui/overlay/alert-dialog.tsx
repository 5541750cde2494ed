'use client'

import type { AlertDialogProps } from './alert-dialog-frame.tsx'
import { useLazyPart } from './use-lazy-part.ts'

const loadFrame = () => import('./alert-dialog-frame.tsx')

/** Confirms an action that is hard to undo. Escape and the initial focus mean "no". Loaded when it first opens. */
export function AlertDialog(props: AlertDialogProps) {
  const frame = useLazyPart(loadFrame, props.open, () => props.onOpenChange(false))
  return frame ? <frame.AlertDialogFrame {...props} /> : null
}
