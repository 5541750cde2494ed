'use client'

import type { ComponentProps } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { renderParts } from '#components/ui/text/render-parts.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'

/** A shortcut drawn as keys: `$mod+k` as Ctrl K, or ⌘ K on a Mac. */
export function KeyCombination({ keys }: { keys: string }) {
  const isMac = useHydrated() && /Mac|iPhone|iPad/.test(navigator.userAgent)
  const nameOf = (key: string) => (key !== '$mod' ? key.toUpperCase() : isMac ? '⌘' : 'Ctrl')
  const strokes = keys.split(' ').map((stroke) => stroke.split('+').map(nameOf))
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      {renderParts(strokes, (stroke, at) => (
        <span className="inline-flex items-center gap-0.5">
          {at > 0 ? <span className="mx-0.5 text-2xs text-muted">then</span> : null}
          {stroke.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      ))}
    </span>
  )
}

export function Kbd({ className, ...rest }: ComponentProps<'kbd'>) {
  return <kbd {...rest} className={cx('key', className)} />
}
