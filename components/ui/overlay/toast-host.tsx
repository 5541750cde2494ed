'use client'

import { useEffect, useState } from 'react'
import { onFirstToast } from './toast.ts'
import type { Toaster } from './toaster.tsx'

/** Loads the toaster with the first toast. If that fails, tries again with the next one. */
export function ToastHost() {
  const [part, setPart] = useState<{ Toaster: typeof Toaster } | null>(null)
  useEffect(() => onFirstToast(() => void import('./toaster.tsx').then(setPart, () => undefined)), [])
  return part ? <part.Toaster /> : null
}
