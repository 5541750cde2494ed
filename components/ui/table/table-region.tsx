'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from '#components/ui/class-names.ts'

type TableRegionProps = {
  label: string
  /**
   * `viewport`: the table scrolls under its header within the window. `auto`: as high as its rows. `page`: also as high
   * as its rows, with a header that stays visible while the page scrolls; the columns must fit.
   */
  height?: 'viewport' | 'auto' | 'page'
  className?: string
  children: ReactNode
}

/** Scrolls a wide or long table, also by keyboard. A click on a row follows its `RowLink`. */
export function TableRegion({ label, height = 'auto', className, children }: TableRegionProps) {
  const region = useRef<HTMLElement>(null)
  const [scrolls, setScrolls] = useState(true)

  useEffect(() => {
    const element = region.current
    if (!element) return
    const measure = () =>
      setScrolls(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    element.addEventListener('click', followRowLink)
    element.addEventListener('auxclick', followRowLink)
    return () => {
      observer.disconnect()
      element.removeEventListener('click', followRowLink)
      element.removeEventListener('auxclick', followRowLink)
    }
  }, [])

  return (
    <section
      ref={region}
      aria-label={label}
      tabIndex={scrolls ? 0 : undefined}
      className={cx(
        'relative min-w-0 scroll-pt-9 rounded-lg border border-line bg-surface',
        'focus-visible:-outline-offset-2',
        // Clipping makes no scroll container, so the header sticks below the header of the page.
        height === 'page'
          ? 'overflow-clip [--table-head-top:3rem] [&_:is(a,button,input)]:scroll-mt-10'
          : 'overflow-auto overscroll-x-contain',
        height === 'viewport' && 'sm:max-h-[max(24rem,calc(100dvh-15rem))]',
        className,
      )}
    >
      {children}
    </section>
  )
}

const controls =
  'a, button, input, select, textarea, label, summary, [role="button"], [role="menuitem"], [contenteditable]'

/** Makes a click anywhere on a row follow its `RowLink`, except on a control or while text is selected. */
function followRowLink(event: MouseEvent): void {
  const target = event.target
  if (!(target instanceof Element) || event.defaultPrevented || event.button > 1 || target.closest(controls)) return
  const link = target.closest('tr')?.querySelector<HTMLAnchorElement>('a[data-row-link]')
  if (!link || window.getSelection()?.toString()) return
  const { ctrlKey, metaKey, shiftKey } = event
  if (event.button === 1) window.open(link.href, '_blank', 'noopener')
  else link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}
