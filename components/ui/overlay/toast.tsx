'use client'

import { type ComponentType, useEffect, useState } from 'react'

const loadToaster = () => import('./toaster.tsx')

/** Loads where messages appear with the first click or key: before, there is nothing to tell. */
export function Toaster() {
  const [Area, setArea] = useState<ComponentType | null>(null)
  useEffect(() => {
    const waiting = new AbortController()
    const load = () =>
      loadToaster().then(
        ({ ToastArea }) => {
          waiting.abort()
          setArea(() => ToastArea)
        },
        // The next click or key tries again.
        () => {},
      )
    for (const event of ['pointerdown', 'keydown'])
      window.addEventListener(event, load, { capture: true, passive: true, signal: waiting.signal })
    return () => waiting.abort()
  }, [])
  return Area && <Area />
}

export type ToastMessage = {
  kind: 'success' | 'info' | 'warning' | 'error'
  title: string
  description?: string | undefined
  action?: { label: string; run: () => void } | undefined
  /** A toast with the same id replaces the previous one. */
  id?: string | undefined
}

export function showToast({ kind, title, description, action, id }: ToastMessage): void {
  loadToaster().then(
    ({ toast }) =>
      toast[kind](title, {
        description,
        ...(id ? { id } : {}),
        ...(action ? { action: { label: action.label, onClick: action.run } } : {}),
        duration: kind === 'error' ? Number.POSITIVE_INFINITY : action ? 10_000 : 5_000,
      }),
    // The connection was lost before the first click.
    () => window.alert(description ? `${title}\n${description}` : title),
  )
}

/** Returns a function that shows an error below a title that says what failed. */
export const failWith = (title: string) => (error: unknown) =>
  showToast({ kind: 'error', title, description: error instanceof Error ? error.message : undefined })

export const showErrorToast = ({ message }: Error): void => showToast({ kind: 'error', title: message })
