'use client'

import { useEffect, useState } from 'react'
import { onFirstToast } from './toast.ts'
import type { Toaster } from './toaster.tsx'

/** Stands in the root layout; fetches the toaster with the first toast, and tries again with the next one that fails. */
export function ToastHost() {
  const [part, setPart] = useState<{ Toaster: typeof Toaster } | null>(null)
  useEffect(() => onFirstToast(() => void import('./toaster.tsx').then(setPart, () => undefined)), [])
  return part ? <part.Toaster /> : null
}
