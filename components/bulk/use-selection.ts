'use client'

import { useMemo, useRef, useState } from 'react'

export type Selection = {
  readonly numbers: readonly string[]
  readonly has: (number: string) => boolean
  /** Selects or deselects a record, with `isSpan` also those between it and the last one. */
  readonly toggle: (number: string, isSpan: boolean) => void
  /** Selects all of `numbers`, or deselects them if all are selected. */
  readonly toggleAll: (numbers: readonly string[]) => void
  readonly clear: () => void
}

export function useSelection(onPage: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const lastClicked = useRef('')
  return useMemo(() => {
    const set = (some: readonly string[], isOn: boolean) =>
      setChosen((before) => new Set(isOn ? [...before, ...some] : [...before].filter((one) => !some.includes(one))))
    const numbers = [...new Set(onPage)].filter((number) => chosen.has(number))
    return {
      numbers,
      has: (number) => chosen.has(number),
      toggle(number, isSpan) {
        const from = isSpan ? onPage.indexOf(lastClicked.current) : -1
        const at = onPage.indexOf(number)
        set(from < 0 ? [number] : onPage.slice(Math.min(from, at), Math.max(from, at) + 1), !chosen.has(number))
        lastClicked.current = number
      },
      toggleAll: (all) => set(all, !all.every((number) => chosen.has(number))),
      clear: () => setChosen(new Set()),
    }
  }, [chosen, onPage])
}
