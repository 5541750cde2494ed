import { usePathname } from 'next/navigation'
import { type MouseEvent, type RefObject, useCallback, useEffect, useRef } from 'react'
import { focusById } from '#components/ui/form/field-id.ts'
import { type ProgressStep, parseStepSegment, stepLabels } from '#lib/review/labels.ts'

/**
 * Returns the step in the URL and a handler for links to steps. Switching steps changes only the URL: the whole review
 * is in the browser, so it needs no request and works offline. The focus goes to the field in the fragment, or else to
 * the panel.
 */
export function useStepHref(
  number: string,
  initialStep: ProgressStep,
  panel: RefObject<HTMLElement | null>,
  takesFocus: boolean,
) {
  const pathname = usePathname()
  const step = parseStepSegment(pathname.slice(pathname.lastIndexOf('/') + 1)) ?? initialStep
  const shownStep = useRef<ProgressStep | null>(null)

  useEffect(() => {
    const isFirst = shownStep.current === null
    if (shownStep.current === step) return
    shownStep.current = step
    if (!isFirst) document.title = `${stepLabels[step]} · ${number} · Hindsight`
    if (focusHash() || (isFirst && !takesFocus)) return
    window.scrollTo(0, 0)
    panel.current?.focus({ preventScroll: true })
  }, [step, number, panel, takesFocus])

  const goTo = useCallback((href: string) => {
    const isCurrent = new URL(href, window.location.href).pathname === window.location.pathname
    window.history[isCurrent ? 'replaceState' : 'pushState'](null, '', href)
    if (isCurrent) focusHash()
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
      if (!path.startsWith(base) || !parseStepSegment(path.slice(base.length))) return
      event.preventDefault()
      goTo(path + hash)
    },
    [goTo],
  )
  return { step, onLinkClick, goTo }
}

/** Focuses a region when the status of the review has changed and the pressed button is gone. */
export function useFocusAfterMove(status: string, region: RefObject<HTMLElement | null>, isWanted = true): void {
  const lastStatus = useRef(status)
  useEffect(() => {
    if (lastStatus.current === status) return
    lastStatus.current = status
    if (isWanted && document.activeElement === document.body) region.current?.focus()
  }, [status, region, isWanted])
}

/** Focuses the field in the fragment of the URL. Returns false if there is none or it is not rendered yet. */
export const focusHash = (): boolean => window.location.hash !== '' && focusById(window.location.hash.slice(1))

/** Returns a function that focuses an element, by its id, once it has been rendered. */
export function useFocusAfter(): (id: string) => void {
  const awaitedId = useRef<string | null>(null)
  useEffect(() => {
    if (awaitedId.current !== null && focusById(awaitedId.current)) awaitedId.current = null
  })
  return useCallback((id: string) => {
    awaitedId.current = id
  }, [])
}
