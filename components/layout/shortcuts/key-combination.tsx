'use client'

import { Kbd } from '#components/ui/kbd.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'

/** A shortcut drawn as keys: `$mod+k` as Ctrl K, or ⌘ K on a Mac. */
export function KeyCombination({ keys }: { keys: string }) {
  const isMac = useHydrated() && /Mac|iPhone|iPad/.test(navigator.userAgent)
  const nameOf = (key: string) => (key !== '$mod' ? key.toUpperCase() : isMac ? '⌘' : 'Ctrl')
  const strokes = keys.split(' ').map((stroke) => stroke.split('+').map(nameOf))
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      {strokes.map((stroke, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the strokes of one shortcut never move
        <span key={at} className="inline-flex items-center gap-0.5">
          {at > 0 ? <span className="mx-0.5 text-2xs text-muted">then</span> : null}
          {stroke.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      ))}
    </span>
  )
}
