'use client'

import { type ReactNode, useState } from 'react'
import { AssignDialog } from './assign-dialog.tsx'

/**
 * Returns a function that opens the dialog for assigning reviews, and that dialog. Its code loads when it first opens.
 */
export function useAssign(onDone: () => void): { open: (numbers: readonly string[]) => void; dialog: ReactNode } {
  const [numbers, setNumbers] = useState<readonly string[] | null>(null)
  const close = () => setNumbers(null)
  return {
    open: setNumbers,
    dialog: numbers ? <AssignDialog numbers={numbers} onDone={onDone} onClose={close} /> : null,
  }
}
