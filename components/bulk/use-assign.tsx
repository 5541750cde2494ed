'use client'

import { type ReactNode, useState } from 'react'
import { useLazyPart } from '#components/ui/overlay/use-lazy-part.ts'

const loadDialog = () => import('./assign-dialog.tsx')

/**
 * Returns a function that opens the dialog for assigning reviews, and that dialog. Its code loads when it first opens.
 */
export function useAssign(onDone: () => void): { open: (numbers: readonly string[]) => void; dialog: ReactNode } {
  const [numbers, setNumbers] = useState<readonly string[] | null>(null)
  const close = () => setNumbers(null)
  const part = useLazyPart(loadDialog, numbers !== null, close)
  return {
    open: setNumbers,
    dialog: part && numbers ? <part.AssignDialog numbers={numbers} onDone={onDone} onClose={close} /> : null,
  }
}
