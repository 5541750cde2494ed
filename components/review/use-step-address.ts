'use client'

import { usePathname } from 'next/navigation'
import { type MouseEvent, type RefObject, useCallback, useEffect, useRef } from 'react'
import { focusById } from '#components/ui/focus-field.ts'
import { type ProgressStep, stepLabels } from '#lib/domain/review-progress.ts'
import { stepOfAddress } from '#lib/domain/step-address.ts'

type StepNavigation = {
  step: ProgressStep
  /** For the element around everything that links to steps. */
  onLinkClick: (event: MouseEvent) => void
  goTo: (href: string) => void
}

/**
 * The step that the address names. Going to another one changes the address alone: all of a review is in the browser,
 * so it costs no request and works without a network. The focus goes to the field that the address names, else to the
 * panel.
 */
export function useStepAddress(
  number: string,
  given: ProgressStep,
  panel: RefObject<HTMLElement | null>,
  takesFocus: boolean,
): StepNavigation {
  const pathname = usePathname()
  const step = stepOfAddress(pathname.slice(pathname.lastIndexOf('/') + 1)) ?? given
  const shown = useRef<ProgressStep | null>(null)

  useEffect(() => {
    const isFirst = shown.current === null
    if (shown.current === step) return
    shown.current = step
    if (!isFirst) document.title = `${stepLabels[step]} · ${number} · Hindsight`
    if (focusHash() || (isFirst && !takesFocus)) return
    window.scrollTo(0, 0)
    panel.current?.focus({ preventScroll: true })
  }, [step, number, panel, takesFocus])

  const goTo = useCallback((href: string) => {
    const isHere = new URL(href, window.location.href).pathname === window.location.pathname
    window.history[isHere ? 'replaceState' : 'pushState'](null, '', href)
    if (isHere) focusHash()
  }, [])

  const onLinkClick = useCallback(
    (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (
        !link ||
        link.target ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return
      const { pathname: path, hash } = new URL(link.href)
      const base = window.location.pathname.replace(/[^/]+$/, '')
      if (!path.startsWith(base) || !stepOfAddress(path.slice(base.length))) return
      event.preventDefault()
      goTo(path + hash)
    },
    [goTo],
  )
  return { step, onLinkClick, goTo }
}

/** Moves the focus to the field that the address names; false where it names none, or one that is not there yet. */
export const focusHash = (): boolean => window.location.hash !== '' && focusById(window.location.hash.slice(1))
